import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tBatchProblems } from '#lib/messages/payment-batches.ts';
import { storeNotCreated } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { listUnknownIntents } from './queue-store.ts';
import type { BatchId, rowsNotCreatedForm } from './schema.ts';
import { lockBatch, longTransactionMs } from './store.ts';

/**
 * Records that the rows with an unknown outcome created no payment, after a person looked for all of them at the service.
 * Rows of which a payment was reported stay as they are.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' while the batch runs or if the person saw another number of rows
 */
export async function recordRowsNotCreated(
  context: Context<PersonActor>,
  input: z.output<typeof rowsNotCreatedForm>,
): Promise<{ readonly batchId: BatchId }> {
  const { businessId } = requirePermission(context, input.businessId, 'payment.create');
  const { batchId, count } = input;
  const key = { businessId, batchId };
  return inTransaction(
    async (transaction) => {
      const batch = await lockBatch(transaction, key);
      if (batch === null) throw new Problem('not-found', tBatchProblems('verbs.notFound'));
      if (batch.state === 'running') throw new Problem('conflict', tBatchProblems('verbs.running'));
      const intentIds = await listUnknownIntents(transaction, key);
      if (intentIds.length !== count) throw new Problem('conflict', tBatchProblems('verbs.outcomesChanged'));
      const changed = await storeNotCreated(transaction, businessId, intentIds, context.clock.now());
      await announce(transaction, { businessId, topics: ['batches', 'intents'] });
      await writeAudit(transaction, context, {
        businessId,
        action: 'payment-batch.not-created',
        objectType: 'payment-batch',
        objectId: batchId,
        after: { count: changed },
      });
      return { batchId };
    },
    'read-committed',
    longTransactionMs,
  );
}
