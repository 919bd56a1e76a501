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
  /** The exact body that the row is sent as. Null for rows with errors. */
  readonly requestBody: string | null;
  /** The first row of the file with the same client payment ID. */
  readonly duplicateOf: number | null;
  /** The values that people entered in place of those of the file. */
  readonly corrections: RowValues | null;
};

/** Longer IDs are errors of their own, and don't fit into the index. */
const toIndexedId = (id: string): string => (id.length > maximumClientIdLength ? '' : id);

const toColumns = ({ number, values, issues, amount, requestBody, duplicateOf, corrections }: NewRow) => ({
  request_body: requestBody,
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
                                   client_payment_id, currency, amount, request_body, duplicate_of, corrections, taken_by)
    SELECT ${businessId}::uuid, ${batchId}::uuid, number, "values", issues, has_errors, has_warnings,
           client_payment_id, currency, amount, request_body, duplicate_of, corrections, ${takenSql(businessId)}
      FROM jsonb_to_recordset(${JSON.stringify(rows.map(toColumns))}::jsonb)
        AS line (number int, "values" jsonb, issues jsonb, has_errors boolean, has_warnings boolean,
                 client_payment_id text, currency text, amount numeric, request_body text, duplicate_of int,
                 corrections jsonb)`;
  return true;
}

/**
 * SQL of what already has the client payment ID of the row `line`: request, payment or null. A refused or unsent request
 * has released its ID, unless a payment with it was reported: that may be the one that the request created.
 */
const takenSql = (businessId: string) => Prisma.sql`
  CASE WHEN EXISTS (SELECT FROM payment_intent active
                     WHERE active.business_id = ${businessId}::uuid AND active.client_payment_id = line.client_payment_id
                       AND active.state NOT IN ('REJECTED', 'UNSENT')) THEN 'request'
       WHEN EXISTS (SELECT FROM payment_intent released JOIN intent_payment seen ON seen.intent_id = released.id
                     WHERE released.business_id = ${businessId}::uuid
                       AND released.client_payment_id = line.client_payment_id) THEN 'request'
       WHEN EXISTS (SELECT FROM payment
                     WHERE payment.business_id = ${businessId}::uuid
                       AND payment.client_payment_id = line.client_payment_id) THEN 'payment' END`;

/** Marks the rows whose client payment ID a request or payment has by now. Returns the number of rows that changed. */
export async function markTakenClientIds(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<number> {
  return transaction.$executeRaw`
    UPDATE payment_batch_row stale SET taken_by = fresh.taken_by
      FROM (SELECT line.number, ${takenSql(businessId)} AS taken_by
              FROM payment_batch_row line
             WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid) AS fresh
     WHERE stale.business_id = ${businessId}::uuid AND stale.batch_id = ${batchId}::uuid AND stale.number = fresh.number
       AND stale.taken_by IS DISTINCT FROM fresh.taken_by`;
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
           taken_by = ${takenSql(businessId)}
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
      requestBody: columns.request_body,
      takenBy: null,
    },
  });
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
     WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid
       AND NOT has_errors AND duplicate_of IS NULL AND taken_by IS DISTINCT FROM 'request'
       AND currency IS NOT NULL AND amount IS NOT NULL
     GROUP BY currency ORDER BY currency`;
  return sumRow.parse(rows);
}
