import { describe, expect, test } from 'vitest';
import { aggregateDeposits } from './deposit-aggregate.ts';
import { derive, expectedExpiry } from './derived-state.ts';
import type { ReadingSettings } from './read-schedule.ts';
import { nextReading } from './read-schedule.ts';
import type { Values } from './registers.ts';

const asked: Values = { type: 'ONE_TIME', displayCurrency: 'EUR', expectedDisplayAmount: '49.9' };
const confirmed = (values: Values): Values => ({ status: 'CONFIRMED', displayCurrency: 'EUR', ...values });
const coverage = (payment: Values, ...deposits: Values[]) =>
  derive(payment, aggregateDeposits(deposits)).coverage;

describe('under, exact, over', () => {
  test.each<[string, Values, Values[], string | null]>([
    ['the sum is less', asked, [confirmed({ displayAmount: '49.89' })], 'under'],
    ['the same, spelled otherwise', asked, [confirmed({ displayAmount: '49.90' })], 'exact'],
    [
      'two together are more',
      asked,
      [confirmed({ displayAmount: '49' }), confirmed({ displayAmount: '1' })],
      'over',
    ],
    ['reported by one callback', asked, [confirmed({ callbackDisplayAmount: '50' })], 'over'],
    [
      'several, one of them from a callback only: its amount may be cumulative',
      asked,
      [confirmed({ displayAmount: '49' }), confirmed({ callbackDisplayAmount: '49.9' })],
      null,
    ],
    ['another currency', asked, [confirmed({ displayAmount: '49.9', displayCurrency: 'USD' })], null],
    ['nothing confirmed', asked, [{ ...confirmed({ displayAmount: '49.9' }), status: 'UNCONFIRMED' }], null],
    ['no deposit', asked, [], null],
    ['reusable', { ...asked, type: 'REUSABLE' }, [confirmed({ displayAmount: '1' })], null],
    [
      'asked in a coin, paid in it',
      { type: 'ONE_TIME', depositCurrency: 'BTC', expectedDepositAmount: '0.1' },
      [confirmed({ depositCurrency: 'BTC', depositAmount: '0.100000000000000001' })],
      'over',
    ],
    [
      'asked in a coin, paid in another',
      { type: 'ONE_TIME', depositCurrency: 'BTC', expectedDepositAmount: '0.1' },
      [confirmed({ depositCurrency: 'ETH', depositAmount: '0.1' })],
      null,
    ],
  ])('%s', (_name, payment, deposits, expected) => {
    expect(coverage(payment, ...deposits)).toBe(expected);
  });
});

describe('late', () => {
  const late = (payment: Values, ...times: (number | undefined)[]) =>
    derive(
      payment,
      aggregateDeposits(times.map((at) => confirmed(at === undefined ? {} : { depositReceivedAt: at }))),
    ).late;
  const payment: Values = { type: 'ONE_TIME', paymentInitiatedAt: 1_000, expirationMinutes: 30 };
  test('against the time that a callback told, else reckoned', () => {
    expect(late(payment, 2_800)).toBe(false);
    expect(late(payment, 2_801)).toBe(true);
    expect(late({ ...payment, expirationTime: 5_000 }, 2_801)).toBe(false);
    expect(late({ type: 'ONE_TIME' }, 2_801)).toBeNull();
    expect(late(payment)).toBeNull();
    expect(late(payment, 2_000, undefined)).toBeNull();
    expect(late({ ...payment, type: 'REUSABLE' }, 9_999_999)).toBe(false);
  });
  test('0 minutes are 7 days', () => {
    expect(expectedExpiry({ ...payment, expirationMinutes: 0 })).toBe(1_000 + 7 * 86_400);
  });
});

test('another coin or another network is a mismatch; not knowing is not a match', () => {
  const payment: Values = { depositCurrency: 'USDT', expectedNetwork: 'TRX' };
  const mismatch = (...deposits: Values[]) =>
    derive(payment, aggregateDeposits(deposits.map(confirmed))).currencyMismatch;
  expect(mismatch({ depositCurrency: 'USDT', network: 'TRX' })).toBe(false);
  expect(mismatch({ depositCurrency: 'USDC', network: 'TRX' })).toBe(true);
  expect(mismatch({ depositCurrency: 'USDT', network: 'ETH' })).toBe(true);
  expect(mismatch({ depositCurrency: 'USDT' })).toBeNull();
  expect(mismatch()).toBeNull();
  const of = (status: string) =>
    derive(payment, aggregateDeposits([{ depositCurrency: 'USDC', network: 'TRX', status }]))
      .currencyMismatch;
  expect(['UNPROCESSABLE', 'BLOCKED', 'COMPLIANCE_REVIEW'].map(of)).toEqual([true, true, true]);
  expect(of('UNCONFIRMED')).toBeNull();
});

describe('when a payment is read next', () => {
  const settings: ReadingSettings = {
    openSeconds: 60,
    recentSeconds: 3_600,
    recentDays: 7,
    oldSeconds: 86_400,
    oldDays: 30,
  };
  const days = (count: number) => count * 86_400_000;
  const inSeconds = (payment: Values, age: number, deposits: string[] = []) => {
    const next = nextReading(payment, deposits, { readAt: days(100), changedAt: days(100) - age }, settings);
    return next === null ? null : (next - days(100)) / 1_000;
  };
  test.each<[string, Values, number, string[], number | null]>([
    ['open', { type: 'ONE_TIME', status: 'AWAITING' }, days(3), [], 60],
    ['of unknown status', {}, days(1), [], 60],
    ['open and stuck', { type: 'ONE_TIME', status: 'AWAITING' }, days(9), [], 86_400],
    ['done, lately', { type: 'ONE_TIME', status: 'DEPOSITED' }, days(6), [], 3_600],
    ['done, with a deposit not yet confirmed', { status: 'DEPOSITED' }, days(1), ['UNCONFIRMED'], 60],
    ['done a while ago', { type: 'ONE_TIME', status: 'EXPIRED' }, days(8), [], 86_400],
    ['done long ago', { type: 'ONE_TIME', status: 'EXPIRED' }, days(31), [], null],
    ['reusable, just used', { type: 'REUSABLE', status: 'AWAITING' }, 60_000, [], 60],
    ['reusable, used this week', { type: 'REUSABLE', status: 'AWAITING' }, days(2), [], 3_600],
    ['reusable, used long ago', { type: 'REUSABLE', status: 'AWAITING' }, days(400), [], 86_400],
  ])('%s', (_name, payment, age, deposits, expected) => {
    expect(inSeconds(payment, age, deposits)).toBe(expected);
  });
});
