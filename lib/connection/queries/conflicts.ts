import 'server-only';
import * as z from 'zod';
import { hasFacetSql } from '#lib/database/facets.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { fromDate } from '#lib/values/instant.ts';
import { conflictFingerprintSql } from '../conflict-fingerprint.ts';
import type { ConflictsView, ConflictView } from '../schema.ts';

const maxShown = 20;
const maxCounted = 1_000;

const records = [
  ['payment', 'payment_id'],
  ['deposit', 'deposit_id'],
  ['withdrawal', 'withdrawal_id'],
] as const;

const row = z
  .object({
    kind: z.enum(['payment', 'deposit', 'withdrawal']),
    id: z.string(),
    changed_at: z.date(),
    fields: z.array(z.string()),
    fingerprint: z.string(),
    acknowledged: z.boolean(),
  })
  .transform(({ changed_at, ...rest }): ConflictView => ({ ...rest, changedAt: fromDate(changed_at) }));

/** Conflicts are few. The facts of a record find them. */
const isInConflict = (table: string) =>
  `${table}.business_id = $1::uuid AND ${hasFacetSql(`${table}.facets`, '$1::uuid', 'is', ["'conflict'"])}`;

const isAcknowledged = (
  table: string,
  id: string,
) => `EXISTS (SELECT FROM contradiction_acknowledgement AS acknowledgement
  WHERE acknowledgement.business_id = ${table}.business_id AND acknowledgement.record = '${table}' AND acknowledgement.record_id = ${table}.${id}
    AND acknowledgement.said = ${conflictFingerprintSql(`${table}.conflicts`)})`;

/** Lists records with conflicting values, first those without an acknowledgement, newest change first. */
export async function listConflicts(businessId: BusinessId): Promise<ConflictsView> {
  // Reads one more of each kind than is shown, to find the kinds that have more.
  const each = records.map(
    ([table, id]) => `(SELECT '${table}' AS kind, ${id}::text AS id, changed_at,
        ARRAY(SELECT one ->> 'field' FROM jsonb_array_elements(conflicts) AS one) AS fields,
        ${conflictFingerprintSql('conflicts')} AS fingerprint, ${isAcknowledged(table, id)} AS acknowledged
      FROM ${table} WHERE ${isInConflict(table)}
     ORDER BY acknowledged, changed_at DESC LIMIT ${maxShown + 1})`,
  );
  const [{ rows }, unacknowledged] = await Promise.all([
    databasePool().query(`${each.join(' UNION ALL ')} ORDER BY acknowledged, changed_at DESC`, [businessId]),
    countUnacknowledgedConflicts(businessId),
  ]);
  const conflicts = z.array(row).parse(rows);
  const others = new Set(conflicts.slice(maxShown).map(({ kind }) => kind));
  const kindsWithMore = records.map(([kind]) => kind).filter((kind) => others.has(kind));
  return { records: conflicts.slice(0, maxShown), unacknowledged, kindsWithMore };
}

/** Counts the conflicts without an acknowledgement, up to 1,000 of each kind. */
export async function countUnacknowledgedConflicts(businessId: BusinessId): Promise<ListCount> {
  const each = records.map(
    ([table, id]) => `(SELECT FROM ${table} WHERE ${isInConflict(table)}
      AND NOT ${isAcknowledged(table, id)} LIMIT ${maxCounted + 1})`,
  );
  const { rows } = await databasePool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${each.join(' UNION ALL ')}) AS found`,
    [businessId],
  );
  const { count = 0 } = rows[0] ?? {};
  return { count: Math.min(count, maxCounted), more: count > maxCounted };
}
