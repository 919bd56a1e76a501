/** A range of amounts or numbers in a URL: `EUR:10..500`, `10..500`. Plain digits, never a JavaScript number. */
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseAmount, parseSignedAmount } from '#lib/values/amount.ts';

/** An end of a range. Negative only for signed figures. */
export type AmountBound = Amount | SignedAmount;

/** Both ends are included and optional. Only amounts in this currency match. A number, such as a score, has none. */
export type AmountRange = {
  readonly currency: string | null;
  readonly from: AmountBound | null;
  readonly to: AmountBound | null;
};

const currencies = /^[A-Za-z0-9_-]{1,20}$/;
const shape = /^([A-Za-z0-9_-]{1,20}):([0-9.-]{1,200})$/;
const numberShape = /^[0-9.-]{1,200}$/;

/** Returns whether the text has the form of a currency code. */
export const isCurrencyCode = (code: string): boolean => currencies.test(code);

const isBelowZero = (bound: string): boolean => bound.startsWith('-');

/** Compares two amounts by sign and digits. */
export function isAmountBelow(one: AmountBound, other: AmountBound): boolean {
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

/** Parses one end of a range. Returns null when it is not an amount. */
export const parseAmountBound = (text: string, signed: boolean): AmountBound | null =>
  signed ? parseSignedAmount(text) : parseAmount(text);

/** Returns `undefined` when the text is not an amount. */
const end = (text: string, signed: boolean): AmountBound | null | undefined =>
  text === '' ? null : (parseAmountBound(text, signed) ?? undefined);

/**
 * Parses `EUR:10..500`, `EUR:10..`, `EUR:..500` or `EUR:49.90`, and `EUR:-5..5` where the figure is `signed`. Returns
 * null for anything else.
 */
export function parseAmountRange(text: string, signed = false): AmountRange | null {
  const [, currency = '', ends = ''] = shape.exec(text) ?? [];
  return currency === '' ? null : readEnds(ends, currency, signed);
}

/** Parses `10..500`, `10..`, `..500`, `-5..5` or `7`. Returns null for anything else. */
export const parseNumberRange = (text: string): AmountRange | null =>
  numberShape.test(text) ? readEnds(text, null, true) : null;

function readEnds(ends: string, currency: string | null, signed: boolean): AmountRange | null {
  const [low = '', high, ...more] = ends.split('..');
  if (more.length > 0) return null;
  const from = end(low, signed);
  const to = high === undefined ? from : end(high, signed);
  if (from === undefined || to === undefined || (from === null && to === null)) return null;
  return from !== null && to !== null && isAmountBelow(to, from)
    ? { currency, from: to, to: from }
    : { currency, from, to };
}

export const formatAmountRange = ({ currency, from, to }: AmountRange): string =>
  `${currency === null ? '' : `${currency}:`}${from === to ? (from ?? '') : `${from ?? ''}..${to ?? ''}`}`;
