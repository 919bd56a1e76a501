import 'server-only';
import { tPaymentDocument } from '#lib/messages/exports.ts';

import {
  depositStatuses,
  paymentStatuses,
  paymentTypes,
  rateTypes,
  refundReasons,
  refundStatuses,
  refundTypes,
} from '#lib/service/contract/enumerations.ts';

const toLabels =
  <Code extends string>(codes: readonly Code[], label: (code: Code) => string) =>
  (value: string | null): string | null => {
    const code = codes.find((candidate) => candidate === value);
    return code === undefined ? null : label(code);
  };

const labels = {
  payment: toLabels(paymentStatuses, (code) => tPaymentDocument(`payment.${code}`)),
  deposit: toLabels(depositStatuses, (code) => tPaymentDocument(`deposit.${code}`)),
  refund: toLabels(refundStatuses, (code) => tPaymentDocument(`refund.${code}`)),
  refundType: toLabels(refundTypes, (code) => tPaymentDocument(`refundType.${code}`)),
  refundReason: toLabels(refundReasons, (code) => tPaymentDocument(`refundReason.${code}`)),
  type: toLabels(paymentTypes, (code) => tPaymentDocument(`type.${code}`)),
  rateType: toLabels(rateTypes, (code) => tPaymentDocument(`rateType.${code}`)),
} as const;

/**
 * Returns the customer's label of a code, or null for an unknown one, which is never passed on. States that are held,
 * blocked or refused for suspicion read like other open or failed states, so that a payer doesn't learn of a review.
 */
export const labelForCustomer = (kind: keyof typeof labels, value: string | null): string | null =>
  labels[kind](value);

const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;

/** Formats `2026-11-03T01:30:00+05:30` as `3 November 2026, 01:30:00 (+05:30)`. Returns other text unchanged. */
export function formatCustomerTime(text: string): string {
  const [, year = '', monthNumber, day, clock = '', offset = ''] =
    /^(\d+)-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(.*)$/.exec(text) ?? [];
  const month = months.find((number) => number === monthNumber);
  if (month === undefined) return text;
  const values = {
    day: String(Number(day)),
    month: tPaymentDocument(`months.${month}`),
    year,
    clock,
    offset,
  };
  return tPaymentDocument('date', values);
}
