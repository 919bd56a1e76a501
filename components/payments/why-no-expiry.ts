import type { PaymentRow } from '#lib/payments/schema-fields.ts';

/** Why it is not known when a payment expires; `notTold` where no time frame was told either. */
export const whyNoExpiry = (
  { expirationMinutes }: Pick<PaymentRow, 'expirationMinutes'>,
  notTold: string,
): string => (expirationMinutes === null ? notTold : 'The time frame that was told leads to no date.');
