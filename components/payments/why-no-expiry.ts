import type { PaymentRow } from '#lib/payments/schema/fields.ts';

/** Why it is not known when a payment expires; `notTold` where no time frame was told either. */
export function whyNoExpiry(
  { type, expiryStart, expirationMinutes }: Pick<PaymentRow, 'type' | 'expiryStart' | 'expirationMinutes'>,
  notTold: string,
): string {
  if (expirationMinutes === null) return notTold;
  if (type === null) return 'Its type was not told.';
  if (type !== 'ONE_TIME') return 'Nobody knows whether this type expires.';
  return expiryStart === null
    ? 'When its time began was not told.'
    : 'The time frame that was told leads to no date.';
}
