import 'server-only';
import { inCallbackTransaction } from '#lib/database/transaction.ts';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import { observeCallback, quarantineCallback } from '#lib/observations/index.ts';
import { settleIntent } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { classifyError, summarizeError } from './classify-error.ts';

/**
 * Stores one callback, its effect and the create request that it settles in one transaction. A callback that can't be
 * applied because of a bug is quarantined.
 *
 * @throws The error of the database.
 */
export async function receiveOne(
  received: CallbackObservation,
  context: Context<SystemActor>,
): Promise<ObservedCallback> {
  try {
    return await inCallbackTransaction(async (transaction) => {
      const observed = await observeCallback(transaction, received);
      // A quarantined callback settles no request.
      if (hasChangedReadModel(observed) && observed.paymentId !== null)
        await settleIntent(transaction, context, {
          businessId: received.businessId,
          clientPaymentId: observed.clientPaymentId,
          paymentId: observed.paymentId,
        });
      return observed;
    });
  } catch (failure) {
    if (classifyError(failure) !== 'content') throw failure;
    context.log.error({ error: failure, kind: received.kind }, 'a callback could not be applied');
    const reason = { path: '', problem: `could not be applied here: ${summarizeError(failure)}` };
    return inCallbackTransaction((transaction) => quarantineCallback(transaction, received, reason));
  }
}

/** Returns true if the callback changed the read model. */
export const hasChangedReadModel = ({ repeat, verdict }: ObservedCallback): boolean =>
  !repeat && (verdict === 'applied' || verdict === 'new-version');
