import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Amount } from '#lib/values/amount.ts';
import { parseTotal } from '#lib/values/amount.ts';
import { maximumClientIdLength } from '#lib/values/assumptions/limits.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { Corrections } from './model/corrections.ts';
import type { RowValues } from './model/fields.ts';
import type { BatchSum, RowIssue } from './schema.ts';
import type { BatchKey } from './store.ts';
import { storedIssues, storedValues } from './stored-batch.ts';

/** A checked row. `amount` is null where it is not digits. */
export type NewRow = {
  readonly number: number;
  readonly values: RowValues;
  readonly issues: readonly RowIssue[];
  readonly amount: Amount | null;
  /** The first row of the file with the same client payment ID. */
  readonly duplicateOf: number | null;
  /** The values that people entered in place of those of the file. */
  readonly corrections: RowValues | null;
};

/** Longer IDs are errors of their own, and don't fit into the index. */
const toIndexedId = (id: string): string => (id.length > maximumClientIdLength ? '' : id);

const toColumns = ({ number, values, issues, amount, duplicateOf, corrections }: NewRow) => ({
  duplicate_of: duplicateOf,
  corrections,
  number,
  values,
  issues,
  has_errors: issues.some(({ level }) => level === 'error'),
  has_warnings: issues.some(({ level }) => level === 'warning'),
  client_payment_id: toIndexedId(values.clientPaymentId ?? ''),
  currency: values.currency ?? null,
  amount,
});

/** Inserts rows of a check. Returns false if a later check has begun. */
export async function insertRows(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  revision: string,
  rows: readonly NewRow[],
): Promise<boolean> {
  const isCurrent = await transaction.$executeRaw`
    UPDATE payment_batch SET revision = revision
     WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid AND revision = ${revision}::uuid
       AND state = 'uploaded'`;
  if (isCurrent === 0) return false;
  await transaction.$executeRaw`
    INSERT INTO payment_batch_row (business_id, batch_id, number, "values", issues, has_errors, has_warnings,
                                   client_payment_id, currency, amount, duplicate_of, corrections, taken_by,
                                   taken_attempts)
    SELECT ${businessId}::uuid, ${batchId}::uuid, number, "values", issues, has_errors, has_warnings,
           client_payment_id, currency, amount, duplicate_of, corrections, taken.taken_by, taken.taken_attempts
      FROM jsonb_to_recordset(${JSON.stringify(rows.map(toColumns))}::jsonb)
        AS line (number int, "values" jsonb, issues jsonb, has_errors boolean, has_warnings boolean,
                 client_payment_id text, currency text, amount numeric, duplicate_of int, corrections jsonb)
     CROSS JOIN LATERAL ${takenSql(businessId)} AS taken`;
  return true;
}

/** SQL of a payment that already has the client payment ID of the row `line`. */
const paymentExistsSql = (businessId: string) => Prisma.sql`
  EXISTS (SELECT FROM payment
           WHERE payment.business_key = business_key(${businessId}::uuid) AND payment.client_payment_id = line.client_payment_id)`;

/**
 * SQL of what already has the client payment ID of the row `line`: request, refused, unsent, restored, payment or null.
 * The row may replace a refused or unsent request for which no payment can exist, unless another run is about to send it,
 * or a person has corrected it since a row was sent. The attempts of that request show whether it changes later. OFFSET
 * keeps this a look-up for each row.
 */
const takenSql = (businessId: string) => Prisma.sql`
  (SELECT found.taken_by,
          CASE WHEN found.taken_by IN ('refused', 'unsent', 'restored') AND found.intent_id IS NOT NULL
               THEN (SELECT count(*)::int FROM payment_attempt attempt WHERE attempt.intent_id = found.intent_id)
          END AS taken_attempts
     FROM (SELECT intent.id AS intent_id,
                  CASE WHEN EXISTS (SELECT FROM payment_approval approval
                                     WHERE approval.business_id = ${businessId}::uuid
                                       AND approval.client_payment_id = line.client_payment_id)
                        AND client_id_waits(${businessId}::uuid, line.client_payment_id) THEN 'request'
                       WHEN intent.id IS NULL AND ${paymentExistsSql(businessId)} THEN 'payment'
                       WHEN intent.id IS NOT NULL AND (intent.state NOT IN ('REJECTED', 'DRAFT')
                         OR ${paymentExistsSql(businessId)}
                         OR EXISTS (SELECT FROM intent_payment seen
                                     WHERE seen.business_id = intent.business_id AND seen.intent_id = intent.id)
                         OR EXISTS (SELECT FROM payment_batch_row other
                                      JOIN payment_batch run
                                        ON run.business_id = other.business_id AND run.batch_id = other.batch_id
                                     WHERE other.business_id = intent.business_id AND other.intent_id = intent.id
                                       AND other.state = 'queued' AND run.state IN ('running', 'paused'))
                         OR EXISTS (SELECT FROM payment_batch_row sent
                                     WHERE sent.business_id = intent.business_id AND sent.intent_id = intent.id
                                       AND sent.replaced_by IS NULL AND sent.request_body <> intent.request_body))
                       THEN 'request'
                       WHEN client_id_maybe_sent(${businessId}::uuid, line.client_payment_id) THEN 'restored'
                       WHEN intent.state = 'REJECTED' THEN 'refused'
                       WHEN intent.state = 'DRAFT' THEN 'unsent' END AS taken_by
             FROM (VALUES (1)) AS one
             LEFT JOIN payment_intent intent
               ON intent.business_id = ${businessId}::uuid AND intent.client_payment_id = line.client_payment_id
           OFFSET 0) AS found)`;

