import type { Brand } from './brand.ts';
import { brand } from './brand.ts';

/** Plain decimal digits, never negative, as in requests and responses: `49.90`, `0.000000000000000001`. */
export type Amount = Brand<string, 'Amount'>;
/** An amount with an optional minus sign: a difference, or a depeg loss, which may be a gain. */
export type SignedAmount = Brand<string, 'SignedAmount'>;
/** A sum of amounts in one currency, in plain digits. It may exceed the limit of a single amount. */
export type Total = Brand<string, 'Total'>;
/** An amount with its currency. The currency's type prevents adding two currencies. */
export type Money<Currency extends string = string> = {
  readonly amount: Amount;
  readonly currency: Currency;
};

/** More than 35 integer or 30 fraction digits are implausible and never stored as an amount. */
const plainDecimal = /^(?:0|[1-9][0-9]{0,34})(?:\.[0-9]{1,30})?$/;
const number = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?$/;

/**
 * The only constructor of an Amount. Returns null for anything but plain digits: no exponents, signs or leading
 * zeros.
 */
export function parseAmount(text: string): Amount | null {
  return plainDecimal.test(text) ? brand<Amount>(text) : null;
}

/** Like {@link parseAmount}, with an optional leading minus. `-0` becomes `0`. */
export function parseSignedAmount(text: string): SignedAmount | null {
  const digits = text.startsWith('-') ? text.slice(1) : text;
  if (!plainDecimal.test(digits)) return null;
  return brand<SignedAmount>(/^[0.]+$/.test(digits) ? digits : text);
}

/** Parses a total that was stored or computed by the database. Returns null for anything but plain digits. */
export const parseTotal = (text: string): Total | null =>
  /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(text) ? brand<Total>(text) : null;

/**
 * Converts an amount in the code, such as a preset.
 *
 * @throws {Error} when the text is not an amount.
 */
export function amount(text: string): Amount {
  const parsed = parseAmount(text);
  if (parsed === null) throw new Error(`not an amount: ${text}`);
  return parsed;
}

/**
 * Converts a JSON number (`1.5e-7`, `1E+3`, `-2`) to plain digits without loss. Returns null when it is no number or
 * its exponent would make it extremely long.
 */
export function toPlainDigits(text: string): string | null {
  const match = number.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponentText] = match;
  const exponent = Number.parseInt(exponentText ?? '0', 10);
  if (Math.abs(exponent) > 100) return null;
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const integer = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const rest = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  // Keeps trailing zeros as written, except those that the exponent moved there.
  const fractionDigits = exponentText === undefined ? rest : rest.replace(/0+$/, '');
  const plainInteger = integer.replace(/^0+(?=[0-9])/, '');
  return `${sign}${plainInteger}${fractionDigits === '' ? '' : `.${fractionDigits}`}`;
}

/** Removes trailing fraction zeros, so that equal amounts have equal texts. */
export function trimAmount<T extends Amount | SignedAmount>(value: T): T {
  return brand<T>(value.includes('.') ? value.replace(/\.?0+$/, '') : value);
}
