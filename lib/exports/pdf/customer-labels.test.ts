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
import { formatCustomerTime, labelForCustomer } from './customer-labels.ts';

test.each([
  ['payment', paymentStatuses],
  ['deposit', depositStatuses],
  ['refund', refundStatuses],
  ['refundType', refundTypes],
  ['refundReason', refundReasons],
  ['type', paymentTypes],
  ['rateType', rateTypes],
] as const)('every %s of the interface has a label that hints at no suspicion', (kind, values) => {
  for (const value of values)
    expect(labelForCustomer(kind, value)).toMatch(
      /^(?!.*(?:review|compliance|block|illicit|risk|suspic|_))/i,
    );
});

test('labels held and refused states like other ones', () => {
  expect(labelForCustomer('deposit', 'COMPLIANCE_REVIEW')).toBe(labelForCustomer('deposit', 'UNCONFIRMED'));
  expect(labelForCustomer('deposit', 'BLOCKED')).toBe(labelForCustomer('deposit', 'UNPROCESSABLE'));
  expect(labelForCustomer('payment', 'BLOCKED')).toBe(labelForCustomer('payment', 'UNPROCESSABLE'));
  expect(labelForCustomer('refundReason', 'ILLICIT_DEPOSIT')).toBe(
    labelForCustomer('refundReason', 'RESTRICTED_CURRENCY'),
  );
});

test.each(['FROZEN_BY_AUTHORITY', '', '__proto__', 'constructor', null])(
  'passes on no unknown value: %j',
  (value) => {
    expect(labelForCustomer('payment', value)).toBeNull();
    expect(labelForCustomer('refundReason', value)).toBeNull();
  },
);

test.each([
  ['2026-11-03T01:30:00+05:30', '3 November 2026, 01:30:00 (+05:30)'],
  ['2026-01-31T23:59:59+00:00', '31 January 2026, 23:59:59 (+00:00)'],
  ['no time', 'no time'],
])('formats %s as %s', (written, expected) => {
  expect(formatCustomerTime(written)).toBe(expected);
});
