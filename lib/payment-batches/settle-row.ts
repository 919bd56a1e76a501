import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/batch-problems.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { settleRowForm } from './schema.ts';
import { lockLostRow, storeSettlement } from './settlement-store.ts';
import { lockBatch } from './store.ts';

/**
 * Settles a row that may have been sent before a backup was restored. Only a person who looked at the service knows what
 * became of it: it created one of the reported payments, or none. The person names the reported payments that they saw.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' if the row is not in doubt, other payments may be from it by
 * now, or the payment belongs to another row.
 */
export async function settleRow(
  context: Context<PersonActor>,
  input: z.output<typeof settleRowForm>,
): Promise<{ readonly number: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { batchId, number, paymentId, seenRevision } = input;
  const key = { businessId, batchId };
  return inTransaction(async (transaction) => {
    if ((await lockBatch(transaction, key)) === null)
      throw new Problem('not-found', tBatchProblems('verbs.notFound'));
    const row = await lockLostRow(transaction, key, number, paymentId);
    if (row === null || row.settled !== null)
      throw new Problem('conflict', tBatchProblems('verbs.notInDoubt'));
    if (row.seen.revision !== seenRevision)
      throw new Problem('conflict', tBatchProblems('verbs.paymentsChanged'));
    if (paymentId !== null && !row.isCandidate)
      throw new Problem('conflict', tBatchProblems('verbs.noPaymentSeen'));
    await storeSettlement(transaction, key, number, {
      paymentId,
      personId: context.actor.personId,
      at: context.clock.now(),
      error: paymentId === null ? tBatchProblems('run.settledAsFailed') : null,
    });
    await announce(transaction, { businessId, topics: ['batches'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-batch.settle-row',
      objectType: 'payment-batch',
      objectId: batchId,
      before: { number, state: 'unknown' },
      after: {
        number,
        state: paymentId === null ? 'failed' : 'done',
        clientPaymentId: row.clientPaymentId,
        paymentId,
        seenPaymentIds: row.seen.paymentIds,
        furtherPayments: row.seen.further,
        laterIntentId: row.later?.intentId ?? null,
      },
    });
    return { number };
  });
}
