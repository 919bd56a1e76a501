import { expect, test } from 'vitest';
import {
  findDepositMismatch,
  findReceivedCoin,
  listMismatched,
  listMismatches,
  specifyMismatch,
} from './model-mismatch.ts';

const payment = { currencyMismatch: true, depositCurrency: 'USDT', expectedNetwork: 'ETH' };
const arrived = (
  depositCurrency: string | null,
  network: string | null,
  status: string | null = 'CONFIRMED',
) => ({
  depositCurrency,
  network,
  status,
});
const right = arrived('USDT', 'ETH');
const otherCoin = arrived('BTC', 'BTC');
const otherNetwork = arrived('USDT', 'TRX');

test.each([
  ['the chosen coin and network', right, null],
  ['another coin', otherCoin, 'wrong-coin'],
  ['another coin on the same network', arrived('ETH', 'ETH'), 'wrong-coin'],
  ['the chosen coin on another network', otherNetwork, 'wrong-network'],
  ['another coin that can’t be processed', arrived('BTC', 'BTC', 'UNPROCESSABLE'), 'wrong-coin'],
  ['another coin that isn’t confirmed', arrived('BTC', 'BTC', 'UNCONFIRMED'), null],
  ['another coin without a status', arrived('BTC', 'BTC', null), null],
  ['nothing known', arrived(null, null), null],
])('distinguishes a wrong coin from a wrong network: %s', (_name, deposit, expected) => {
  expect(findDepositMismatch(payment, deposit)).toBe(expected);
});

test('compares nothing before the payer chooses a coin', () => {
  expect(
    findDepositMismatch({ ...payment, depositCurrency: null, expectedNetwork: null }, otherCoin),
  ).toBeNull();
});

test('lists only the deposits that differ, and how', () => {
  const deposits = [right, otherNetwork, otherCoin, right];
  expect(listMismatched(payment, deposits)).toEqual([otherNetwork, otherCoin]);
  expect(listMismatches(payment, deposits)).toEqual(['wrong-coin', 'wrong-network']);
  expect(listMismatches(payment, [right, otherNetwork])).toEqual(['wrong-network']);
  expect(listMismatches(payment, [right])).toEqual([]);
  expect(listMismatches({ ...payment, currencyMismatch: null }, deposits)).toEqual([]);
});

test('replaces the general state where the deposits show how they differ', () => {
  expect(specifyMismatch(['late', 'mismatch'], ['wrong-network'])).toEqual(['late', 'wrong-network']);
  expect(specifyMismatch(['mismatch', 'several'], [])).toEqual(['mismatch', 'several']);
});

test('names the coin of the received amount where only the network is wrong', () => {
  const find = (deposits: readonly (typeof right)[], depositCount = deposits.length) =>
    findReceivedCoin({ ...payment, depositCount }, deposits);
  expect(find([otherNetwork])).toBe('USDT');
  expect(find([otherNetwork, right])).toBe('USDT');
  expect(find([otherCoin, otherNetwork])).toBeNull();
  expect(find([otherNetwork], 2)).toBeNull();
  expect(find([], 0)).toBeNull();
  expect(findReceivedCoin({ ...payment, currencyMismatch: false, depositCount: 0 }, [])).toBe('USDT');
});
