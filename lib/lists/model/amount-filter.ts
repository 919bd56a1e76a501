/** A range of amounts as an address says it: `EUR:10..500`. Plain digits of one currency, never a number. */
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseAmount, parseSignedAmount } from '#lib/values/amount.ts';

/** An end of a range: below zero only where a figure may be. */
export type AmountBound = Amount | SignedAmount;

/** Both ends included, either may be left out. Only amounts in this currency lie in it. */
export type AmountRange = {
  readonly currency: string;
  readonly from: AmountBound | null;
  readonly to: AmountBound | null;
};

const currencies = /^[A-Za-z0-9_-]{1,20}$/;
const shape = /^([A-Za-z0-9_-]{1,20}):([0-9.-]{1,200})$/;

/** Whether a range can be in it: a code, as everything that is a currency. */
export const canBeCurrency = (code: string): boolean => currencies.test(code);

const isBelowZero = (bound: string): boolean => bound.startsWith('-');

/** Whether one amount is less than another, told by their signs and digits. */
export function isLess(one: AmountBound, other: AmountBound): boolean {
  if (isBelowZero(one) && isBelowZero(other)) return isShorter(other.slice(1), one.slice(1));
  return isBelowZero(one) || isBelowZero(other) ? isBelowZero(one) : isShorter(one, other);
}

function isShorter(one: string, other: string): boolean {
  const [oneWhole = '', oneRest = ''] = one.split('.');
  const [otherWhole = '', otherRest = ''] = other.split('.');
  if (oneWhole.length !== otherWhole.length) return oneWhole.length < otherWhole.length;
  const digits = Math.max(oneRest.length, otherRest.length);
  return oneWhole + oneRest.padEnd(digits, '0') < otherWhole + otherRest.padEnd(digits, '0');
}

/** What one end of a range is as it was written; null where it is no amount. */
export const readBound = (text: string, signed: boolean): AmountBound | null =>
  signed ? parseSignedAmount(text) : parseAmount(text);

/** `undefined` where it is no amount. */
const end = (text: string, signed: boolean): AmountBound | null | undefined =>
  text === '' ? null : (readBound(text, signed) ?? undefined);

/**
 * `EUR:10..500`, `EUR:10..`, `EUR:..500`, or `EUR:49.90` alone; `EUR:-5..5` where the figure may be `signed`. Null where
 * it is none of these.
 */
export function readAmounts(text: string, signed = false): AmountRange | null {
  const [, currency = '', ends = ''] = shape.exec(text) ?? [];
  const [low = '', high, ...more] = ends.split('..');
  if (currency === '' || more.length > 0) return null;
  const from = end(low, signed);
  const to = high === undefined ? from : end(high, signed);
  if (from === undefined || to === undefined || (from === null && to === null)) return null;
  return from !== null && to !== null && isLess(to, from)
    ? { currency, from: to, to: from }
    : { currency, from, to };
}

export const writeAmounts = ({ currency, from, to }: AmountRange): string =>
  `${currency}:${from === to ? (from ?? '') : `${from ?? ''}..${to ?? ''}`}`;
