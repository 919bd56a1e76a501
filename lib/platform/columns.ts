import 'server-only';
import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { parseAmount, parseSignedAmount, trimAmount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate as instantOf } from '#lib/values/instant.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { fromDate as secondsOf } from '#lib/values/unix-seconds.ts';
import { Prisma } from '#prisma/generated/client.ts';

/** Between columns and values: no Decimal and no Date leaves a store or a query. */

/** numeric → amount. `toFixed()` prints every digit without an exponent; trailing fraction zeros are the column's. */
export function amountOf(column: Prisma.Decimal): Amount {
  const parsed = parseAmount(column.toFixed());
  if (parsed === null) throw new RangeError(`not an amount in the database: ${column.toFixed()}`);
  return trimAmount(parsed);
}

export function signedAmountOf(column: Prisma.Decimal): SignedAmount {
  const parsed = parseSignedAmount(column.toFixed());
  if (parsed === null) throw new RangeError(`not an amount in the database: ${column.toFixed()}`);
  return trimAmount(parsed);
}

/** amount → numeric, through text: a double never comes into it. */
export const decimalOf = (amount: Amount | SignedAmount): Prisma.Decimal => new Prisma.Decimal(amount);

export const optional = <Column, Value>(
  column: Column | null,
  convert: (column: Column) => Value,
): Value | null => (column === null ? null : convert(column));

export const instantColumn = (column: Date): Instant => instantOf(column);
export const secondsColumn = (column: Date): UnixSeconds => secondsOf(column);
