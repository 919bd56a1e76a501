import type { Branded } from './brand.ts';
import { brand } from './brand.ts';

/** Plain decimal digits, never negative, as they stand on the wire: `49.90`, `0.000000000000000001`. */
export type Amount = Branded<string, 'Amount'>;
/** The same with an optional minus sign: a difference, or a depeg loss, which may be a gain. */
export type SignedAmount = Branded<string, 'SignedAmount'>;
/** A sum of many amounts of one currency, in plain digits: it may outgrow what one amount may be. */
export type Total = Branded<string, 'Total'>;
/** An amount and what it is counted in. The currency's type keeps two currencies from being added. */
export type Money<Currency extends string = string> = {
  readonly amount: Amount;
  readonly currency: Currency;
};

/** More than 35 integer or 30 fraction digits are implausible and are never stored as an amount. */
const plain = /^(?:0|[1-9][0-9]{0,34})(?:\.[0-9]{1,30})?$/;
const number = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?$/;

/** The only maker of an Amount. Answers null for anything that is not plain digits: exponents, signs, leading zeros. */
export function parseAmount(text: string): Amount | null {
  return plain.test(text) ? brand<Amount>(text) : null;
}

/** Like {@link parseAmount}, with an optional leading minus. `-0` is `0`. */
export function parseSignedAmount(text: string): SignedAmount | null {
  const digits = text.startsWith('-') ? text.slice(1) : text;
  if (!plain.test(digits)) return null;
  return brand<SignedAmount>(/^[0.]+$/.test(digits) ? digits : text);
}

/** Reads a total that was written down, or made by the database. Null for anything that is not plain digits. */
export const parseTotal = (text: string): Total | null =>
  /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text) ? brand<Total>(text) : null;

/** An amount that the code itself states, such as a preset. Throws where the text is not an amount. */
export function amount(text: string): Amount {
  const parsed = parseAmount(text);
  if (parsed === null) throw new Error(`not an amount: ${text}`);
  return parsed;
}

/**
 * The wire's side of `parseAmount`: turns a number as JSON may write it (`1.5e-7`, `1E+3`, `-2`) into plain
 * digits, exactly. Answers null where it is no number or its exponent would make it absurdly long.
 */
export function plainDigits(text: string): string | null {
  const match = number.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponentText] = match;
  const exponent = Number.parseInt(exponentText ?? '0', 10);
  if (Math.abs(exponent) > 100) return null;
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const integer = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const rest = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  // Zeros at the end are kept as they were written, but not those that the exponent moved there.
  const kept = exponentText === undefined ? rest : rest.replace(/0+$/, '');
  const plainInteger = integer.replace(/^0+(?=[0-9])/, '');
  return `${sign}${plainInteger}${kept === '' ? '' : `.${kept}`}`;
}

/** Drops trailing fraction zeros: two spellings of one amount become the same text. */
export function trimAmount<T extends Amount | SignedAmount>(value: T): T {
  return brand<T>(value.includes('.') ? value.replace(/\.?0+$/, '') : value);
}
