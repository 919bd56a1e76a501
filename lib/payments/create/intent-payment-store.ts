import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, IntentId, PaymentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';

/** What an intent and a payment are to each other: it is news, was seen before, or was confirmed by our own answer. */
export type Belonging = 'found' | 'seen' | 'confirmed' | 'of-another';

/**
 * Gives the payment to the intent, which the caller holds. `confirmed`: the answer to our own request named it.
 * A payment stays with the intent that had it first. Answers how it stood before.
 */
export async function keepPayment(
  transaction: Transaction,
  intent: { readonly businessId: BusinessId; readonly intentId: IntentId },
  payment: { readonly paymentId: PaymentId; readonly confirmed: boolean; readonly at: Instant },
): Promise<Belonging> {
  const { businessId, intentId } = intent;
  const { paymentId, confirmed, at } = payment;
  const added = await transaction.intentPayment.createMany({
    data: { businessId, intentId, paymentId, confirmed, foundAt: toDate(at) },
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
      data: { confirmed },
    });
  return 'seen';
}

/** Whether any payment was made of this intent, or seen under its client id: each may have a link that can be paid. */
export async function hasPayments(
  transaction: Transaction,
  { businessId, intentId }: { readonly businessId: BusinessId; readonly intentId: IntentId },
): Promise<boolean> {
  return (await transaction.intentPayment.count({ where: { businessId, intentId }, take: 1 })) > 0;
}