/**
 * Marks the rows whose client payment ID a request or payment has by now, or whose request has changed. Returns the number
 * of rows that changed.
 */
export async function markTakenClientIds(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<number> {
  return transaction.$executeRaw`
    UPDATE payment_batch_row stale SET taken_by = fresh.taken_by, taken_attempts = fresh.taken_attempts
      FROM (SELECT line.number, taken.taken_by, taken.taken_attempts
              FROM payment_batch_row line CROSS JOIN LATERAL ${takenSql(businessId)} AS taken
             WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid) AS fresh
     WHERE stale.business_id = ${businessId}::uuid AND stale.batch_id = ${batchId}::uuid AND stale.number = fresh.number
       AND (stale.taken_by, stale.taken_attempts) IS DISTINCT FROM (fresh.taken_by, fresh.taken_attempts)`;
}

/** Marks the rows with these client payment IDs again, after one of them has changed. */
export async function markDuplicates(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  ids: readonly string[],
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE payment_batch_row line
       SET duplicate_of = CASE WHEN seen.first < line.number AND line.client_payment_id <> '' THEN seen.first END,
           (taken_by, taken_attempts) =
             (SELECT taken.taken_by, taken.taken_attempts FROM ${takenSql(businessId)} AS taken)
      FROM (SELECT number, min(number) OVER (PARTITION BY client_payment_id) AS first
              FROM payment_batch_row
             WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid
               AND client_payment_id = ANY (${ids}::text[])) AS seen
     WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid AND line.number = seen.number`;
}

const correctedRow = z.array(z.object({ number: z.number(), corrections: storedValues }));
const keptRows = z.tuple([z.object({ kept: correctedRow.nullable() })]);

/** Returns the corrections of a batch. Those that an interrupted check has kept are complete, its rows are not. */
export async function listCorrections(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<Corrections> {
  const stored: unknown = await transaction.$queryRaw`
    SELECT kept_corrections AS kept FROM payment_batch
     WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid`;
  const [{ kept }] = keptRows.parse(stored);
  if (kept !== null) return toCorrections(kept);
  const rows: unknown = await transaction.$queryRaw`
    SELECT number, corrections FROM payment_batch_row
     WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid AND corrections IS NOT NULL`;
  return toCorrections(correctedRow.parse(rows));
}

const toCorrections = (rows: z.output<typeof correctedRow>): Corrections =>
  new Map(rows.map(({ number, corrections }) => [number, corrections]));

type StoredRow = {
  readonly values: RowValues;
  readonly issues: readonly RowIssue[];
  readonly corrections: RowValues | null;
};

/** Returns the values of a row and their problems, or null when the batch has none with this number. */
export async function findRow(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  number: number,
): Promise<StoredRow | null> {
  const found = await transaction.paymentBatchRow.findUnique({
    where: { businessId_batchId_number: { businessId, batchId, number } },
    select: { values: true, issues: true, corrections: true },
  });
  return (
    found && {
      values: storedValues.parse(found.values),
      issues: storedIssues.parse(found.issues),
      corrections: storedValues.nullable().parse(found.corrections),
    }
  );
}

/** Replaces the values of a row and their problems. */
export async function updateRow(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  row: NewRow,
): Promise<void> {
  const columns = toColumns(row);
  await transaction.paymentBatchRow.update({
    where: { businessId_batchId_number: { businessId, batchId, number: row.number } },
    data: {
      values: columns.values,
      corrections: columns.corrections ?? Prisma.DbNull,
      issues: columns.issues.map((issue) => ({ ...issue })),
      hasErrors: columns.has_errors,
      hasWarnings: columns.has_warnings,
      clientPaymentId: columns.client_payment_id,
      currency: columns.currency,
      amount: columns.amount,
      duplicateOf: null,
      takenBy: null,
      takenAttempts: null,
    },
  });
}

const queuedRow = z.tuple([z.object({ queued: z.number(), replaced: z.number() })]);

/**
 * Queues the rows without errors and leaves out the others. Returns the number of queued rows, and of those that replace
 * an earlier request.
 */
export async function queueRows(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<{ readonly queued: number; readonly replaced: number }> {
  const rows: unknown = await transaction.$queryRaw`
    WITH changed AS (
      UPDATE payment_batch_row
         SET state = CASE WHEN has_errors OR duplicate_of IS NOT NULL OR taken_by = 'request'
                          THEN 'left-out' ELSE 'queued' END
       WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid
      RETURNING state, taken_attempts)
    SELECT count(*)::int AS queued, count(taken_attempts)::int AS replaced FROM changed WHERE state = 'queued'`;
  return queuedRow.parse(rows)[0];
}

const sumRow = z.array(
  z.object({
    currency: z.string(),
    rows: z.number(),
    total: z.string().transform((text, context) => {
      const total = parseTotal(text);
      if (total !== null) return total;
      context.addIssue({ code: 'custom', message: 'is not a total' });
      return z.NEVER;
    }),
  }),
);

/** Returns the total of the rows that will be sent, for each currency. The caller has checked the permission. */
export async function sumRows(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<readonly BatchSum[]> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT currency, count(*)::int AS rows, trim_scale(sum(amount))::text AS total
      FROM payment_batch_row
     WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid AND state <> 'left-out'
       AND NOT has_errors AND duplicate_of IS NULL AND taken_by IS DISTINCT FROM 'request'
       AND currency IS NOT NULL AND amount IS NOT NULL
     GROUP BY currency ORDER BY currency`;
  return sumRow.parse(rows);
}
