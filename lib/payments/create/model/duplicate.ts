import { parseAmount } from '#lib/values/amount.ts';
import type { PaymentSum } from '../../model.ts';
import { calculateDifference } from '../../model.ts';
import type { PaymentDetail } from '../../schema/fields.ts';
import type { SentFields } from './form.ts';

type Terms = Pick<
  PaymentDetail,
  | 'displayCurrency'
  | 'expectedDisplayAmount'
  | 'depositCurrency'
  | 'expectedDepositAmount'
  | 'expectedNetwork'
  | 'type'
  | 'rateType'
  | 'expirationMinutes'
  | 'locale'
  | 'redirectUrl'
  | 'redirectMode'
>;

/**
 * Returns the terms of a payment as the fields of a request (§2.2), without its client payment ID. Fields that no source
 * has reported are left out, and so is the coin of a payment that is priced in fiat: the payer chose it.
 */
export function toDuplicateFields(payment: Terms): SentFields {
  const { displayCurrency, expectedDisplayAmount, expirationMinutes: minutes } = payment;
  const isFiat = displayCurrency !== null && expectedDisplayAmount !== null;
  const fields: readonly (readonly [field: string, value: string | null])[] = [
    ...(isFiat
      ? ([
          ['displayCurrency', displayCurrency],
          ['displayAmount', expectedDisplayAmount],
        ] as const)
      : ([
          ['depositCurrency', payment.depositCurrency],
          ['depositAmount', payment.expectedDepositAmount],
          ['network', payment.expectedNetwork],
        ] as const)),
    ['type', payment.type],
    ['rateType', payment.rateType],
    ['expirationMinutes', minutes === null ? null : String(minutes)],
    ['locale', payment.locale],
    ['redirectUrl', payment.redirectUrl],
    ['redirectMode', payment.redirectMode],
  ];
  return fields.flatMap(([field, value]) => (value === null ? [] : [{ field, value }]));
}

type ReceivedTerms = Parameters<typeof calculateDifference>[0] & Pick<PaymentDetail, 'refundStatuses'>;

/** Returns true while what the customer paid goes back, or has gone back. The service may refuse to refund. */
export const isRefunded = ({ refundStatuses }: Pick<PaymentDetail, 'refundStatuses'>): boolean =>
  refundStatuses.some((status) => status === 'PENDING' || status === 'CONFIRMED');

/**
 * Returns what is missing of the requested amount, or null when nothing is missing or it is unknown. After a refund the
 * rest doesn't complete the payment, so none is missing.
 */
export function findMissingSum(payment: ReceivedTerms): PaymentSum | null {
  if (isRefunded(payment)) return null;
  const difference = calculateDifference(payment);
  if (difference === null || !difference.amount.startsWith('-')) return null;
  const missing = parseAmount(difference.amount.slice(1));
  return missing && { amount: missing, currency: difference.currency };
}

/**
 * Returns the terms of a payment for a new payment of what is missing. Without a known missing amount, the amount is
 * left out, so that no one requests the whole price twice.
 */
export function toRemainderFields(payment: Terms & ReceivedTerms): SentFields {
  const missing = findMissingSum(payment);
  return toDuplicateFields(payment).flatMap(({ field, value }) => {
    if (field !== 'displayAmount' && field !== 'depositAmount') return [{ field, value }];
    return missing === null ? [] : [{ field, value: missing.amount }];
  });
}

/**
 * Returns a client payment ID that names the original: its own with a suffix, and a number from the second remainder on.
 * Null if the original has none, or if the ID would be too long.
 */
export function suggestRemainderId(
  clientPaymentId: string | null,
  earlierRemainders: number,
  longest: number,
): string | null {
  if (clientPaymentId === null) return null;
  const suffix = earlierRemainders === 0 ? '-rest' : `-rest-${earlierRemainders + 1}`;
  const suggested = `${clientPaymentId}${suffix}`;
  return suggested.length > longest ? null : suggested;
}
