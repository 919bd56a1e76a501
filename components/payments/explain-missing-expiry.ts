import { tPayment } from '#lib/messages/payments.ts';
import type { PaymentRow } from '#lib/payments/schema/fields.ts';

/** Explains why a payment has no known expiry. */
export function explainMissingExpiry({
  type,
  expiryStart,
  expirationMinutes,
}: Pick<PaymentRow, 'type' | 'expiryStart' | 'expirationMinutes'>): string {
  if (expirationMinutes === null) return tPayment('missingExpiry.noTime');
  if (type === null) return tPayment('missingExpiry.noType');
  if (type !== 'ONE_TIME') return tPayment('missingExpiry.otherType');
  return tPayment(expiryStart === null ? 'missingExpiry.noStart' : 'missingExpiry.outOfRange');
}
