'use client';

import { lazy, Suspense, useEffect, useState } from 'react';

const Listening = lazy(() =>
  import('./tooltip-listener.tsx').then((file) => ({ default: file.TooltipListener })),
);

/** The tooltips of a page. Their code loads with the first pointer event. */
export function Tooltips() {
  const [first, setFirst] = useState<PointerEvent | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    for (const kind of ['pointermove', 'pointerup'] as const)
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
        <Listening tap={first.type === 'pointerup' ? first : null} />
      </Suspense>
    )
  );
}
