import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { releaseQueued } from './queue-store.ts';
import { pauseRun, resumeRun, stopRun } from './run/control-store.ts';
import type { BatchId, batchForm } from './schema.ts';
import { deleteBatch, lockBatch } from './store.ts';
import type { StoredBatch } from './stored-batch.ts';

type Input = z.output<typeof batchForm>;
type Changed = { readonly batchId: BatchId };

/** Changes a locked batch, and audits and announces it. */
async function change(
  context: Context<PersonActor>,
  input: Input,
  action: 'pause' | 'resume' | 'stop' | 'discard',
  work: (transaction: Transaction, batch: StoredBatch) => Promise<void>,
): Promise<Changed> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { batchId } = input;
  return inTransaction(async (transaction) => {
    const batch = await lockBatch(transaction, { businessId, batchId });
    if (batch === null) throw new Problem('not-found', tBatchProblems('verbs.notFound'));
    await work(transaction, batch);
    await announce(transaction, { businessId, topics: ['batches'] });
    await writeAudit(transaction, context, {
      businessId,
      action: `payment-batch.${action}`,
      objectType: 'payment-batch',
      objectId: batchId,
      before: { state: batch.state, pauseReason: batch.pauseReason },
    });
    return { batchId };
  });
}

/**
 * Pauses a run. A row that is being sent is finished.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' if it is not running.
 */
export const pauseBatch = (context: Context<PersonActor>, input: Input): Promise<Changed> =>
  change(context, input, 'pause', async (transaction, batch) => {
    if (batch.state !== 'running') throw new Problem('conflict', tBatchProblems('verbs.notRunning'));
    await pauseRun(transaction, batch, { reason: 'person' });
  });

/**
 * Continues a paused run in the name of this person. Rows with an unknown outcome stay as they are.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' if it is not paused.
 */
export const resumeBatch = (context: Context<PersonActor>, input: Input): Promise<Changed> =>
  change(context, input, 'resume', async (transaction, batch) => {
    if (batch.state !== 'paused') throw new Problem('conflict', tBatchProblems('verbs.notPaused'));
    await resumeRun(transaction, batch, context.actor.personId);
  });

/**
 * Ends a run for good. Requests that were not sent release their client payment IDs.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' if it has ended or not begun.
 */
export const stopBatch = (context: Context<PersonActor>, input: Input): Promise<Changed> =>
  change(context, input, 'stop', async (transaction, batch) => {
    if (batch.state !== 'running' && batch.state !== 'paused')
      throw new Problem('conflict', tBatchProblems('verbs.ended'));
    const at = context.clock.now();
    await releaseQueued(transaction, batch, at);
    await stopRun(transaction, batch, at);
  });

/**
 * Deletes a batch that was never confirmed, with its file.
 *
 * @throws Problem 'not-found', 'forbidden', 'conflict' if it was confirmed, and 'reauthentication-required' for the file
 * of another person.
 */
export async function discardBatch(context: Context<PersonActor>, input: Input): Promise<Changed> {
  requirePermission(context, input.businessId, 'payment.create');
  const stale = await findStaleAuthentication(context);
  return change(context, input, 'discard', async (transaction, batch) => {
    if (batch.confirmedAt !== null) throw new Problem('conflict', tBatchProblems('verbs.confirmed'));
    if (batch.createdBy !== context.actor.personId && stale !== null) throw stale;
    await deleteBatch(transaction, batch);
  });
}
