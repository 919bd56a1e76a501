import { expect, test } from 'vitest';
import {
  depositStatuses,
  paymentStatuses,
  paymentTypes,
  rateTypes,
  refundReasons,
  refundStatuses,
  refundTypes,
} from '#lib/service/contract/enumerations.ts';
import { findCustomerLabel, formatCustomerTime } from './customer-labels.ts';

test.each([
  ['payment', paymentStatuses],
  ['deposit', depositStatuses],
  ['refund', refundStatuses],
  ['refundType', refundTypes],
  ['refundReason', refundReasons],
  ['type', paymentTypes],
  ['rateType', rateTypes],
] as const)('every %s of the interface has words, none of which hints at a suspicion', (kind, values) => {
  for (const value of values)
    expect(findCustomerLabel(kind, value)).toMatch(
      /^(?!.*(?:review|compliance|block|illicit|risk|suspic|_))/i,
    );
});

test('does not reveal suspicion to the customer', () => {
  expect(findCustomerLabel('deposit', 'COMPLIANCE_REVIEW')).toBe(findCustomerLabel('deposit', 'UNCONFIRMED'));
  expect(findCustomerLabel('deposit', 'BLOCKED')).toBe(findCustomerLabel('deposit', 'UNPROCESSABLE'));
  expect(findCustomerLabel('payment', 'BLOCKED')).toBe(findCustomerLabel('payment', 'UNPROCESSABLE'));
  expect(findCustomerLabel('refundReason', 'ILLICIT_DEPOSIT')).toBe(
    findCustomerLabel('refundReason', 'RESTRICTED_CURRENCY'),
  );
});

test.each(['FROZEN_BY_AUTHORITY', '', '__proto__', 'constructor', null])(
  'omits the unknown code %j',
  (value) => {
    expect(findCustomerLabel('payment', value)).toBeNull();
    expect(findCustomerLabel('refundReason', value)).toBeNull();
  },
);

test.each([
  ['2026-11-03T01:30:00+05:30', '3 November 2026, 01:30:00 (+05:30)'],
  ['2026-01-31T23:59:59+00:00', '31 January 2026, 23:59:59 (+00:00)'],
  ['no time', 'no time'],
])('%s is written as %s', (written, said) => {
  expect(formatCustomerTime(written)).toBe(said);
});
