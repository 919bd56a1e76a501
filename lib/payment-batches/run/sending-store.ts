import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { BusinessId, IntentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { BatchKey } from '../store.ts';
import type { Lease } from './lease-store.ts';
import { requireRunning } from './lease-store.ts';

const nextRow = z.array(
  z.object({
    number: z.number(),
    intentId: z.string().transform((id) => toId<IntentId>(id)),
    isPaymentKnown: z.boolean(),
  }),
);

/** A row to send. The person who confirmed it has seen whether a payment with its ID exists already. */
export type QueuedRow = z.output<typeof nextRow>[number];

/** Returns the first queued row after another one in the order of the file, or null. */
export async function findNextRow(
  { businessId, batchId }: BatchKey,
  after: number,
): Promise<QueuedRow | null> {
  const rows: unknown = await database().$queryRaw`
    SELECT line.number, line.intent_id::text AS "intentId",
           line.taken_by IS NOT DISTINCT FROM 'payment' AS "isPaymentKnown"
      FROM payment_batch_row line
      JOIN payment_intent intent ON intent.business_id = line.business_id AND intent.id = line.intent_id
     WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid AND line.number > ${after}
       AND intent.state = 'QUEUED'
     ORDER BY line.number LIMIT 1`;
  return nextRow.parse(rows)[0] ?? null;
}

/** Answers from which the usual latency of a run is known. */
const recentAnswers = 10;

const latencyRow = z.tuple([z.object({ usualMs: z.number().nullable() })]);

/** Returns the mean milliseconds until the latest answers of a batch, or null before the first one. */
export async function findUsualLatency({ businessId, batchId }: BatchKey): Promise<number | null> {
  const rows: unknown = await database().$queryRaw`
    SELECT avg(latest.ms)::float8 AS "usualMs" FROM (
      SELECT extract(epoch FROM attempt.finished_at - attempt.started_at) * 1000 AS ms
        FROM payment_batch_row line
        JOIN payment_attempt attempt ON attempt.intent_id = line.intent_id AND attempt.outcome = 'CREATED'
       WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid
       ORDER BY line.number DESC LIMIT ${recentAnswers}) AS latest`;
  return latencyRow.parse(rows)[0].usualMs;
}

/** Gives up a queued request that can't be sent, for good. Its client payment ID is free then. */
export async function failRow(
  transaction: Transaction,
  businessId: BusinessId,
  intentId: IntentId,
  { at, error }: { readonly at: Instant; readonly error: string },
): Promise<void> {
  await transaction.paymentIntent.updateMany({
    where: { id: intentId, businessId, state: 'QUEUED' },
    data: { state: 'UNSENT', changedAt: toDate(at), errorCode: 'invalid', errorMessage: error },
  });
}

/**
 * Marks requests of running batches as unknown that were interrupted before their outcome was saved. Those of one process
 * count as one interruption of their run. Returns the businesses of these requests.
 */
export async function markInterrupted(
  transaction: Transaction,
  startedBefore: Instant,
): Promise<readonly string[]> {
  const rows: unknown = await transaction.$queryRaw`
    WITH interrupted AS (
      UPDATE payment_intent intent
         SET state = 'UNKNOWN', error_code = 'interrupted', error_message = ${tPaymentRefusals('sendAgain.interrupted')}
        FROM payment_batch_row line
        JOIN payment_batch batch ON batch.business_id = line.business_id AND batch.batch_id = line.batch_id
       WHERE batch.state = 'running' AND intent.business_id = batch.business_id AND intent.state = 'SENDING'
         AND intent.changed_at < ${toDate(startedBefore)}
         AND line.business_id = intent.business_id AND line.intent_id = intent.id
      RETURNING line.business_id, line.batch_id),
    counted AS (
      UPDATE payment_batch batch SET unknown_in_a_row = batch.unknown_in_a_row + 1
        FROM (SELECT DISTINCT business_id, batch_id FROM interrupted) AS lines
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
    SELECT count(*) FILTER (WHERE intent.state IN ('QUEUED', 'SENDING'))::int AS sending,
           count(*) FILTER (WHERE intent.state = 'CREATED')::int AS done,
           count(*) FILTER (WHERE intent.state IN ('REJECTED', 'UNSENT'))::int AS failed,
           count(*) FILTER (WHERE intent.state = 'UNKNOWN')::int AS unknown
      FROM payment_batch_row line
      JOIN payment_intent intent ON intent.business_id = line.business_id AND intent.id = line.intent_id
     WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid`;
  const counts = countRow.parse(rows)[0];
  if (counts === undefined || counts.sending > 0) return null;
  await transaction.paymentBatch.update({
    where: { businessId_batchId: { businessId, batchId } },
    data: { state: 'done', endedAt: toDate(at), notBefore: null },
  });
  return counts;
}
