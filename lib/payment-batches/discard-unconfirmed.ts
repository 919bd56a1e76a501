import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Actor, Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { DeletedBatch } from './discard-store.ts';
import { deleteAbandoned, deleteIncomplete } from './discard-store.ts';
import { longTransactionMs } from './store.ts';

/** An upload takes minutes. One that is still incomplete after this was interrupted, and no page shows it. */
const incompleteAfterMs = 60 * 60_000;
const abandonedAfterMs = 7 * 24 * 60 * 60_000;

const recordDiscard = (
  transaction: Transaction,
  context: Context<SystemActor>,
  { businessId, batchId, fileName, state }: DeletedBatch,
): Promise<void> =>
  writeAudit(transaction, context, {
    businessId,
    action: 'payment-batch.discard',
    objectType: 'payment-batch',
    objectId: batchId,
    before: { fileName, state },
  });

/** Deletes the interrupted uploads of a business, as the system. */
export async function discardIncomplete(
  transaction: Transaction,
  context: Context<Actor>,
  businessId: BusinessId,
): Promise<void> {
  const deleted = await deleteIncomplete(
    transaction,
    businessId,
    addMilliseconds(context.clock.now(), -incompleteAfterMs),
  );
  const system = createContext({ kind: 'system', name: 'payment-batches' }, context);
  for (const batch of deleted) await recordDiscard(transaction, system, batch);
}

/** Deletes the batches of all businesses that were not confirmed within a week. Returns their number. */
export async function discardAbandoned(context: Context<SystemActor>, signal: AbortSignal): Promise<number> {
  const createdBefore = addMilliseconds(context.clock.now(), -abandonedAfterMs);
  const discardNext = () =>
    inTransaction(
      async (transaction) => {
        const deleted = await deleteAbandoned(transaction, createdBefore);
        if (deleted === null) return false;
        await announce(transaction, { businessId: deleted.businessId, topics: ['batches'] });
        await recordDiscard(transaction, context, deleted);
        return true;
      },
      'read-committed',
      longTransactionMs,
    );
  let count = 0;
  while (!signal.aborted && (await discardNext())) count += 1;
  return count;
}
