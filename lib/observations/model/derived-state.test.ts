import { describe, expect, test } from 'vitest';
import { aggregateDeposits } from './deposit-aggregate.ts';
import { deriveState, estimateExpiry } from './derived-state.ts';
import type { ReadingSettings } from './read-schedule.ts';
import { scheduleNextRead } from './read-schedule.ts';
import type { FieldValues } from './registers.ts';

const requested: FieldValues = { type: 'ONE_TIME', displayCurrency: 'EUR', expectedDisplayAmount: '49.9' };
const confirmed = (values: FieldValues): FieldValues => ({
  status: 'CONFIRMED',
  displayCurrency: 'EUR',
  ...values,
});
const coverage = (payment: FieldValues, ...deposits: FieldValues[]) =>
  deriveState(payment, aggregateDeposits(deposits)).coverage;

describe('coverage', () => {
  test.each<[string, FieldValues, FieldValues[], string | null]>([
    ['the sum is less', requested, [confirmed({ displayAmount: '49.89' })], 'under'],
    ['the same, spelled otherwise', requested, [confirmed({ displayAmount: '49.90' })], 'exact'],
    [
      'two together are more',
      requested,
      [confirmed({ displayAmount: '49' }), confirmed({ displayAmount: '1' })],
      'over',
    ],
    ['reported by one callback', requested, [confirmed({ callbackDisplayAmount: '50' })], 'over'],
    [
      'several, one of them from a callback only: its amount may be cumulative',
      requested,
      [confirmed({ displayAmount: '49' }), confirmed({ callbackDisplayAmount: '49.9' })],
      null,
    ],
    ['another currency', requested, [confirmed({ displayAmount: '49.9', displayCurrency: 'USD' })], null],
    [
      'nothing confirmed',
      requested,
      [{ ...confirmed({ displayAmount: '49.9' }), status: 'UNCONFIRMED' }],
      null,
    ],
    ['no deposit', requested, [], null],
    ['reusable', { ...requested, type: 'REUSABLE' }, [confirmed({ displayAmount: '1' })], null],
    [
      'requested in a coin, paid in it',
      { type: 'ONE_TIME', depositCurrency: 'BTC', expectedDepositAmount: '0.1' },
      [confirmed({ depositCurrency: 'BTC', depositAmount: '0.100000000000000001' })],
      'over',
    ],
    [
      'requested in a coin, paid in another',
      { type: 'ONE_TIME', depositCurrency: 'BTC', expectedDepositAmount: '0.1' },
      [confirmed({ depositCurrency: 'ETH', depositAmount: '0.1' })],
      null,
    ],
  ])('%s', (_name, payment, deposits, expected) => {
    expect(coverage(payment, ...deposits)).toBe(expected);
  });
});

describe('late', () => {
  const late = (payment: FieldValues, ...times: (number | undefined)[]) =>
    deriveState(
      payment,
      aggregateDeposits(times.map((at) => confirmed(at === undefined ? {} : { depositReceivedAt: at }))),
    ).late;
  const payment: FieldValues = { type: 'ONE_TIME', paymentInitiatedAt: 1_000, expirationMinutes: 30 };
  test('compares with the reported or else the estimated expiry', () => {
    expect(late(payment, 2_800)).toBe(false);
    expect(late(payment, 2_801)).toBe(true);
    expect(late({ ...payment, expirationTime: 5_000 }, 2_801)).toBe(false);
    expect(late({ type: 'ONE_TIME' }, 2_801)).toBeNull();
    expect(late(payment)).toBeNull();
    expect(late(payment, 2_000, undefined)).toBeNull();
    expect(late({ ...payment, type: 'REUSABLE' }, 9_999_999)).toBe(false);
  });
  test('treats 0 minutes as 7 days', () => {
    expect(estimateExpiry({ ...payment, expirationMinutes: 0 })).toBe(1_000 + 7 * 86_400);
  });
});

test('detects another coin or network, and returns null when unknown', () => {
  const payment: FieldValues = { depositCurrency: 'USDT', expectedNetwork: 'TRX' };
  const mismatch = (...deposits: FieldValues[]) =>
    deriveState(payment, aggregateDeposits(deposits.map(confirmed))).currencyMismatch;
  expect(mismatch({ depositCurrency: 'USDT', network: 'TRX' })).toBe(false);
  expect(mismatch({ depositCurrency: 'USDC', network: 'TRX' })).toBe(true);
  expect(mismatch({ depositCurrency: 'USDT', network: 'ETH' })).toBe(true);
  expect(mismatch({ depositCurrency: 'USDT' })).toBeNull();
  expect(mismatch()).toBeNull();
  const of = (status: string) =>
    deriveState(payment, aggregateDeposits([{ depositCurrency: 'USDC', network: 'TRX', status }]))
      .currencyMismatch;
  expect(['UNPROCESSABLE', 'BLOCKED', 'COMPLIANCE_REVIEW'].map(of)).toEqual([true, true, true]);
  expect(of('UNCONFIRMED')).toBeNull();
});

describe('next read', () => {
  const settings: ReadingSettings = {
    openSeconds: 60,
    recentSeconds: 3_600,
    recentDays: 7,
    oldSeconds: 86_400,
    oldDays: 30,
  };
  const days = (count: number) => count * 86_400_000;
  const inSeconds = (payment: FieldValues, age: number, deposits: string[] = []) => {
    const next = scheduleNextRead(
      payment,
      deposits,
      { readAt: days(100), changedAt: days(100) - age },
      settings,
    );
    return next === null ? null : (next - days(100)) / 1_000;
  };
  test.each<[string, FieldValues, number, string[], number | null]>([
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
