import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';

/**
 * Hides outdated figures while new ones load. They keep their space, so the layout does not move, and screen readers
 * skip them.
 */
export function PendingContent({ children }: { children: ReactNode }) {
  return (
    <span className="relative inline-flex flex-wrap items-center gap-[inherit]">
      <span className="invisible contents">{children}</span>
      <Skeleton className="absolute h-3 w-full" />
    </span>
  );
}
