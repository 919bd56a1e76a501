import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { countBound, listParameters } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { seal } from '../cursor.ts';
import type { ListDefinition, TimedQuery } from '../definition.ts';

/**
 * Lists of which it was just found that they have more rows than anybody counts: going through ten thousand entries
 * again with each request, of everybody who looks at the list, would tell the same. An exact count is never kept. A list
 * that is made for one person is another object each time, and so keeps nothing for others. The whole of a list that
 * only grows is remembered in the database: it was counted once.
 */
const keptMs = 2_000;
const found = new WeakMap<ListDefinition, Map<string, number>>();

const atBound: ListCount = { count: countBound, more: true };

/** Whether it is the whole of a list that only grows: more than the bound once is more for good. */
const isLasting = ({ onlyGrows }: ListDefinition, query: TimedQuery): boolean =>
  onlyGrows === true && Object.keys(listParameters(query)).length === 0;

/** For every instance and for a day, in case that somebody takes rows away by hand. */
async function wasPastBound({ name }: ListDefinition, businessId: BusinessId): Promise<boolean> {
  const { rowCount } = await databasePool().query(
    `SELECT FROM list_past_bound
      WHERE business_id = $1::uuid AND list = $2 AND found_at > now() - interval '1 day'`,
    [businessId, name],
  );
  return rowCount === 1;
}

const rememberPastBound = ({ name }: ListDefinition, businessId: BusinessId) =>
  databasePool().query(
    `INSERT INTO list_past_bound (business_id, list, found_at) VALUES ($1::uuid, $2, now())
     ON CONFLICT (business_id, list) DO UPDATE SET found_at = EXCLUDED.found_at`,
    [businessId, name],
  );

/** Counts, unless it is known that there are too many to be counted. */
export async function countWithMemory(
  keyset: ListDefinition,
  businessId: BusinessId,
  query: TimedQuery,
  count: () => Promise<ListCount | null>,
): Promise<ListCount | null> {
  const known = found.get(keyset) ?? new Map<string, number>();
  found.set(keyset, known);
  const list = seal(keyset, businessId, query);
  const now = performance.now();
  if ((known.get(list) ?? 0) > now) return atBound;
  const lasting = isLasting(keyset, query);
  const told = lasting && (await wasPastBound(keyset, businessId));
  const counted = told ? atBound : await count();
  if (counted?.more && counted.count >= countBound) {
    for (const [other, until] of known) if (until <= now) known.delete(other);
    known.set(list, now + keptMs);
    if (lasting && !told) await rememberPastBound(keyset, businessId);
  }
  return counted;
}
