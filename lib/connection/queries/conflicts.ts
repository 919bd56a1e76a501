import 'server-only';
import * as z from 'zod';
import { hasFacetSql } from '#lib/database/facets.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { ListCount } from '#lib/lists/model/query.ts';
import { findConflictStart } from '#lib/observations/index.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
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

/** The age of a conflict is read from contents. Overview shows none if there is more to read than this. */
const maxRead = { records: 5, payments: 5, deposits: 5 };

const openConflict = z
  .object({
    kind: z.enum(['payment', 'deposit', 'withdrawal']),
    id: z.string(),
    payment_ids: z.array(z.string()),
    deposits: z.int(),
    conflicts: z.array(z.object({ field: z.string(), values: z.array(z.object({ value: z.string() })) })),
    acknowledged_at: z.date().nullable(),
  })
  .transform(({ payment_ids, acknowledged_at, ...rest }) => ({
    ...rest,
    paymentIds: payment_ids.map((id) => toId<PaymentId>(id)),
    acknowledgedAt: acknowledged_at === null ? null : fromDate(acknowledged_at),
  }));

/** A deposit is reported by its payment and by each other that claims it. */
const paymentIdsSql = {
  payment: 'ARRAY[payment_id::text]',
  deposit: `ARRAY(SELECT DISTINCT claimant FROM unnest(payment_id::text || ARRAY(
      SELECT each_value ->> 'value' FROM jsonb_array_elements(conflicts) AS one, jsonb_array_elements(one -> 'values') AS each_value
       WHERE one ->> 'field' = 'paymentId')) AS claimant LIMIT ${maxRead.payments + 1})`,
  withdrawal: `'{}'::text[]`,
};

/**
 * Returns since when the oldest conflict waits to be acknowledged. Null: unknown, as of records of which no content is
 * stored, or too much to read for Overview.
 */
export async function findOldestConflict(businessId: BusinessId): Promise<Instant | null> {
  const each = records.map(
    ([
      table,
      id,
    ]) => `(SELECT '${table}' AS kind, ${id}::text AS id, ${paymentIdsSql[table]} AS payment_ids, conflicts,
        (SELECT max(at) FROM contradiction_acknowledgement AS one WHERE one.business_id = ${table}.business_id
          AND one.record = '${table}' AND one.record_id = ${table}.${id}) AS acknowledged_at
      FROM ${table} WHERE ${isInConflict(table)} AND NOT ${isAcknowledged(table, id)} LIMIT ${maxRead.records + 1})`,
  );
  const { rows } = await databasePool().query(
    `SELECT found.*, (SELECT coalesce(sum(deposit_count), 0)::int FROM payment
       WHERE business_id = $1::uuid AND payment_id = ANY(payment_ids::uuid[])) AS deposits
       FROM (${each.join(' UNION ALL ')} LIMIT ${maxRead.records + 1}) AS found`,
    [businessId],
  );
  const found = z.array(openConflict).parse(rows);
  const payments = new Set(found.flatMap(({ paymentIds }) => paymentIds)).size;
  // Each answer of a payment repeats all its deposits.
  const isTooMuch =
    found.length > maxRead.records ||
    payments > maxRead.payments ||
    found.some(({ deposits }) => deposits > maxRead.deposits);
  return isTooMuch ? null : findConflictStart(businessId, found);
}
