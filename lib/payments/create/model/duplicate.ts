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
