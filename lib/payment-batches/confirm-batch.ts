import 'server-only';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { describeApprovalBlocks, findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { headerSignature } from './check-rows.ts';
import { queueRows } from './queue-store.ts';
import { markTakenClientIds, sumRows } from './row-store.ts';
import type { BatchId, confirmBatchForm } from './schema.ts';
import {
  countAboveLimit,
  findConfirmerBlocks,
  lockBatch,
  longTransactionMs,
  setRevision,
  startRun,
  storeMapping,
} from './store.ts';

/**
 * Requires a person who didn't prepare the rows above a limit and can approve for everyone who did.
 *
 * @throws Problem 'conflict'
 */
async function requireConfirmer(
  transaction: Transaction,
  { actor, clock }: Context<PersonActor>,
  {
    businessId,
    authors,
    above,
  }: { readonly businessId: BusinessId; readonly authors: readonly string[]; readonly above: number },
): Promise<void> {
  const confirmer = { businessId, authors, approver: actor.personId };
  const blocks = await findConfirmerBlocks(transaction, confirmer, clock.now());
  if (!authors.includes(actor.personId) && blocks.length === 0) return;
  const refusal = tBatchProblems('verbs.aboveLimit', { count: above });
  throw new Problem('conflict', [refusal, describeApprovalBlocks(blocks)].join(' ').trim());
}

/**
 * Confirms the rows that the person saw, creates their requests and starts to send them in the order of the file. Rows with
 * errors are left out. Refuses when a request or payment has taken an ID since the check. Rows above a limit need a person
 * who did not prepare the file, with a recent authentication.
 *
 * @throws Problem 'not-found', 'forbidden', 'reauthentication-required' for rows above a limit, or 'conflict' when nothing
 * was started.
 */
export async function confirmBatch(
  context: Context<PersonActor>,
  input: z.output<typeof confirmBatchForm>,
): Promise<{ readonly batchId: BatchId }> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { batchId } = input;
  const key = { businessId, batchId };
  const stale = await findStaleAuthentication(context);
  const isStarted = await inTransaction(
    async (transaction) => {
      const batch = await lockBatch(transaction, key);
      if (batch === null) throw new Problem('not-found', tBatchProblems('verbs.notFound'));
      if (batch.confirmedAt !== null) throw new Problem('conflict', tBatchProblems('verbs.confirmed'));
      if (batch.state !== 'checked') throw new Problem('conflict', tBatchProblems('verbs.notChecked'));
      if (batch.revision !== input.revision) return false;
      // The marks are stored, so that the person sees them.
      if ((await markTakenClientIds(transaction, key)) > 0) {
        await setRevision(transaction, key, randomUUID());
        await announce(transaction, { businessId, topics: ['batches'] });
        return false;
      }
      const at = context.clock.now();
      const { sendable, queued } = await queueRows(transaction, key, context.actor.personId, at);
      // The person sees the mark of such an ID after the next attempt.
      if (queued < sendable) throw new Problem('conflict', tBatchProblems('verbs.changed'));
      if (queued === 0) throw new Problem('conflict', tBatchProblems('verbs.nothingToSend'));
      const { above, authors } = await countAboveLimit(transaction, key);
      if (above > 0) await requireConfirmer(transaction, context, { businessId, authors, above });
      if (above > 0 && stale !== null) throw stale;
      const sums = await sumRows(transaction, key);
      await startRun(transaction, key, context.actor.personId, at);
      const { headers, mapping, defaults } = batch;
      await storeMapping(transaction, businessId, headerSignature(headers), { mapping, defaults });
      await announce(transaction, { businessId, topics: ['batches'] });
      await writeAudit(transaction, context, {
        businessId,
        action: 'payment-batch.confirm',
        objectType: 'payment-batch',
        objectId: batchId,
        after: { fileName: batch.fileName, queued, leftOut: batch.rowCount - queued, sums },
      });
      return true;
    },
    'read-committed',
    longTransactionMs,
  );
  if (!isStarted) throw new Problem('conflict', tBatchProblems('verbs.changed'));
  return { batchId };
}
