import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/batch-problems.ts';
import { tPaymentRefusals } from '#lib/messages/payment-refusals.ts';
import type { CommittedIntent, ReplacedIntent } from '#lib/payments/index.ts';
import { findDuplicateRisk } from '#lib/payments/index.ts';
import { Problem } from '#lib/values/errors.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { RowValues } from '../model/fields.ts';
import type { BatchKey } from '../store.ts';
import { storedValues } from '../stored-batch.ts';
import type { Lease } from './lease-store.ts';
import { requireRunning } from './lease-store.ts';

/** A row to send. */
export type QueuedRow = { readonly number: number; readonly values: RowValues };

/** Returns the next row in the order of the file, or null. */
export async function findNextRow({ businessId, batchId }: BatchKey): Promise<QueuedRow | null> {
  const row = await database().paymentBatchRow.findFirst({
    where: { businessId, batchId, state: 'queued' },
    orderBy: { number: 'asc' },
    select: { number: true, values: true },
  });
  return row === null ? null : { number: row.number, values: storedValues.parse(row.values) };
}

const lockedRow = z.array(
  z.object({
    state: z.string(),
    takenBy: z.string().nullable(),
    takenAttempts: z.number().nullable(),
    intentId: z.string().nullable(),
    requestBody: z.string().nullable(),
    clientPaymentId: z.string(),
  }),
);
type LockedRow = z.output<typeof lockedRow>[number];

/** Locks a row of a running batch until the transaction ends. @throws RunEndedError if it is paused or taken over. */
async function lockRow(transaction: Transaction, lease: Lease, number: number) {
  await requireRunning(transaction, lease);
  const rows: unknown = await transaction.$queryRaw`
    SELECT state, taken_by AS "takenBy", taken_attempts AS "takenAttempts", intent_id::text AS "intentId",
           request_body AS "requestBody", client_payment_id AS "clientPaymentId"
      FROM payment_batch_row
     WHERE business_id = ${lease.businessId}::uuid AND batch_id = ${lease.batchId}::uuid AND number = ${number}
       FOR UPDATE`;
  return lockedRow.parse(rows)[0];
}

/** The requests that a row may replace after a person has confirmed the warning about them. */
const replaceable: ReadonlySet<string | null> = new Set(['refused', 'unsent', 'restored']);

/** Returns true if the person who confirmed the row saw that it replaces a refused or unsent request. */
const replacesRequest = (row: LockedRow | undefined): boolean =>
  row !== undefined && row.intentId === null && replaceable.has(row.takenBy);

/**
 * Prepares an earlier request for its replacement by a row, before it changes. Rows that followed it keep their results
 * and refer to the batch of the new row. The caller has locked the request.
 *
 * @throws RunEndedError if the run is paused or taken over, Problem 'conflict' if no person confirmed the replacement,
 * or if the request was sent again since the person saw it. Nothing is sent then.
 */
export async function replaceRequest(
  transaction: Transaction,
  lease: Lease,
  number: number,
  { intentId }: ReplacedIntent,
): Promise<void> {
  const row = await lockRow(transaction, lease, number);
  // An unsent row sends its own request again.
  if (row?.intentId === intentId) return;
  if (!replacesRequest(row)) throw new Problem('conflict', tBatchProblems('run.taken'));
  const { businessId, batchId } = lease;
  const attempts = await transaction.paymentAttempt.count({ where: { intentId } });
  if (attempts !== row?.takenAttempts) throw new Problem('conflict', tBatchProblems('run.changed'));
  await transaction.paymentBatchRow.updateMany({
    where: { businessId, intentId, replacedBy: null },
    data: { state: 'failed', replacedBy: batchId },
  });
}

/**
 * Gives a row its intent, in the transaction that commits the intent. From then on the row follows the intent's state.
 *
 * @throws RunEndedError if the run is paused or taken over. Problem 'conflict' if the client id belongs to another
 * request or a reported payment, or if a person has corrected the request of this row. Nothing is sent then.
 */
