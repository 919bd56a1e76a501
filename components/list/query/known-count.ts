import type { ListCount, ListPage } from '#lib/lists/model/query.ts';

/** A count that says "at least" is no less than what is shown, and exact where all of it is shown. */
export function refineCount(count: ListCount, { rows, before, after }: ListPage<unknown>): ListCount {
  if (!count.more) return count;
  if (before === null && after === null) return { count: rows.length, more: false };
  return { count: Math.max(count.count, rows.length), more: true };
}
