import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import type { IntentId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { BatchKey } from './store.ts';

const queuedRows = z.tuple([z.object({ sendable: z.number(), queued: z.number() })]);

/**
 * Creates the requests of all rows without errors, which claim their client payment IDs, and gives each row its own.
 * Fewer rows are queued than sendable if another request has claimed an ID at the same time.
 */
export async function queueRows(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  personId: PersonId,
  at: Instant,
): Promise<{ readonly sendable: number; readonly queued: number }> {
  const rows: unknown = await transaction.$queryRaw`
    WITH sendable AS MATERIALIZED (
      SELECT number, gen_random_uuid() AS intent_id, client_payment_id, request_body
        FROM payment_batch_row
       WHERE business_id = ${businessId}::uuid AND batch_id = ${batchId}::uuid
         AND NOT has_errors AND duplicate_of IS NULL AND taken_by IS DISTINCT FROM 'request'),
    made AS (
      INSERT INTO payment_intent (id, business_id, client_payment_id, request_body, state, created_by, created_at, changed_at)
      SELECT intent_id, ${businessId}::uuid, client_payment_id, request_body, 'QUEUED', ${personId}::uuid,
             ${toDate(at)}, ${toDate(at)}
        FROM sendable ORDER BY number
      ON CONFLICT (business_id, client_payment_id) WHERE state NOT IN ('REJECTED', 'UNSENT') DO NOTHING
      RETURNING id),
    linked AS (
      UPDATE payment_batch_row line SET intent_id = sendable.intent_id
        FROM sendable JOIN made ON made.id = sendable.intent_id
       WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid
         AND line.number = sendable.number
      RETURNING 1)
    SELECT (SELECT count(*)::int FROM sendable) AS sendable, (SELECT count(*)::int FROM linked) AS queued`;
  return queuedRows.parse(rows)[0];
}

/** Releases the requests of a batch that were not sent, with their client payment IDs. The caller has locked the batch. */
export async function releaseQueued(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
  at: Instant,
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE payment_intent intent
       SET state = 'UNSENT', changed_at = ${toDate(at)}, http_status = NULL, error_code = 'stopped',
           error_message = ${tBatchProblems('run.stopped')}
      FROM payment_batch_row line
     WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid
       AND intent.business_id = line.business_id AND intent.id = line.intent_id AND intent.state = 'QUEUED'`;
}

const intentIds = z.array(z.object({ id: z.string() }));

/** Lists the requests of a batch whose outcome is unknown. */
export async function listUnknownIntents(
  transaction: Transaction,
  { businessId, batchId }: BatchKey,
): Promise<readonly IntentId[]> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT intent.id::text FROM payment_batch_row line
      JOIN payment_intent intent ON intent.business_id = line.business_id AND intent.id = line.intent_id
     WHERE line.business_id = ${businessId}::uuid AND line.batch_id = ${batchId}::uuid AND intent.state = 'UNKNOWN'`;
  return intentIds.parse(rows).map(({ id }) => toId<IntentId>(id));
}
