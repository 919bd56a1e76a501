import type { Conflict } from '#lib/values/provenance.ts';
import { ConflictList } from './conflict-list.tsx';

/** Shows the fields for which sources reported different values, if any. */
export function Conflicts(props: {
  conflicts: readonly Conflict[];
  /** The record, for the currencies of its amounts. */
  record: object;
}) {
  if (props.conflicts.length === 0) return null;
  return <ConflictList {...props} />;
}
