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
import { customerTime, customerWord } from './customer-words.ts';

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
    expect(customerWord(kind, value)).toMatch(/^(?!.*(?:review|compliance|block|illicit|risk|suspic|_))/i);
});

test('what is held or refused for suspicion reads as something else does', () => {
  expect(customerWord('deposit', 'COMPLIANCE_REVIEW')).toBe(customerWord('deposit', 'UNCONFIRMED'));
  expect(customerWord('deposit', 'BLOCKED')).toBe(customerWord('deposit', 'UNPROCESSABLE'));
  expect(customerWord('payment', 'BLOCKED')).toBe(customerWord('payment', 'UNPROCESSABLE'));
  expect(customerWord('refundReason', 'ILLICIT_DEPOSIT')).toBe(
    customerWord('refundReason', 'RESTRICTED_CURRENCY'),
  );
});

test.each(['FROZEN_BY_AUTHORITY', '', '__proto__', 'constructor', null])(
  'a word of nobody, %j, is not passed on',
  (value) => {
    expect(customerWord('payment', value)).toBeNull();
    expect(customerWord('refundReason', value)).toBeNull();
  },
);

test.each([
  ['2026-11-03T01:30:00+05:30', '3 November 2026, 01:30:00 (+05:30)'],
  ['2026-01-31T23:59:59+00:00', '31 January 2026, 23:59:59 (+00:00)'],
  ['no time', 'no time'],
])('%s is written as %s', (written, said) => {
  expect(customerTime(written)).toBe(said);
});
