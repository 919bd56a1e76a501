'use client';

import { lazy, Suspense, useEffect, useState } from 'react';

const Listener = lazy(() =>
  import('./tooltip-listener.tsx').then((file) => ({ default: file.TooltipListener })),
);

/** The tooltips of a page. Their code loads with the first event of a pointer or key. */
export function Tooltips() {
  const [first, setFirst] = useState<Event | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    for (const kind of ['pointermove', 'pointerup', 'keydown'] as const)
      document.addEventListener(
        kind,
        (event) => {
          controller.abort();
          setFirst(event);
        },
        { signal: controller.signal },
      );
    return () => controller.abort();
  }, []);
  return (
    first && (
      <Suspense>
        <Listener first={first} />
      </Suspense>
    )
  );
}
