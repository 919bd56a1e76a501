import 'server-only';
import { inCallbackTransaction } from '#lib/database/transaction.ts';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import { observeCallback, quarantineCallback } from '#lib/observations/index.ts';
import { settleIntent } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { classifyError, firstWords } from './classify-error.ts';

/**
 * Keeps one callback: inbox row, effect and the request that it settles in one transaction. What can't be applied
 * through a mistake of ours is kept in quarantine. Throws what the database throws.
 */
export async function receiveOne(
  received: CallbackObservation,
  context: Context<SystemActor>,
): Promise<ObservedCallback> {
  try {
    return await inCallbackTransaction(async (transaction) => {
      const seen = await observeCallback(transaction, received);
      // What stands in quarantine settles nothing.
      if (changedReadModel(seen) && seen.paymentId !== null)
        await settleIntent(transaction, context, {
          businessId: received.businessId,
          clientPaymentId: seen.clientPaymentId,
          paymentId: seen.paymentId,
        });
      return seen;
    });
  } catch (failure) {
    if (classifyError(failure) !== 'content') throw failure;
    context.log.error({ error: failure, kind: received.kind }, 'a callback could not be applied');
    const reason = { path: '', problem: `could not be applied here: ${firstWords(failure)}` };
    return inCallbackTransaction((transaction) => quarantineCallback(transaction, received, reason));
  }
}

/** Whether the read model learned something from it. */
export const changedReadModel = ({ repeat, verdict }: ObservedCallback): boolean =>
  !repeat && (verdict === 'applied' || verdict === 'new-version');
