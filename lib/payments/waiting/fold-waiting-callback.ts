import 'server-only';
import { inTransaction } from '#lib/database/transaction.ts';
import type { ObservedCallback, WaitingCallback } from '#lib/observations/index.ts';
import { foldWaiting, hasChangedReadModel, listWaitingAbout } from '#lib/observations/index.ts';
import type { Context } from '#lib/platform/context.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { settleIntent } from '../create/settle-intent.ts';

/**
 * Folds one stored callback that waits, and settles its create request, in one transaction.
 *
 * @throws any database error, also if its records stay locked.
 */
export const foldWaitingCallback = (context: Context, waiting: WaitingCallback): Promise<ObservedCallback> =>
  inTransaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL lock_timeout = 500`;
    const observed = await foldWaiting(transaction, waiting);
    // A quarantined callback settles no request.
    if (hasChangedReadModel(observed) && observed.paymentId !== null)
      await settleIntent(transaction, context, {
        businessId: waiting.observation.businessId,
        clientPaymentId: observed.clientPaymentId,
        paymentId: observed.paymentId,
      });
    return observed;
  });

/**
 * Folds the stored callbacks that wait for this payment, deposit or withdrawal, in order of receipt. Usually there are none.
 *
 * @throws any database error, also if its records stay locked.
 */
export async function foldWaitingAbout(
  context: Context,
  businessId: BusinessId,
  record: { readonly paymentId?: PaymentId; readonly subjectId?: string },
): Promise<void> {
  for (const waiting of await listWaitingAbout(businessId, record))
    await foldWaitingCallback(context, waiting);
}
