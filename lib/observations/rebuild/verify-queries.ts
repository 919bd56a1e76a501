import 'server-only';
import * as z from 'zod';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import type { VisibleDuplicate } from '../model/observation.ts';
import type { QuarantineOverride } from '../model/quarantine-override.ts';
import { quarantineOverrides } from '../model/quarantine-override.ts';

/** Runs a query in the pool, a transaction or a snapshot. */
export type QueryFunction = (sql: string, values: readonly unknown[]) => Promise<unknown>;

export const queryPool: QueryFunction = async (sql, values) =>
  (await databasePool().query(sql, [...values])).rows;

export const queryWithin =
  (transaction: Transaction): QueryFunction =>
  (sql, values) =>
    transaction.$queryRawUnsafe(sql, ...values);

/** Runs `work` in one read-only snapshot, which later changes don’t affect. */
export async function runInSnapshot<T>(work: (select: QueryFunction) => Promise<T>): Promise<T> {
  const client = await acquireClient(databasePool());
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await work(async (sql, values) => (await client.query(sql, [...values])).rows);
  } finally {
    releaseClient(client, await rollBack(client));
  }
}

/** A stored callback, as bytes, for rebuilding a record. */
export type StoredCallback = {
  readonly id: string;
  readonly businessId: BusinessId;
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
  readonly verdict: string;
  readonly subjectId: string | null;
  /** Set when an earlier callback has the same content except for risk detail. */
  readonly shownWith: VisibleDuplicate | null;
  /** True if its content without risk detail differs from each earlier one. */
  readonly isVersion: boolean;
  /** Flaws that a person accepted. */
  readonly accepted: readonly QuarantineOverride[];
};

export type StoredAnswer = {
  readonly id: string;
  readonly paymentId: PaymentId;
  readonly source: 'create' | 'read' | 'import';
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly body: Uint8Array;
};

const bytes = z.instanceof(Uint8Array);
const callback = z
  .object({
    id: z.string(),
    business_id: z.string(),
    body: bytes,
    first_received_at: z.date(),
    verdict: z.string(),
    subject_id: z.string().nullable(),
    head_id: z.string().nullable(),
    head_at: z.date().nullable(),
    is_version: z.boolean(),
    accepted: quarantineOverrides,
  })
  .transform(
    (row): StoredCallback => ({
      id: row.id,
      businessId: toId<BusinessId>(row.business_id),
      body: row.body,
      receivedAt: fromDate(row.first_received_at),
      verdict: row.verdict,
      subjectId: row.subject_id,
      shownWith:
        row.head_id === null || row.head_at === null
          ? null
          : { id: row.head_id, receivedAt: fromDate(row.head_at) },
      isVersion: row.is_version,
      accepted: row.accepted,
    }),
  );
const answer = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    source: z.enum(['create', 'read', 'import']),
    first_started_at: z.date(),
    last_started_at: z.date(),
    body: bytes,
  })
  .transform(
    (row): StoredAnswer => ({
      id: row.id,
      paymentId: toId<PaymentId>(row.payment_id),
      source: row.source,
      firstAt: fromDate(row.first_started_at),
      lastAt: fromDate(row.last_started_at),
      body: row.body,
    }),
  );

const selectHead = (column: string) =>
  `(SELECT head.${column} FROM callback_message head WHERE head.id = callback_message.shown_with)`;
const callbackColumns = `id::text, business_id::text, body, first_received_at, verdict, subject_id::text, accepted,
  ${selectHead('id::text')} AS head_id, ${selectHead('first_received_at')} AS head_at, shown_with IS NULL AS is_version`;
const answerColumns = 'id::text, payment_id::text, source, first_started_at, last_started_at, body';
const effective = `verdict IN ('applied', 'new-version')`;

export type StoredObservations = {
  readonly callbacks: readonly StoredCallback[];
  readonly answers: readonly StoredAnswer[];
};

/** Leaves out the contents that add only risk detail, before it limits them: a limit must not depend on hidden ones. */
const limitShown = (limit: number | undefined, isShown: string): string =>
  limit === undefined ? '' : `AND ${isShown} LIMIT ${limit}`;

/**
 * Lists the effective deposit callbacks and the answers of these payments. With `limit`, it lists at most that number of each,
 * and none that adds only risk detail.
 */
export async function listPaymentObservations(
  select: QueryFunction,
  businessId: BusinessId,
  paymentIds: readonly PaymentId[],
  limit?: number,
): Promise<StoredObservations> {
  const values = [businessId, [...paymentIds]];
  const from = (columns: string, table: string) =>
    `SELECT ${columns} FROM ${table} WHERE business_id = $1::uuid AND payment_id = ANY($2::text[]::uuid[])`;
  return {
    callbacks: z.array(callback).parse(
      await select(
        `${from(callbackColumns, 'callback_message')} AND kind = 'deposit-received' AND ${effective}
            ${limitShown(limit, 'shown_with IS NULL')}`,
        values,
      ),
    ),
    answers: z
      .array(answer)
      .parse(
        await select(
          `${from(answerColumns, 'service_answer')} ${limitShown(limit, 'shown_with IS NULL AND NOT risk_only')}`,
          values,
        ),
      ),
  };
}

/** Returns whether a payment has more stored observations than these limits. */
export async function hasMoreObservations(
  select: QueryFunction,
  businessId: BusinessId,
  paymentId: PaymentId,
  limits: { readonly callbacks: number; readonly answers: number },
): Promise<boolean> {
  const from = (table: string, limit: string) =>
    `(SELECT count(*) FROM (SELECT FROM ${table} WHERE business_id = $1::uuid AND payment_id = $2::uuid
      LIMIT ${limit}::int + 1) AS found) > ${limit}::int`;
  const rows = await select(
    `SELECT ${from('callback_message', '$3')} OR ${from('service_answer', '$4')} AS more`,
    [businessId, paymentId, limits.callbacks, limits.answers],
  );
  return z
    .array(z.object({ more: z.boolean() }))
    .parse(rows)
    .some(({ more }) => more);
}

/** Lists the effective callbacks of these withdrawals, with a limit as above. */
export async function listWithdrawalCallbacks(
  select: QueryFunction,
  businessId: BusinessId,
  withdrawalIds: readonly string[],
  limit?: number,
): Promise<readonly StoredCallback[]> {
  const rows = await select(
    `SELECT ${callbackColumns} FROM callback_message WHERE business_id = $1::uuid AND kind = 'withdrawal'
      AND subject_id = ANY($2::text[]::uuid[]) AND ${effective} ${limitShown(limit, 'shown_with IS NULL')}`,
    [businessId, [...withdrawalIds]],
  );
  return z.array(callback).parse(rows);
}
