import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Context } from '#lib/platform/context.ts';
import { announce } from '#lib/platform/live.ts';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { inSeconds } from '#lib/values/instant.ts';
import { paymentRequestedAt } from './intent-queries.ts';
import { lockUnsettledIntentOf, storeOutcome } from './intent-store.ts';

/** Clocks differ; a payment asked for longer than this before the intent is another's with the same client id. */
const clockToleranceSeconds = 15 * 60;

/**
 * Something told of a payment with this client id: a callback or an import. An intent of that id whose outcome is
 * unknown, or still awaited, is settled by it: the payment exists. Call it behind observeCallback and observeAnswer, in
 * their transaction. Answers whether an intent was settled.
 */
export async function settleIntent(
  transaction: Transaction,
  context: Context,
  told: {
    readonly businessId: BusinessId;
    readonly clientPaymentId: string | null;
    readonly paymentId: PaymentId;
  },
): Promise<boolean> {
  const { businessId, clientPaymentId, paymentId } = told;
  if (clientPaymentId === null) return false;
  const now = context.clock.now();
  const intent = await lockUnsettledIntentOf(transaction, businessId, clientPaymentId, now);
  if (intent === null) return false;
  const requestedAt = await paymentRequestedAt(transaction, businessId, paymentId);
  if (requestedAt !== null && requestedAt + clockToleranceSeconds < inSeconds(intent.createdAt)) return false;
  await storeOutcome(transaction, intent.intentId, now, {
    state: 'CREATED',
    paymentId,
    errorCode: null,
    errorMessage: null,
  });
  await announce(transaction, { businessId, topics: ['intents'] });
  await writeAudit(transaction, context, {
    businessId,
    action: 'payment.settle',
    objectType: 'payment-intent',
    objectId: intent.intentId,
    before: { state: intent.state },
    after: { state: 'CREATED', paymentId },
  });
  return true;
}
