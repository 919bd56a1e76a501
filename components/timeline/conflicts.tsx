import { lazy, Suspense } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Conflict } from '#lib/values/provenance.ts';

// The sources of most records agree.
const ConflictList = lazy(() =>
  import('./conflict-list.tsx').then((file) => ({ default: file.ConflictList })),
);

/** Shows the fields for which sources reported different values, if any. */
export function Conflicts(props: {
  conflicts: readonly Conflict[];
  /** The record, for the currencies of its amounts. */
  record: object;
}) {
  if (props.conflicts.length === 0) return null;
  return (
    <Suspense fallback={<Skeleton className="h-16 w-full" />}>
      <ConflictList {...props} />
    </Suspense>
  );
}
