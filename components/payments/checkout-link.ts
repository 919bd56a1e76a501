import type { PaymentDetail } from '#lib/payments/schema/fields.ts';
import { toSafeLink } from '#lib/values/links.ts';

/** Returns the reported link of the checkout, or null when none is reported or its address is unsafe. */
export function findCheckoutLink({
  url,
  paymentUrl,
}: Pick<PaymentDetail, 'url' | 'paymentUrl'>): string | null {
  const reported = url ?? paymentUrl;
  return reported === null ? null : (toSafeLink(reported)?.href ?? null);
}
