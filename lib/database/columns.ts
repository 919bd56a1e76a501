import 'server-only';
import * as z from 'zod';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount, trimAmount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate as instantOf } from '#lib/values/instant.ts';
import type { Prisma } from '#prisma/generated/client.ts';

/** Converts column values, so that no Decimal and no Date leaves a store or a query. */

/** Converts numeric to an amount. `toFixed()` prints every digit without an exponent. */
export function toAmount(column: Prisma.Decimal): Amount {
  const parsed = parseAmount(column.toFixed());
  if (parsed === null) throw new RangeError(`not an amount in the database: ${column.toFixed()}`);
  return trimAmount(parsed);
}

/** An amount in a JSON value, as text. */
export const amountText = z.string().transform((digits, refused): Amount => {
  const parsed = parseAmount(digits);
  if (parsed === null) refused.addIssue('is not an amount');
  return parsed ?? z.NEVER;
});

export const mapNullable = <Column, Value>(
  column: Column | null,
  convert: (column: Column) => Value,
): Value | null => (column === null ? null : convert(column));

export const instantColumn = (column: Date): Instant => instantOf(column);

/** Converts a date column, which the driver reads as midnight UTC, to a day such as `2026-11-20`. */
export const dayColumn = (column: Date): string => column.toISOString().slice(0, 10);

/** Returns the SQL of a time as whole milliseconds since 1970, in text. */
export const millisecondsSql = (time: string): string =>
  `floor(extract(epoch FROM ${time}) * 1000)::bigint::text`;
