import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Context } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { applyCreationDetails } from './detail-store.ts';
import { linkPayment } from './intent-payment-store.ts';
import { findPaymentRequestedAt } from './intent-queries.ts';
import { storeOutcome } from './intent-store.ts';
import { choosePaymentOwner } from './model/intent.ts';
import { lockIntentsToSettle } from './settle-store.ts';

/**
 * Settles the intent of a payment that a callback, read or import reported. An unknown or pending intent becomes
 * CREATED, because the payment exists. A created, refused or unsent intent keeps its state and gets the payment as
 * another one seen under its client id. Call it after observeCallback or observeAnswer, in their transaction.
 * Returns null when nothing is new.
 */
export async function settleIntent(
  transaction: Transaction,
  context: Context,
  payment: {
    readonly businessId: BusinessId;
    readonly clientPaymentId: string | null;
    readonly paymentId: PaymentId;
  },
): Promise<'settled' | 'found' | null> {
  const { businessId, clientPaymentId, paymentId } = payment;
  if (clientPaymentId === null) return null;
  const now = context.clock.now();
  const intents = await lockIntentsToSettle(transaction, businessId, clientPaymentId, paymentId, now);
  if (intents.length === 0) return null;
  // The answer that named the payment, or an earlier report, decides first.
  const intent =
    intents.find(({ hasPayment }) => hasPayment) ??
    choosePaymentOwner(intents, await findPaymentRequestedAt(transaction, businessId, paymentId));
  if (intent === null) return null;
  const before = await linkPayment(transaction, intent, { paymentId, attemptId: null, at: now });
  if (before === 'of-another') return null;
  // A payment seen before the last attempt can't settle it, unless our own answer named it.
  const settles = (intent.state === 'UNKNOWN' || intent.state === 'SENDING') && before !== 'seen';
  if (!settles && before !== 'found') return null;
  if (settles) {
    await storeOutcome(transaction, intent.intentId, now, {
      state: 'CREATED',
      paymentId,
      errorCode: null,
      errorMessage: null,
    });
    await applyCreationDetails(transaction, context, { businessId, intentId: intent.intentId, paymentId });
  }
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
