/** A range of amounts as an address says it: `EUR:10..500`. Plain digits of one currency, never a number. */
import type { Amount } from './amount.ts';
import { parseAmount } from './amount.ts';

/** Both ends included, either may be left out. Only amounts in this currency lie in it. */
export type AmountRange = {
  readonly currency: string;
  readonly from: Amount | null;
  readonly to: Amount | null;
};

const shape = /^([A-Za-z0-9_-]{1,20}):([0-9.]{1,200})$/;

/** Whether one amount is less than another, told by their digits. */
export function isLess(one: Amount, other: Amount): boolean {
  const [oneWhole = '', oneRest = ''] = one.split('.');
  const [otherWhole = '', otherRest = ''] = other.split('.');
  if (oneWhole.length !== otherWhole.length) return oneWhole.length < otherWhole.length;
  const digits = Math.max(oneRest.length, otherRest.length);
  return oneWhole + oneRest.padEnd(digits, '0') < otherWhole + otherRest.padEnd(digits, '0');
}

/** `undefined` where it is no amount. */
const end = (text: string): Amount | null | undefined =>
  text === '' ? null : (parseAmount(text) ?? undefined);

/** `EUR:10..500`, `EUR:10..`, `EUR:..500`, or `EUR:49.90` alone. Null where it is none of these. */
export function readAmounts(text: string): AmountRange | null {
  const [, currency = '', ends = ''] = shape.exec(text) ?? [];
  const [low = '', high, ...more] = ends.split('..');
  if (currency === '' || more.length > 0) return null;
  const from = end(low);
  const to = high === undefined ? from : end(high);
  if (from === undefined || to === undefined || (from === null && to === null)) return null;
  return from !== null && to !== null && isLess(to, from)
    ? { currency, from: to, to: from }
    : { currency, from, to };
}

export const writeAmounts = ({ currency, from, to }: AmountRange): string =>
  `${currency}:${from === to ? (from ?? '') : `${from ?? ''}..${to ?? ''}`}`;
