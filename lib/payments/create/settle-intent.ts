import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { keepPayment } from './intent-payment-store.ts';
import { paymentRequestedAt } from './intent-queries.ts';
import { lockIntentToSettle, storeOutcome } from './intent-store.ts';

/** Clocks differ; a payment asked for longer than this before the intent is another's with the same client id. */
const clockToleranceSeconds = 15 * 60;

/**
 * Something told of a payment with this client id: a callback or an import. An intent of that id whose outcome is
 * unknown, or still awaited, is settled by it: the payment exists. One that is created, refused or unsent keeps its
 * state and takes the payment in as another one seen under its id: a second link of ours, or one made elsewhere. Call
 * it behind observeCallback and observeAnswer, in their transaction. Null: nothing that we did not know.
 */
export async function settleIntent(
  transaction: Transaction,
  context: Context,
  told: {
    readonly businessId: BusinessId;
    readonly clientPaymentId: string | null;
    readonly paymentId: PaymentId;
  },
): Promise<'settled' | 'found' | null> {
  const { businessId, clientPaymentId, paymentId } = told;
  if (clientPaymentId === null) return null;
  const now = context.clock.now();
  const intent = await lockIntentToSettle(transaction, businessId, clientPaymentId, paymentId, now);
  if (intent === null) return null;
  const requestedAt = await paymentRequestedAt(transaction, businessId, paymentId);
  if (requestedAt !== null && requestedAt + clockToleranceSeconds < inSeconds(intent.createdAt)) return null;
  const before = await keepPayment(transaction, intent, { paymentId, confirmed: false, at: now });
  if (before === 'of-another') return null;
  // What was there before the last attempt says nothing about it, unless our own answer named it.
  const settles = (intent.state === 'UNKNOWN' || intent.state === 'SENDING') && before !== 'seen';
  if (!settles && before !== 'found') return null;
  if (settles)
    await storeOutcome(transaction, intent.intentId, now, {
      state: 'CREATED',
      paymentId,
      errorCode: null,
      errorMessage: null,
    });
  await announce(transaction, { businessId, topics: ['intents'] });
  await writeAudit(transaction, context, {
    businessId,
    action: settles ? 'payment.settle' : 'payment.also-seen',
    objectType: 'payment-intent',
    objectId: intent.intentId,
    before: { state: intent.state },
    after: { state: settles ? 'CREATED' : intent.state, paymentId },
  });
  return settles ? 'settled' : 'found';
}
