import type { Amount, SignedAmount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { divide, isZero, multiply } from '#lib/values/arithmetic.ts';
import { fiatFractionDigits } from '#lib/values/currencies.ts';
import { addSigned, negateSigned, signedAmount } from '#lib/values/signed.ts';
import type { JournalEntry, Movement } from './journal.ts';
import { toSize } from './journal.ts';

/** A rate that a person entered for the conversion into the currency of the books, with its source. */
export type BookingRate = { readonly rate: Amount; readonly source: string };

/** An entry with its amount in the currency of the books. */
export type BookedEntry = JournalEntry & {
  readonly booked: Amount;
  readonly bookedCurrency: string;
  /** The amount in the base currency, where the entry is in a foreign one. */
  readonly base: Amount | null;
  /** Units of the foreign currency for one of the base currency. Null: it has none, or DATEV has no place for it. */
  readonly foreignRate: Amount | null;
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

const datevRate = /^(?=.*[1-9])\d{1,4}(?:\.\d{1,6})?$/;

/**
 * Returns the rate of two equal amounts as DATEV has it: units of the foreign currency for one euro. DATEV describes Kurs, field 4 of the Buchungsstapel, as
 * "WKZ-Umsatz : WKZ-Basisumsatz". It has four digits before the comma and six after, and needs the base amount (5) and its
 * currency (6). The pattern there begins with 1 to 9 to exclude zero. Pounds and francs have rates below one. Null: it is outside
 * of the range of the field.
 */
export function toDatevRate(foreign: Amount, euros: Amount): Amount | null {
  if (isZero(euros)) return null;
  const rate = divide(foreign, euros, 6);
  return datevRate.test(rate) ? rate : null;
}

/** Returns by how much an entry changes the position. */
const toSigned = (
  { debit, credit }: { readonly debit: string; readonly credit: string },
  digits: Amount,
): SignedAmount => {
  if (debit === 'clearing') return signedAmount(digits);
  return credit === 'clearing' && !isZero(digits) ? signedAmount(`-${digits}`) : none;
};

/** Multiplies a signed amount and rounds half up in its size. */
const convert = (digits: SignedAmount, rate: Amount, scale: number): SignedAmount => {
  const converted = multiply(toSize(digits), rate, scale);
  return signedAmount(digits.startsWith('-') && !isZero(converted) ? `-${converted}` : converted);
};

/** Rounds a signed amount half up in its size. */
export const round = (digits: SignedAmount, scale: number): SignedAmount => convert(digits, one, scale);

/** Returns a movement with the value by which it is booked, so that a reversal has the same one. */
export const withValue = <Kind extends Movement>(movement: Kind, rate: Amount | null): Kind =>
  movement.value === null && rate !== null
    ? { ...movement, value: convert(movement.amount, rate, exactDigits) }
    : movement;

const noBase = { base: null, foreignRate: null };

/** Returns the value of a rounding difference, by the ratio of all entries, where no rate was entered. */
function convertLike(all: readonly JournalEntry[], size: Amount): Amount | null {
  const entries = all.filter(({ kind }) => kind !== 'exchange');
  const sum = (digits: readonly (Amount | null)[]) =>
    toSize(digits.reduce<SignedAmount>((total, one) => (one === null ? total : addSigned(total, one)), none));
  const amounts = sum(entries.map((entry) => entry.amount));
  const values = sum(entries.map(({ value }) => value));
  return isZero(amounts) ? null : divide(multiply(size, values, exactDigits), amounts, exactDigits);
}

/**
 * Converts entries into the currency of the books and rounds each to its decimals. One rounding entry makes the position
 * after them equal to the rounded exact one. It also has the foreign entries and exchange differences that are worth less than half a
 * cent in the base currency, because no program reads an amount of 0.00. Beside foreign entries, a further one makes their total in
 * the base currency equal to the rounded exact one.
 */
export function bookEntries(
  entries: readonly JournalEntry[],
  books: {
    readonly currency: string;
    /** The base currency. An exchange difference is in it. */
    readonly base: string;
    readonly decimals: number;
    /** The rate of entries without a value. Null: they all have one. */
    readonly rate: Amount | null;
    /** The target books the foreign currency, and beside it the value in its base currency. */
    readonly isForeign: boolean;
    readonly day: string;
    readonly roundingId: string;
    /** The position before the entries. It is rounded too, so that both balances of a bank statement are. */
    readonly start: SignedAmount;
  },
): Booking {
  const findRate = (): Amount => {
    if (books.rate === null) throw new RangeError('an entry has no value');
    return books.rate;
  };
  const toBase = (digits: Amount, value: Amount | null) => {
    if (!books.isForeign) return null;
    return value === null
      ? { base: multiply(digits, findRate(), baseDecimals), foreignRate: toDatevRate(one, findRate()) }
      : { base: multiply(value, one, baseDecimals), foreignRate: toDatevRate(digits, value) };
  };
  let [exact, booked] = [none, none];
  // The same in the base currency, beside foreign entries.
  let [exactBase, bookedBase] = [none, none];
  const converted = entries.flatMap((entry): BookedEntry[] => {
    const isExchange = entry.kind === 'exchange';
    if (isExchange && books.isForeign) {
      const inBase = multiply(entry.amount, one, baseDecimals);
      exactBase = addSigned(exactBase, toSigned(entry, entry.amount));
      if (isZero(inBase)) return [];
      bookedBase = addSigned(bookedBase, toSigned(entry, inBase));
      return [{ ...entry, booked: inBase, bookedCurrency: books.base, ...noBase }];
    }
    const product = books.isForeign
      ? entry.amount
      : (entry.value ?? multiply(entry.amount, findRate(), exactDigits));
    const rounded = multiply(product, one, books.decimals);
    const found = toBase(entry.value === null ? rounded : entry.amount, entry.value);
    exact = addSigned(exact, toSigned(entry, product));
    if (found !== null) {
      const value = entry.value ?? multiply(entry.amount, findRate(), exactDigits);
      exactBase = addSigned(exactBase, toSigned(entry, value));
    }
    const least = found?.base ?? (isExchange ? rounded : one);
    if (isZero(least)) return [];
    booked = addSigned(booked, toSigned(entry, rounded));
    if (found !== null) bookedBase = addSigned(bookedBase, toSigned(entry, found.base));
    return [{ ...entry, booked: rounded, bookedCurrency: books.currency, ...(found ?? noBase) }];
  });
  const toRounding = (id: string, difference: SignedAmount, currency: string): BookedEntry => {
    const isUp = !difference.startsWith('-');
    const size = toSize(difference);
    return {
      id,
      day: books.day,
      amount: size,
      currency,
      kind: 'rounding',
      value: null,
      fees: null,
      debit: isUp ? 'clearing' : 'rounding',
      credit: isUp ? 'rounding' : 'clearing',
      recordId: null,
      movedOn: null,
      movements: 0,
      booked: size,
      bookedCurrency: currency,
      ...noBase,
    };
  };
  const target = addSigned(
    round(addSigned(books.start, exact), books.decimals),
    negateSigned(round(books.start, books.decimals)),
  );
  const difference = addSigned(target, negateSigned(booked));
  const size = toSize(difference);
  const found = isZero(difference)
    ? null
    : toBase(size, books.rate === null ? convertLike(entries, size) : null);
  const isBooked = !isZero(difference) && (found === null || !isZero(found.base));
  const left = addSigned(exact, negateSigned(isBooked ? target : booked));
  const rounding = isBooked
    ? [{ ...toRounding(books.roundingId, difference, books.currency), ...(found ?? noBase) }]
    : [];
  for (const entry of rounding)
    if (entry.base !== null) bookedBase = addSigned(bookedBase, toSigned(entry, entry.base));
  const differenceBase = addSigned(round(exactBase, baseDecimals), negateSigned(bookedBase));
  const roundingBase = isZero(differenceBase)
    ? []
    : [toRounding(`${books.roundingId}-${books.base}`, differenceBase, books.base)];
  return { entries: [...converted, ...rounding, ...roundingBase], exact, left };
}

/** Formats an amount with the decimals of its currency. */
export function formatDecimals(digits: string, currency: string): string {
  const [whole = '0', fraction = ''] = digits.split('.');
  const decimals = fiatFractionDigits(currency);
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}
