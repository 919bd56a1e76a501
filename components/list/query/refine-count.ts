import type { ListCount, ListPage } from '#lib/lists/model/query.ts';

/** Raises a lower bound to the number of shown rows, and makes it exact when all rows are shown. */
export function refineCount(count: ListCount, { rows, before, after }: ListPage<unknown>): ListCount {
  if (!count.more) return count;
  if (before === null && after === null) return { count: rows.length, more: false };
  return { count: Math.max(count.count, rows.length), more: true };
}
