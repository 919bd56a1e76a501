import type { TimelinePage } from '../schema/timeline.ts';

/**
 * The newest part of a timeline, as it stands now, with the older parts that were asked for before. Where the two have
 * nothing in common more came meanwhile than a part holds: what lies between is not known, so the older are let go.
 */
export function joinOlderEntries(newest: TimelinePage, older: TimelinePage | null): TimelinePage {
  if (older === null || newest.after === null) return newest;
  const known = new Set(newest.entries.map(({ id }) => id));
  const rest = older.entries.filter(({ id }) => !known.has(id));
  if (rest.length === older.entries.length) return newest;
  return { entries: [...newest.entries, ...rest], after: older.after };
}
