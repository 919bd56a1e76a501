import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

/**
 * Figures of something else than is asked for by now: they keep their room, so that nothing jumps, but nobody sees or
 * hears them, and nothing in them can be followed.
 */
export function PendingContent({ children }: { children: ReactNode }) {
  return (
    <span className="relative inline-flex flex-wrap items-center gap-[inherit]">
      <span className="invisible contents">{children}</span>
      <Skeleton className="absolute h-3 w-full" />
    </span>
  );
}
