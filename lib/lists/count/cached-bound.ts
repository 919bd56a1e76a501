import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { countBound, listParameters } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { computeCursorChecksum } from '../cursor.ts';
import type { ListDefinition, PreparedQuery } from '../definition.ts';

/**
 * Remembers lists that exceeded the bound, so that viewers don't count ten thousand entries with each request. Exact
 * counts are never remembered. A list built for one person is a new object each time and shares nothing. For
 * append-only lists the unfiltered result is stored in the database.
 */
const memoryMs = 2_000;
const pastBoundUntil = new WeakMap<ListDefinition, Map<string, number>>();

const atBound: ListCount = { count: countBound, more: true };

/** Returns whether a result past the bound stays true: an append-only list without filters. */
const isPermanent = ({ isAppendOnly }: ListDefinition, query: PreparedQuery): boolean =>
  isAppendOnly === true && Object.keys(listParameters(query)).length === 0;

/** Shared by all instances for a day, in case an operator deletes rows by hand. */
async function isKnownPastBound({ name }: ListDefinition, businessId: BusinessId): Promise<boolean> {
  const { rowCount } = await databasePool().query(
    `SELECT FROM list_past_bound
      WHERE business_id = $1::uuid AND list = $2 AND found_at > now() - interval '1 day'`,
    [businessId, name],
  );
  return rowCount === 1;
}

const cachePastBound = ({ name }: ListDefinition, businessId: BusinessId) =>
  databasePool().query(
    `INSERT INTO list_past_bound (business_id, list, found_at) VALUES ($1::uuid, $2, now())
     ON CONFLICT (business_id, list) DO UPDATE SET found_at = EXCLUDED.found_at`,
    [businessId, name],
  );

/** Counts, unless the list is remembered as past the bound. */
export async function countWithCachedBound(
  definition: ListDefinition,
  businessId: BusinessId,
  query: PreparedQuery,
  count: () => Promise<ListCount | null>,
): Promise<ListCount | null> {
  const memory = pastBoundUntil.get(definition) ?? new Map<string, number>();
  pastBoundUntil.set(definition, memory);
  const seal = computeCursorChecksum(definition, businessId, query);
  const now = performance.now();
  if ((memory.get(seal) ?? 0) > now) return atBound;
  const permanent = isPermanent(definition, query);
  const isStored = permanent && (await isKnownPastBound(definition, businessId));
  const counted = isStored ? atBound : await count();
  if (counted?.more && counted.count >= countBound) {
    for (const [key, until] of memory) if (until <= now) memory.delete(key);
    memory.set(seal, now + memoryMs);
    if (permanent && !isStored) await cachePastBound(definition, businessId);
  }
  return counted;
}