export async function claimRow(
  transaction: Transaction,
  lease: Lease,
  number: number,
  { intentId, requestBody, replacedBody }: CommittedIntent,
): Promise<void> {
  const { businessId, batchId } = lease;
  const row = await lockRow(transaction, lease, number);
  // The intent of an unsent row is sent again, which has already set the row to sending.
  const isOwn = row?.intentId === intentId;
  const isSendable = row?.state === 'queued' || (row?.state === 'sending' && isOwn);
  const isFree = replacedBody === null ? row?.intentId === null : isOwn || replacesRequest(row);
  if (!isSendable || !isFree) throw new Problem('conflict', tBatchProblems('run.taken'));
  if (isOwn && replacedBody !== requestBody) throw new Problem('conflict', tBatchProblems('run.corrected'));
  await requireSeenDoubts(transaction, lease, row);
  await transaction.paymentBatchRow.update({
    where: { businessId_batchId_number: { businessId, batchId, number } },
    data: { state: 'sending', intentId, requestBody: row.requestBody ?? requestBody, error: null },
  });
}

/**
 * Requires that the person who confirmed the row saw why a payment with its client payment ID may exist already. A payment
 * may have been imported, or reported by a callback, between the check and the request.
 *
 * @throws Problem 'conflict'. Nothing is sent then.
 */
async function requireSeenDoubts(
  transaction: Transaction,
  { businessId }: Lease,
  { takenBy, clientPaymentId }: LockedRow,
): Promise<void> {
  if (takenBy === 'payment') return;
  const { hasPayment, isMaybeSent } = await findDuplicateRisk(transaction, { businessId, clientPaymentId });
  if (hasPayment) throw new Problem('conflict', tBatchProblems('run.paymentAppeared'));
  if (isMaybeSent && takenBy !== 'restored') throw new Problem('conflict', tBatchProblems('run.maybeSent'));
}

/** Marks a row as failed of which nothing was sent. Returns false if it is not queued any more. */
export async function failRow(
  transaction: Transaction,
  lease: Lease,
  number: number,
  error: string,
): Promise<boolean> {
  await requireRunning(transaction, lease);
  const { businessId, batchId } = lease;
  const { count } = await transaction.paymentBatchRow.updateMany({
    where: { businessId, batchId, number, state: 'queued' },
    data: { state: 'failed', error },
  });
  return count > 0;
}

/**
 * Marks rows as unknown whose request was interrupted before its outcome was saved, and counts them for their runs.
 * Returns the businesses of these rows.
 */
export async function markInterrupted(
  transaction: Transaction,
  startedBefore: Instant,
): Promise<readonly string[]> {
  const rows: unknown = await transaction.$queryRaw`
    WITH interrupted AS (
      UPDATE payment_batch_row line
         SET state = 'unknown', error = ${tPaymentRefusals('sendAgain.interrupted')}
        FROM payment_intent intent
       WHERE line.state = 'sending' AND intent.id = line.intent_id AND intent.business_id = line.business_id
         AND intent.state = 'SENDING' AND intent.changed_at < ${toDate(startedBefore)}
      RETURNING line.business_id, line.batch_id),
    counted AS (
      UPDATE payment_batch batch SET unknown_in_a_row = batch.unknown_in_a_row + lines.count
        FROM (SELECT business_id, batch_id, count(*)::int AS count FROM interrupted GROUP BY 1, 2) AS lines
       WHERE batch.business_id = lines.business_id AND batch.batch_id = lines.batch_id)
    SELECT DISTINCT business_id::text AS "businessId" FROM interrupted`;
  return z
    .array(z.object({ businessId: z.string() }))
    .parse(rows)
    .map(({ businessId }) => businessId);
}

const countRow = z.array(
  z.object({ sending: z.number(), done: z.number(), failed: z.number(), unknown: z.number() }),
);

/** The rows of a run that has no queued row left. */
type RunCounts = z.output<typeof countRow>[number];

/** Ends a run if no row is queued or being sent. Returns its counts, or null while rows are being sent. */
export async function finishRun(
  transaction: Transaction,
  lease: Lease,
  at: Instant,
): Promise<RunCounts | null> {
  const { businessId, batchId } = lease;
  await requireRunning(transaction, lease);
  const rows: unknown = await transaction.$queryRaw`
    SELECT count(*) FILTER (WHERE state IN ('queued', 'sending'))::int AS sending,
           count(*) FILTER (WHERE state = 'done')::int AS done,
           count(*) FILTER (WHERE state = 'failed')::int AS failed,
           count(*) FILTER (WHERE state = 'unknown')::int AS unknown
      FROM payment_batch_row WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid`;
  const counts = countRow.parse(rows)[0];
  if (counts === undefined || counts.sending > 0) return null;
  await transaction.paymentBatch.update({
    where: { businessId_batchId: { businessId, batchId } },
    data: { state: 'done', endedAt: toDate(at), notBefore: null },
  });
  return counts;
}
