import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListCount } from '#lib/values/list-query.ts';
import { countBound } from '#lib/values/list-query.ts';
import { seal } from './keyset-place.ts';
import type { Keyset, TimedQuery } from './keyset-shape.ts';

/**
 * Lists of which it was just found that they have more rows than anybody counts: going through ten thousand entries
 * again with each request, of everybody who looks at the list, would tell the same. An exact count is never kept. A list
 * that is made for one person is another object each time, and so keeps nothing for others.
 */
const keptMs = 2_000;
const found = new WeakMap<Keyset, Map<string, number>>();

const atBound: ListCount = { count: countBound, more: true };

/** Counts, unless it is known that there are too many to be counted. */
export async function countOrKnow(
  keyset: Keyset,
  businessId: BusinessId,
  query: TimedQuery,
  count: () => Promise<ListCount | null>,
): Promise<ListCount | null> {
  const known = found.get(keyset) ?? new Map<string, number>();
  found.set(keyset, known);
  const list = seal(keyset, businessId, query);
  const now = performance.now();
  if ((known.get(list) ?? 0) > now) return atBound;
  const counted = await count();
  if (counted?.more && counted.count >= countBound) {
    for (const [other, until] of known) if (until <= now) known.delete(other);
    known.set(list, now + keptMs);
  }
  return counted;
}
