import * as z from 'zod';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseAmount, parseSignedAmount, toPlainDigits } from '#lib/values/amount.ts';
import { brand } from '#lib/values/brand.ts';
import { isUuid } from '#lib/values/ids.ts';
import { JsonNumber } from '#lib/values/json.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { parseUnixSeconds } from '#lib/values/unix-seconds.ts';

/** The kinds of fields on the wire. Records are built from these alone. */

const numberOrString = z.union([z.string(), z.instanceof(JsonNumber)], {
  error: 'must be a number or a string of digits',
});
const toText = (value: string | JsonNumber): string => (value instanceof JsonNumber ? value.text : value);

/**
 * An amount. Records have strings, deposit callbacks numbers, and withdrawal callbacks either (§2, §6), so both are
 * accepted everywhere. An exponent is converted exactly to plain digits. Negative amounts, and those over 35 integer
 * or 30 fraction digits, are refused.
 */
export const amountField = numberOrString.transform((value, context): Amount => {
  const digits = toPlainDigits(toText(value));
  const parsed = digits === null ? null : parseAmount(digits === '-0' ? '0' : digits);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: `is not a plausible amount: ${toText(value).slice(0, 80)}` });
  return z.NEVER;
});

/** A depeg loss: an amount that can be negative. */
export const signedAmountField = numberOrString.transform((value, context): SignedAmount => {
  const digits = toPlainDigits(toText(value));
  const parsed = digits === null ? null : parseSignedAmount(digits);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: `is not a plausible amount: ${toText(value).slice(0, 80)}` });
  return z.NEVER;
});

const wholeSeconds = /^[0-9]{1,12}$/;

/** A time in UNIX seconds, as a number or a string of digits. */
export const secondsField = numberOrString.transform((value, context): UnixSeconds => {
  const digits = toPlainDigits(toText(value)) ?? '';
  const parsed = wholeSeconds.test(digits) ? parseUnixSeconds(Number.parseInt(digits, 10)) : null;
  if (parsed !== null) return parsed;
  context.addIssue({
    code: 'custom',
    message: `is not a time in UNIX seconds: ${toText(value).slice(0, 40)}`,
  });
  return z.NEVER;
});

/** An int64 of the interface that is at least 0 and small, such as `expirationMinutes`. */
export const countField = numberOrString.transform((value, context): number => {
  const digits = toPlainDigits(toText(value)) ?? '';
  if (wholeSeconds.test(digits)) return Number.parseInt(digits, 10);
  context.addIssue({ code: 'custom', message: `is not a whole number: ${toText(value).slice(0, 40)}` });
  return z.NEVER;
});

/** Limits a text in characters. zod’s own check also reads a `length` of objects, and throws on `{"length":{}}`. */
const atMost = (limit: number) => (text: string) => text.length <= limit || [...text].length <= limit;
/** Returns whether a text is not empty. It replaces zod’s own check for the same reason. */
export const isNotEmpty = (text: string): boolean => text !== '';

/** Text that the database can store: no NUL, no half of a surrogate pair, at most 10,000 characters. */
export const textField = z
  .string({ error: 'must be a string' })
  .refine(atMost(10_000), 'is longer than 10,000 characters')
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), 'has characters that cannot be stored');

/**
 * An ID, hash, address or tag that is indexed. The interface sets no limit (§8), but longer values can’t be indexed.
 */
export const maxKeyLength = 500;
export const keyField = textField.refine(atMost(maxKeyLength), `is longer than ${maxKeyLength} characters`);

/** A destination tag, as text or a number. */
export const tagField = z.union([
  keyField,
  z
    .instanceof(JsonNumber)
    .transform((value) => value.text)
    .pipe(keyField),
]);

/** A decimal without a defined scale (riskScore, percentages, ratios), stored and shown as received. */
export const asReceivedField = z.union([
  textField,
  z.instanceof(JsonNumber).transform((value) => value.text),
]);

/** A UUID, in lower case. */
export const uuidField = <Id extends string>() =>
  textField.refine(isUuid, 'is not a UUID').transform((text) => brand<Id>(text.toLowerCase()));

/**
 * An enumeration (§2.1). Enumerations are open: an unknown value is stored as received. `known` lists the values of
 * the interface.
 */
export const openEnum = <const Values extends readonly string[]>(values: Values) =>
  textField
    .refine(isNotEmpty, 'is empty')
    .refine(atMost(64), 'is longer than 64 characters')
    .meta({ known: [...values] });

/** Returns whether the interface defines this value. */
export const isDocumentedValue = <Value extends string>(
  known: readonly Value[],
  value: string,
): value is Value => known.some((one) => one === value);

const enumeration = z.object({ known: z.array(z.string()) });

const namesBySchema = new WeakMap<z.core.$ZodType, { readonly known: readonly string[] | null }>();

/**
 * Returns the values that the interface defines for an enumeration field, or null. Results are cached, because every
 * callback needs them.
 */
export function listDocumentedValues(schema: z.core.$ZodType): readonly string[] | null {
  const cached = namesBySchema.get(schema);
  if (cached !== undefined) return cached.known;
  const identity = readInterfaceNames(schema);
  namesBySchema.set(schema, { known: identity });
  return identity;
}

function readInterfaceNames(schema: z.core.$ZodType): readonly string[] | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return readInterfaceNames(schema.unwrap());
  const meta = enumeration.safeParse(z.globalRegistry.get(schema));
  return meta.success ? meta.data.known : null;
}
