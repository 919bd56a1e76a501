import * as z from 'zod';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseAmount, parseSignedAmount, plainDigits } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import { isUuid } from '#lib/values/ids.ts';
import { JsonNumber } from '#lib/values/json.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { parseUnixSeconds } from '#lib/values/unix-seconds.ts';

/** The kinds of field that the interface has, as they stand on the wire. Records are built from these alone. */

const numberOrString = z.union([z.string(), z.instanceof(JsonNumber)], {
  error: 'must be a number or a string of digits',
});
const textOf = (value: string | JsonNumber): string => (value instanceof JsonNumber ? value.text : value);

/**
 * An amount: records carry strings, the deposit callback numbers, the withdrawal callback either (§2, §6), so
 * both are read everywhere. An exponent becomes plain digits here, exactly. Negative or over 35 integer or 30
 * fraction digits is implausible and refused.
 */
export const amountField = numberOrString.transform((value, context): Amount => {
  const digits = plainDigits(textOf(value));
  const parsed = digits === null ? null : parseAmount(digits === '-0' ? '0' : digits);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: `is not a plausible amount: ${textOf(value).slice(0, 80)}` });
  return z.NEVER;
});

/** A depeg loss: an amount that may carry a sign. */
export const signedAmountField = numberOrString.transform((value, context): SignedAmount => {
  const digits = plainDigits(textOf(value));
  const parsed = digits === null ? null : parseSignedAmount(digits);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: `is not a plausible amount: ${textOf(value).slice(0, 80)}` });
  return z.NEVER;
});

const wholeSeconds = /^[0-9]{1,12}$/;

/** A time in UNIX seconds, as a number or, leniently, as a string of digits. */
export const secondsField = numberOrString.transform((value, context): UnixSeconds => {
  const digits = plainDigits(textOf(value)) ?? '';
  const parsed = wholeSeconds.test(digits) ? parseUnixSeconds(Number.parseInt(digits, 10)) : null;
  if (parsed !== null) return parsed;
  context.addIssue({
    code: 'custom',
    message: `is not a time in UNIX seconds: ${textOf(value).slice(0, 40)}`,
  });
  return z.NEVER;
});

/** An int64 of the interface that is at least 0 and small, such as `expirationMinutes`. */
export const countField = numberOrString.transform((value, context): number => {
  const digits = plainDigits(textOf(value)) ?? '';
  if (wholeSeconds.test(digits)) return Number.parseInt(digits, 10);
  context.addIssue({ code: 'custom', message: `is not a whole number: ${textOf(value).slice(0, 40)}` });
  return z.NEVER;
});

/**
 * How long a text is, in characters. Not zod's own check of lengths: that looks at whatever has a `length`, text or not,
 * and fails with an error of its own on `{"length":{}}`.
 */
const atMost = (most: number) => (text: string) => text.length <= most || [...text].length <= most;
/** That there is any text. Not zod's own check either, for the same reason. */
export const isFilled = (text: string): boolean => text !== '';

/** Text that the database can hold as it is: no NUL, no half of a surrogate pair, at most 10,000 characters. */
export const textField = z
  .string({ error: 'must be a string' })
  .refine(atMost(10_000), 'is longer than 10,000 characters')
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'has characters that cannot be stored');

/**
 * An id, hash, address or tag: text that is looked up by. The interface shows no limit (§8); beyond this it is none,
 * and the database's indexes could not hold it.
 */
export const longestKey = 500;
export const keyField = textField.refine(atMost(longestKey), `is longer than ${longestKey} characters`);

/** A destination tag: text, leniently also a number. */
export const tagField = z.union([
  keyField,
  z
    .instanceof(JsonNumber)
    .transform((value) => value.text)
    .pipe(keyField),
]);

/** A decimal whose scale is not shown (riskScore, percentages, ratios): kept and printed as received. */
export const asReceivedField = z.union([
  textField,
  z.instanceof(JsonNumber).transform((value) => value.text),
]);

export const uuidField = <Id extends string>() =>
  textField.refine(isUuid, 'is not a UUID').transform((text) => brand<Id>(text.toLowerCase()));

/**
 * An enumeration of §2.1. Enumerations are open: an unknown value is kept as it came. `isKnown` tells the two
 * apart where it matters, and `known` lists what the interface names.
 */
export const openEnum = <const Values extends readonly string[]>(known: Values) =>
  textField
    .refine(isFilled, 'is empty')
    .refine(atMost(64), 'is longer than 64 characters')
    .meta({ known: [...known] });

export const isInterfaceValue = <Value extends string>(
  known: readonly Value[],
  value: string,
): value is Value => known.some((one) => one === value);
