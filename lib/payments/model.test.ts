import { expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import { unixSeconds } from '#lib/values/unix-seconds.ts';
import {
  calculateDifference,
  calculateExpiry,
  findCheckoutObstacle,
  findReceivedSum,
  findRecordedAmount,
  findRequestedSum,
  inferStates,
  isOlderThanDeposit,
} from './model.ts';

const start = 1_795_000_000;
const payment = {
  status: 'AWAITING',
  type: 'ONE_TIME',
  recordSeen: true,
  depositCount: 0,
  confirmedDepositCount: 0,
  coverage: null,
  late: null,
  currencyMismatch: null,
  withinTolerance: false,
  readDifferences: [],
  expiryStart: unixSeconds(start),
  expirationMinutes: 30,
  expirationTime: null,
} as const;

const paid = { ...payment, depositCount: 1, confirmedDepositCount: 1, coverage: 'exact' };

test.each([
  ['nothing yet', payment, []],
  ['its time is over', { ...payment, expirationMinutes: 1 }, ['expected-expired']],
  ['0 minutes are 7 days', { ...payment, expirationMinutes: 0 }, []],
  ['reusable', { ...payment, type: 'REUSABLE', expirationMinutes: 1 }, []],
  ['covered, not confirmed by a read', paid, ['paid']],
  ['covered and told', { ...paid, status: 'DEPOSITED' }, []],
  ['covered after it expired', { ...paid, status: 'EXPIRED', late: true }, ['paid', 'late']],
  ['blocked is not paid', { ...paid, status: 'BLOCKED' }, []],
  ['too little', { ...paid, coverage: 'under' }, ['under']],
  [
    'too little, within the tolerance',
    { ...paid, coverage: 'under', withinTolerance: true },
    ['within-tolerance'],
  ],
  ['too much, told', { ...paid, status: 'OVERPAID', coverage: 'over' }, []],
  ['too much, not told', { ...paid, coverage: 'over' }, ['paid', 'over']],
  ['another coin', { ...paid, status: 'DEPOSITED', currencyMismatch: true }, ['mismatch']],
  ['several', { ...paid, status: 'DEPOSITED', depositCount: 2 }, ['several']],
  ['callbacks only', { ...paid, status: null, recordSeen: false }, ['paid', 'reported-by-callback']],
  ['a status of tomorrow', { ...paid, status: 'SETTLED' }, []],
] as const)('%s', (_what, given, expected) => {
  expect(inferStates(given, start + 600)).toEqual(expected);
});

test('prefers the expiration time of a callback to an estimate', () => {
  expect(calculateExpiry({ ...payment, expirationTime: unixSeconds(start + 5) })).toBe(start + 5);
  expect(calculateExpiry({ ...payment, expiryStart: null })).toBeNull();
});

test('calculates no expiry beyond the valid dates', () => {
  const odd = { ...payment, expirationMinutes: 9_999_999_999 };
  expect(calculateExpiry(odd)).toBeNull();
  expect(inferStates(odd, start + 600)).toEqual([]);
});

const figures = {
  displayCurrency: 'EUR',
  expectedDisplayAmount: amount('49.90'),
  actualDisplayAmount: amount('59.9000000000000000001'),
  depositCurrency: 'USDT',
  expectedDepositAmount: amount('55'),
  actualDepositAmount: amount('66'),
  currencyMismatch: false,
  type: 'ONE_TIME',
  confirmedDepositCount: 1,
};

test('calculates an exact difference of amounts in one currency', () => {
  expect(findRequestedSum(figures)).toEqual({ amount: '49.90', currency: 'EUR' });
  expect(calculateDifference(figures)).toEqual({ amount: '10.0000000000000000001', currency: 'EUR' });
  const inCoin = {
    ...figures,
    displayCurrency: null,
    expectedDisplayAmount: null,
    actualDisplayAmount: null,
  };
  expect(findReceivedSum(inCoin)).toEqual({ amount: '66', currency: 'USDT' });
  expect(calculateDifference(inCoin)).toEqual({ amount: '11', currency: 'USDT' });
});

test('ignores the deprecated actual amount after a deposit in another coin', () => {
  const other = {
    ...figures,
    displayCurrency: null,
    expectedDisplayAmount: null,
    actualDisplayAmount: null,
    currencyMismatch: true,
  };
  expect(findReceivedSum(other)).toBeNull();
  expect(findRecordedAmount(other)).toEqual({ amount: '66', currency: null });
  expect(findRecordedAmount({ ...other, currencyMismatch: null })).toEqual({
    amount: '66',
    currency: 'USDT',
  });
  expect(findRecordedAmount({ ...other, actualDepositAmount: null })).toBeNull();
  expect(calculateDifference(other)).toBeNull();
});

test('returns unknown for an unknown amount, and no difference before a deposit', () => {
  expect(calculateDifference({ ...figures, actualDisplayAmount: null })).toBeNull();
  expect(calculateDifference({ ...figures, confirmedDepositCount: 0 })).toBeNull();
  expect(calculateDifference({ ...figures, type: 'REUSABLE' })).toBeNull();
});

test('ignores a zero sum that is older than a confirmed deposit', () => {
  const nothing = { ...figures, actualDisplayAmount: amount('0'), actualDepositAmount: amount('0.000') };
  expect(findRecordedAmount(nothing)).toBeNull();
  expect(calculateDifference(nothing)).toBeNull();
  expect(isOlderThanDeposit(nothing)).toBe(true);
  expect(isOlderThanDeposit(figures)).toBe(false);
  const coins = { ...nothing, displayCurrency: null };
  expect(findRecordedAmount(coins)).toBeNull();
  // Before a confirmation it is the amount of the record.
  const open = { ...nothing, confirmedDepositCount: 0 };
  expect(findRecordedAmount(open)).toEqual({ amount: '0', currency: 'EUR' });
  expect(findRecordedAmount({ ...coins, confirmedDepositCount: 0 })).toEqual({
    amount: '0.000',
    currency: 'USDT',
  });
});

test.each([
  ['is open', {}, null],
  ['has no reported status', { status: null }, null],
  ['expired', { status: 'EXPIRED' }, 'status'],
  ['is blocked', { status: 'BLOCKED' }, 'status'],
  ['is unprocessable', { status: 'UNPROCESSABLE' }, 'status'],
  ['is paid', { status: 'DEPOSITED' }, 'status'],
  ['has a status that is not listed', { status: 'SETTLED' }, 'status'],
  ['is blocked and reusable', { status: 'BLOCKED', type: 'REUSABLE' }, 'status'],
  ['is paid and reusable', { status: 'DEPOSITED', type: 'REUSABLE' }, null],
  ['is in review', { depositStatuses: ['COMPLIANCE_REVIEW'] }, 'review'],
  ['is in review and reusable', { depositStatuses: ['COMPLIANCE_REVIEW'], type: 'REUSABLE' }, null],
  ['expired, as a callback reported', { expirationTime: unixSeconds(start + 60) }, 'expired'],
  ['is past an estimated expiry', { expirationMinutes: 1 }, 'estimated-expiry'],
  ['seems to be paid', { depositCount: 1, confirmedDepositCount: 1, coverage: 'exact' }, 'paid'],
] as const)('a payment that %s: obstacle to paying', (_what, change, expected) => {
  const about = { ...payment, depositStatuses: [], ...change };
  expect(findCheckoutObstacle(about, start + 600)).toBe(expected);
});
