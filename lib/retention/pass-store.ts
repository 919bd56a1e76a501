import 'server-only';
import * as z from 'zod';
import { systemChain } from '#lib/audit/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { removeKeepingTotalsSql } from '#lib/rollups/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { RetentionKind } from './model.ts';
import { retentionKinds } from './model.ts';
import { recordTables } from './record-tables.ts';

/** A rule with years. That of sign-ins belongs to no business, but to their chain. */
export type ActiveRule = {
  readonly businessId: BusinessId;
  readonly kind: RetentionKind;
  readonly years: number;
};

/** Kinds whose records expire one by one. A log expires from its beginning on. */
export type RecordKind = Exclude<RetentionKind, 'audit' | 'sign-in'>;
export type RecordRule = ActiveRule & { readonly kind: RecordKind };

const rule = z.object({ business_id: z.string(), kind: z.enum(retentionKinds), years: z.number() });

/** Lists the rules by which records expire. */
export async function listActiveRules(): Promise<readonly ActiveRule[]> {
  const { rows } = await databasePool().query(
    `SELECT business_id::text, subject AS kind, (value #>> '{}')::int AS years FROM setting
      WHERE kind = 'retention' AND value IS NOT NULL AND subject <> 'sign-in'
     UNION ALL SELECT '${systemChain}', 'sign-in', (value #>> '{}')::int
       FROM setting_value('${systemChain}', 'retention', 'sign-in') AS rule (value) WHERE value IS NOT NULL
      ORDER BY business_id, kind`,
  );
  return z
    .array(rule)
    .parse(rows)
    .map(({ business_id: id, kind, years }) => ({ businessId: toId<BusinessId>(id), kind, years }));
}

const pass = z.array(z.object({ at: z.string().nullable(), id: z.string(), is_due: z.boolean() }));

/** Returns the name of the pass of a kind among the cursors of jobs. */
export const toSource = (kind: RetentionKind): string => `expiry-${kind}`;

/** The last record that a pass has checked. `at` is text, because a Date has no microseconds. */
type PassPosition = { readonly at: string | null; readonly id: string | null };
const noPosition: PassPosition = { at: null, id: null };

/**
 * Locks the pass of a rule and returns its position. Starts a new one a day after the last one ended. Null: nothing is
 * due, or another process works on it.
 */
export async function lockRetentionPass(
  transaction: Transaction,
  { businessId, kind }: ActiveRule,
): Promise<PassPosition | null> {
  await transaction.$executeRaw`
    INSERT INTO job_cursor (business_id, source, started_at) VALUES (${businessId}::uuid, ${toSource(kind)}, now())
    ON CONFLICT DO NOTHING`;
  const rows: unknown = await transaction.$queryRaw`
    SELECT at::text, record_id::text AS id,
           finished_at IS NULL OR finished_at < now() - interval '1 day' AS is_due, finished_at IS NOT NULL AS is_new
      FROM job_cursor WHERE business_id = ${businessId}::uuid AND source = ${toSource(kind)} FOR UPDATE SKIP LOCKED`;
  const [found] = pass.parse(rows);
  if (found === undefined || !found.is_due) return null;
  const restarted = await transaction.$executeRaw`
    UPDATE job_cursor SET started_at = now(), finished_at = NULL, at = NULL, expired = 0, retained = 0
     WHERE business_id = ${businessId}::uuid AND source = ${toSource(kind)} AND finished_at IS NOT NULL`;
  return restarted > 0 || found.at === null ? noPosition : { at: found.at, id: found.id };
}

const candidate = z.array(z.object({ id: z.string(), at: z.string(), obstacle: z.string().nullable() }));
export type ExpiryCandidate = z.output<typeof candidate>[number];

