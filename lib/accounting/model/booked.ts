import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { amount, parseAmount } from '#lib/values/amount.ts';
import { isZero, multiply } from '#lib/values/arithmetic.ts';
import { fiatFractionDigits } from '#lib/values/currencies.ts';
import { addSigned, negateSigned, signedAmount } from '#lib/values/signed.ts';
import type { JournalEntry } from './journal.ts';

/** A rate that a person entered for the conversion into the currency of the books, with its source. */
export type BookingRate = { readonly rate: Amount; readonly source: string };

/** An entry with its amount in the currency of the books. */
export type BookedEntry = JournalEntry & {
  readonly booked: Amount;
  readonly bookedCurrency: string;
  /** The amount in the base currency, where the entry is in a foreign one. */
  readonly base: Amount | null;
};

export type Booking = {
  readonly entries: readonly BookedEntry[];
  /** The exact total of the changes of the position in the currency of the books, before rounding. */
  readonly exact: SignedAmount;
  /**
   * The rest after the rounding entry. Always at most one unit, and half a unit without a position before. Without a rounding
   * entry, because it would be worth less than half a cent in the base currency, also that.
   */
  readonly left: SignedAmount;
};

const one = amount('1');

/** The most fraction digits of a rate and of an amount, so that their product is exact. */
const exactDigits = 30;

/** Decimals of the euro, the only base currency of foreign entries. */
const baseDecimals = 2;

const none = signedAmount('0');

/** Returns by how much an entry changes the position. */
const toSigned = (
  { debit, credit }: { readonly debit: string; readonly credit: string },
  digits: Amount,
): SignedAmount => {
  if (debit === 'clearing') return signedAmount(digits);
  return credit === 'clearing' && !isZero(digits) ? signedAmount(`-${digits}`) : none;
};

/** Rounds a signed amount half up in its size. */
export const round = (digits: SignedAmount, scale: number): SignedAmount => {
  const rounded = multiply(toSize(digits), one, scale);
  return signedAmount(digits.startsWith('-') && !isZero(rounded) ? `-${rounded}` : rounded);
};

function toSize(digits: SignedAmount): Amount {
  const size = parseAmount(digits.replace('-', ''));
  if (size === null) throw new RangeError(`not an amount: ${digits}`);
  return size;
}

/**
 * Converts entries into the currency of the books and rounds each to its decimals. One rounding entry makes the position
 * after them equal to the rounded exact one. It also has the foreign entries that are worth less than half a cent in the base
 * currency, because no program reads an amount of 0.00.
 */
export function bookEntries(
  entries: readonly JournalEntry[],
  books: {
    readonly currency: string;
    readonly decimals: number;
    readonly rate: Amount;
    /** The value of one unit of the currency in the base currency. Null: it is the base currency, or the target has rates. */
    readonly baseRate: Amount | null;
    readonly day: string;
    readonly roundingId: string;
    /** The position before the entries. It is rounded too, so that both balances of a bank statement are. */
    readonly start: SignedAmount;
  },
): Booking {
  const toBase = (digits: Amount) =>
    books.baseRate === null ? null : multiply(digits, books.baseRate, baseDecimals);
  let exact = none;
  let booked = none;
  const converted = entries.flatMap((entry): BookedEntry[] => {
    const product = multiply(entry.amount, books.rate, exactDigits);
    const rounded = multiply(product, one, books.decimals);
    const base = toBase(rounded);
    exact = addSigned(exact, toSigned(entry, product));
    if (base !== null && isZero(base)) return [];
    booked = addSigned(booked, toSigned(entry, rounded));
    return [{ ...entry, booked: rounded, bookedCurrency: books.currency, base }];
  });
  const target = addSigned(
    round(addSigned(books.start, exact), books.decimals),
    negateSigned(round(books.start, books.decimals)),
  );
  const difference = addSigned(target, negateSigned(booked));
  const size = toSize(difference);
  const base = toBase(size);
  if (isZero(difference) || (base !== null && isZero(base)))
    return { entries: converted, exact, left: addSigned(exact, negateSigned(booked)) };
  const isUp = !difference.startsWith('-');
  const rounding: BookedEntry = {
    ...{ id: books.roundingId, day: books.day, amount: size, currency: books.currency, kind: 'rounding' },
    debit: isUp ? 'clearing' : 'rounding',
    credit: isUp ? 'rounding' : 'clearing',
    ...{ recordId: null, movedOn: null, movements: 0, booked: size, bookedCurrency: books.currency },
    base,
  };
  return { entries: [...converted, rounding], exact, left: addSigned(exact, negateSigned(target)) };
}

/** Formats an amount with the decimals of its currency. */
export function formatDecimals(digits: string, currency: string): string {
  const [whole = '0', fraction = ''] = digits.split('.');
  const decimals = fiatFractionDigits(currency);
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}
