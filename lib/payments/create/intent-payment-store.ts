import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, IntentId, PaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** Relation of a payment to an intent before it was saved: new, seen, confirmed by our own answer, or of another intent. */
export type PaymentLink = 'found' | 'seen' | 'confirmed' | 'of-another';

/**
 * Links the payment to the intent, which the caller has locked. Returns their earlier relation. `attemptId` is the
 * request of ours whose answer named the payment, or null. A payment stays with its first intent.
 */
export async function linkPayment(
  transaction: Transaction,
  intent: { readonly businessId: BusinessId; readonly intentId: IntentId },
  payment: { readonly paymentId: PaymentId; readonly attemptId: bigint | null; readonly at: Instant },
): Promise<PaymentLink> {
  const { businessId, intentId } = intent;
  const { paymentId, attemptId, at } = payment;
  const confirmed = attemptId !== null;
  const isFurther = await hasPayments(transaction, intent);
  const added = await transaction.intentPayment.createMany({
    data: { businessId, intentId, paymentId, confirmed, attemptId, isFurther, foundAt: toDate(at) },
    skipDuplicates: true,
  });
  if (added.count > 0) return 'found';
  const before = await transaction.intentPayment.findUniqueOrThrow({
    where: { businessId_paymentId: { businessId, paymentId } },
  });
  if (before.intentId !== intentId) return 'of-another';
  if (before.confirmed) return 'confirmed';
  if (confirmed)
    await transaction.intentPayment.update({
      where: { businessId_paymentId: { businessId, paymentId } },
      data: { confirmed, attemptId },
    });
  return 'seen';
}

/** Returns true when a payment was created or seen for this intent. Each may have a payable link. */
async function hasPayments(
  transaction: Transaction,
  { businessId, intentId }: { readonly businessId: BusinessId; readonly intentId: IntentId },
): Promise<boolean> {
  return (await transaction.intentPayment.count({ where: { businessId, intentId }, take: 1 })) > 0;
}
