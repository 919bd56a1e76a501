'use client';

import { lazy, Suspense, useEffect, useState } from 'react';

const Listening = lazy(() =>
  import('./hover-tips-listening.tsx').then((file) => ({ default: file.HoverTipsListening })),
);

/** The tips of a page, loaded once a pointer moves or taps: before that nobody can ask for one. */
export function HoverTips() {
  const [first, setFirst] = useState<PointerEvent | null>(null);
  useEffect(() => {
    const begun = new AbortController();
    for (const kind of ['pointermove', 'pointerup'] as const)
      document.addEventListener(
        kind,
        (event) => {
          begun.abort();
          setFirst(event);
        },
        { signal: begun.signal },
      );
    return () => begun.abort();
  }, []);
  return (
    first && (
      <Suspense>
        <Listening tap={first.type === 'pointerup' ? first : null} />
      </Suspense>
    )
  );
}
