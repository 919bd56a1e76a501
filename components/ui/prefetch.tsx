import type { ReactNode } from 'react';

/** Loads code of its children as soon as a pointer or the focus reaches them, so that it is there when they open. */
export function Prefetch({ load, children }: { load: () => Promise<unknown>; children: ReactNode }) {
  const start = () => {
    // A failure shows when the code is needed.
    load().catch(() => undefined);
  };
  return (
    <span className="contents" onPointerOver={start} onFocusCapture={start}>
      {children}
    </span>
  );
}