/** Lists the next records without a change for the time of the rule, and why each doesn’t expire. Null: it does. */
export async function listCandidates(
  transaction: Transaction,
  { businessId, kind, years }: RecordRule,
  { at, id }: PassPosition,
  limit: number,
): Promise<readonly ExpiryCandidate[]> {
  const { table, inBusiness, changedAt, id: idSql, condition, obstacle } = recordTables[kind];
  const rows: unknown = await transaction.$queryRawUnsafe(
    `SELECT ${idSql}::text AS id, ${changedAt}::text AS at, ${obstacle} AS obstacle
       FROM (SELECT e.* FROM ${table} AS e
              WHERE ${inBusiness} AND ${condition} AND ${changedAt} < now() - make_interval(years => $2::int)
                AND (${changedAt}, ${idSql}) > (coalesce($3::text::timestamptz, '-infinity'),
                  coalesce($4::text::uuid, '00000000-0000-0000-0000-000000000000'))
              ORDER BY ${changedAt}, ${idSql} LIMIT $5::int) AS e
      ORDER BY ${changedAt}, ${idSql}`,
    businessId,
    years,
    at,
    id,
    limit,
  );
  return candidate.parse(rows);
}

/**
 * Locks records until the transaction ends, and returns those that nothing keeps. The caller holds the locks under which callbacks
 * change them.
 */
export async function lockExpiring(
  transaction: Transaction,
  { businessId, kind, years }: RecordRule,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { table, inBusiness, id, obstacle } = recordTables[kind];
  // The function that removes a case locks its records first.
  if (kind === 'case') return ids;
  await transaction.$queryRawUnsafe(
    `SELECT 1 AS one FROM ${table} AS e WHERE ${inBusiness} AND ${id} = ANY ($2::uuid[]) ORDER BY ${id} FOR UPDATE`,
    businessId,
    ids,
  );
  const rows: unknown = await transaction.$queryRawUnsafe(
    `SELECT ${id}::text AS id FROM ${table} AS e
      WHERE ${inBusiness} AND ${id} = ANY ($3::uuid[]) AND ${obstacle} IS NULL ORDER BY ${id}`,
    businessId,
    years,
    ids,
  );
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map((row) => row.id);
}

const expiry = z.array(z.object({ obstacle: z.string().nullable() }));

const removals: Readonly<Record<RecordKind, string>> = {
  payment: removeKeepingTotalsSql('payment', "expire_record($1::uuid, 'payment', $2::uuid)"),
  withdrawal: removeKeepingTotalsSql('withdrawal', "expire_record($1::uuid, 'withdrawal', $2::uuid)"),
  case: "SELECT expire_record($1::uuid, 'case', $2::uuid) AS obstacle",
  callback: "SELECT expire_record($1::uuid, 'callback', $2::uuid) AS obstacle",
};

/**
 * Removes a record and returns null, or returns why it stays. The caller holds its lock and has checked what keeps it. The
 * database checks its time and holds again. The totals of its days stay.
 */
export async function expireRecord(
  transaction: Transaction,
  businessId: BusinessId,
  kind: RecordKind,
  recordId: string,
): Promise<string | null> {
  const rows: unknown = await transaction.$queryRawUnsafe(removals[kind], businessId, recordId);
  return expiry.parse(rows)[0]?.obstacle ?? null;
}

/** Stores the progress of a pass. Without a last record it has ended. */
export async function storeProgress(
  transaction: Transaction,
  { businessId, kind }: ActiveRule,
  progress: {
    readonly last: ExpiryCandidate | null;
    readonly isFinished: boolean;
    readonly expired: number;
    readonly retained: number;
  },
): Promise<void> {
  const { last, isFinished, expired, retained } = progress;
  await transaction.$executeRaw`
    UPDATE job_cursor
       SET at = coalesce(${last?.at ?? null}::text::timestamptz, at),
           record_id = coalesce(${last?.id ?? null}::text::uuid, record_id),
           finished_at = CASE WHEN ${isFinished} THEN now() END,
           expired = expired + ${expired}::int, retained = retained + ${retained}::int
     WHERE business_id = ${businessId}::uuid AND source = ${toSource(kind)}`;
}
