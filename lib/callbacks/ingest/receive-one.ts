import 'server-only';
import { inCallbackTransaction } from '#lib/database/transaction.ts';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import {
  hasChangedReadModel,
  observeCallback,
  prepareCallback,
  quarantineCallback,
} from '#lib/observations/index.ts';
import { foldWaitingAbout, settleIntent } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { classifyError, summarizeError } from './classify-error.ts';

/** Longest wait for each lock. Then the callback is stored without its effect, and waits. */
const lockMs = 500;

/**
 * Stores one callback, its effect and the create request that it settles in one transaction, after the earlier callbacks
 * that wait for the same record. A callback that can't be applied because of a bug is quarantined.
 *
 * @throws The error of the database.
 */
export async function receiveOne(
  received: CallbackObservation,
  context: Context<SystemActor>,
): Promise<ObservedCallback> {
  await foldEarlier(received, context);
  try {
    return await inCallbackTransaction(async (transaction) => {
      await transaction.$executeRawUnsafe(`SET LOCAL lock_timeout = ${lockMs}`);
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

/** Folds the callbacks that wait for the same record. One that can't be folded is left to the worker. */
async function foldEarlier(received: CallbackObservation, context: Context<SystemActor>): Promise<void> {
  try {
    const { subjectId } = prepareCallback(received).parsed;
    if (subjectId !== null) await foldWaitingAbout(context, received.businessId, { subjectId });
  } catch (failure) {
    if (classifyError(failure) !== 'content') throw failure;
    context.log.error({ error: failure, kind: received.kind }, 'a waiting callback could not be folded');
  }
}
