import { expect, test } from 'vitest';
import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { listReadDifferences } from './read-differences.ts';
import type { DepositState, PaymentState } from './record-state.ts';
import type { FieldValues } from './registers.ts';
import { emptyRegisters } from './registers.ts';

const payment = (values: FieldValues): PaymentState => ({
  ...{
    paymentId: toId<PaymentId>('5f0b2f5e-6d1c-4f5e-9d53-9d7e3b0f0a01'),
    recordSeen: true,
    firstObservedAt: 0,
  },
  registers: { ...emptyRegisters, values },
});
const deposit = (values: FieldValues): DepositState => ({
  ...{
    depositId: toId<DepositId>('5f0b2f5e-6d1c-4f5e-9d53-9d7e3b0f0a02'),
    recordSeen: true,
    firstObservedAt: 0,
  },
  ...{ refundFirstSeenAt: null, risk: { ...emptyRegisters, values: { riskScore: 'HIGH' } } },
  registers: { ...emptyRegisters, values },
});

const settled = {
  type: 'ONE_TIME',
  status: 'DEPOSITED',
  actualDisplayAmount: '50',
  expectedDisplayAmount: '50',
};
const confirmed = { status: 'CONFIRMED', depositAmount: '53.2', settlementPayableAmount: '49.4' };

const comparePayments = (before: FieldValues, after: FieldValues) =>
  listReadDifferences({ before: payment(before), after: payment(after) }, []).map(({ field }) => field);
const compareDeposits = (before: FieldValues, after: FieldValues) =>
  listReadDifferences({ before: payment(settled), after: payment(settled) }, [
    { before: deposit(before), after: deposit(after) },
  ]).map(({ field }) => field);

test('names the field with both values', () => {
  expect(
    listReadDifferences(
      { before: payment(settled), after: payment({ ...settled, expectedDisplayAmount: '51' }) },
      [
        {
          before: deposit(confirmed),
          after: deposit({ ...confirmed, settlementPayableAmount: '48.1' }),
        },
      ],
    ),
  ).toEqual([
    {
      ...{ record: 'payment', recordId: '5f0b2f5e-6d1c-4f5e-9d53-9d7e3b0f0a01' },
      ...{ field: 'expectedDisplayAmount', stored: '50', reported: '51' },
    },
    {
      ...{ record: 'deposit', recordId: '5f0b2f5e-6d1c-4f5e-9d53-9d7e3b0f0a02' },
      ...{ field: 'settlementPayableAmount', stored: '49.4', reported: '48.1' },
    },
  ]);
});

test.each<[string, FieldValues, FieldValues, readonly string[]]>([
  ['an open payment', { ...settled, status: 'PENDING' }, { ...settled, actualDisplayAmount: '9' }, []],
  ['a reusable payment', { ...settled, type: 'REUSABLE' }, { ...settled, actualDisplayAmount: '9' }, []],
  ['a missing value', settled, { ...settled, depositCurrency: 'USDT' }, []],
  ['a later status', settled, { ...settled, status: 'OVERPAID', actualDisplayAmount: '60' }, []],
  ['another language', { ...settled, locale: 'en' }, { ...settled, locale: 'de' }, []],
  ['another spelling', { ...settled, walletAddress: '0xAB' }, { ...settled, walletAddress: '0xab' }, []],
  ['a status that goes back', settled, { ...settled, status: 'NEW' }, ['status']],
  [
    'an expired status after it was paid',
    settled,
    { ...settled, status: 'EXPIRED', actualDisplayAmount: '0' },
    ['status', 'actualDisplayAmount'],
  ],
  ['a lower status', { ...settled, status: 'OVERPAID' }, settled, ['status']],
  ['another amount', settled, { ...settled, actualDisplayAmount: '49' }, ['actualDisplayAmount']],
])('%s of a payment', (_, before, after, fields) => {
  expect(comparePayments(before, after)).toEqual(fields);
});

test.each<[string, FieldValues, FieldValues, readonly string[]]>([
  ['an unconfirmed one', { ...confirmed, status: 'UNCONFIRMED' }, { ...confirmed, depositAmount: '9' }, []],
  ['one under review', { ...confirmed, status: 'COMPLIANCE_REVIEW' }, confirmed, []],
  ['a refund', confirmed, { ...confirmed, refundStatus: 'PENDING', refundAmount: '1' }, []],
  [
    'a refund that is confirmed',
    { ...confirmed, refundStatus: 'PENDING', refundAmount: '1' },
    { ...confirmed, refundStatus: 'CONFIRMED', refundAmount: '0.9' },
    [],
  ],
  [
    'a confirmed refund that changes',
    { ...confirmed, refundStatus: 'CONFIRMED', refundAmount: '1' },
    { ...confirmed, refundStatus: 'CONFIRMED', refundAmount: '0.9' },
    ['refundAmount'],
  ],
  ['a status that goes back', confirmed, { ...confirmed, status: 'UNCONFIRMED' }, ['status']],
  ['another amount', confirmed, { ...confirmed, depositAmount: '53' }, ['depositAmount']],
])('%s of a deposit', (_, before, after, fields) => {
  expect(compareDeposits(before, after)).toEqual(fields);
});

test('a received amount advances with a further deposit, and a first read contradicts nothing', () => {
  const more = { ...settled, status: 'DEPOSITED', actualDisplayAmount: '60' };
  expect(
    listReadDifferences({ before: payment(settled), after: payment(more) }, [
      { before: null, after: deposit(confirmed) },
    ]),
  ).toEqual([]);
  expect(listReadDifferences({ before: null, after: payment(settled) }, [])).toEqual([]);
});

test.each<[string, FieldValues, FieldValues, readonly string[]]>([
  ['is confirmed', { ...confirmed, status: 'UNCONFIRMED' }, confirmed, []],
  [
    'gets a confirmed refund',
    { ...confirmed, refundStatus: 'PENDING' },
    { ...confirmed, refundStatus: 'CONFIRMED' },
    ['actualDepositAmount'],
  ],
  ['gets a refund', confirmed, { ...confirmed, refundStatus: 'PENDING' }, ['actualDepositAmount']],
  ['goes back', confirmed, { ...confirmed, status: 'UNCONFIRMED' }, ['actualDepositAmount', 'status']],
])('a received amount beside a deposit that %s', (_, before, after, fields) => {
  const [sixty, six] = ['60', '6'].map((actualDepositAmount) => payment({ ...settled, actualDepositAmount }));
  if (sixty === undefined || six === undefined) throw new Error('no payments');
  const found = listReadDifferences({ before: sixty, after: six }, [
    { before: deposit(before), after: deposit(after) },
  ]);
  expect(found.map(({ field }) => field)).toEqual(fields);
});

test('an imported value is replaced without a difference', () => {
  const before = payment(settled);
  const stamps = { expectedDisplayAmount: { source: 'import' as const, at: 0, observation: 'a' } };
  expect(
    listReadDifferences(
      {
        before: { ...before, registers: { ...before.registers, stamps } },
        after: payment({ ...settled, expectedDisplayAmount: '50.5', actualDisplayAmount: '49' }),
      },
      [],
    ).map(({ field }) => field),
  ).toEqual(['actualDisplayAmount']);
});

test('never names risk detail', () => {
  const after = { ...deposit(confirmed), risk: { ...emptyRegisters, values: { riskScore: 'LOW' } } };
  expect(
    listReadDifferences({ before: payment(settled), after: payment(settled) }, [
      { before: deposit(confirmed), after },
    ]),
  ).toEqual([]);
});
