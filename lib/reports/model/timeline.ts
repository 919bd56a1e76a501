import type { TimelinePage } from '../schema/timeline.ts';

/**
 * Appends the older parts that were loaded before to the newest part. Drops them if the two share no entry, because
 * the entries between them are unknown.
 */
export function appendOlderEntries(newest: TimelinePage, older: TimelinePage | null): TimelinePage {
  if (older === null || newest.after === null) return newest;
  const newestIds = new Set(newest.entries.map(({ id }) => id));
  const rest = older.entries.filter(({ id }) => !newestIds.has(id));
  if (rest.length === older.entries.length) return newest;
  return { entries: [...newest.entries, ...rest], after: older.after };
}
