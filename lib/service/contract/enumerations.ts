import { cryptoCurrencies, fiatCurrencies, networks, settlementCurrencies } from '#lib/values/currencies.ts';

/** The enumerations of the interface, in its spelling (§2.1). All are open: see `openEnum` in fields.ts. */
export { cryptoCurrencies, fiatCurrencies, networks, settlementCurrencies };

export const paymentTypes = ['ONE_TIME', 'REUSABLE'] as const;
export const rateTypes = ['FIXED', 'FLOATING'] as const;
export const redirectModes = ['PARENT', 'SELF'] as const;
export const overpaymentPolicies = ['PROCESS', 'EXCESS_REFUND'] as const;
export const paymentStatuses = [
  'NEW',
  'PENDING',
  'AWAITING',
  'DEPOSITED',
  'EXPIRED',
  'BLOCKED',
  'OVERPAID',
  'UNPROCESSABLE',
] as const;
export const depositStatuses = [
  'COMPLIANCE_REVIEW',
  'UNCONFIRMED',
  'CONFIRMED',
  'BLOCKED',
  'UNPROCESSABLE',
] as const;
export const refundTypes = ['PARTIAL', 'FULL'] as const;
export const refundStatuses = ['PENDING', 'CONFIRMED', 'NON_REFUNDABLE'] as const;
export const refundReasons = [
  'OVERPAYMENT',
  'CURRENCY_MISMATCH',
  'FOLLOW_UP_DEPOSIT',
  'RESTRICTED_CURRENCY',
  'ILLICIT_DEPOSIT',
] as const;
export const withdrawalStatuses = ['COMPLETED', 'FAILED', 'BLOCKED'] as const;

/** The languages of `locale` (§2.2). */
export const languages = ['ar', 'bg', 'zh', 'en', 'fr', 'de', 'ja', 'lt', 'pt', 'ru', 'es', 'tr'] as const;

export type RateType = (typeof rateTypes)[number];
export type PaymentStatus = (typeof paymentStatuses)[number];
export type DepositStatus = (typeof depositStatuses)[number];
export type RefundReason = (typeof refundReasons)[number];
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];
export type Language = (typeof languages)[number];
