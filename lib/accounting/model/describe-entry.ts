import { tJournal } from '#lib/messages/accounting.ts';
import { memoLines } from '#lib/statements/model/lines.ts';
import type { BookedEntry, BookingRate } from './booked.ts';
import type { JournalEntry } from './journal.ts';

/** A named fact about an entry. */
export type EntryFact = readonly [name: string, content: string];

/** Lists the reported fees of an entry, which net posting doesn't book. `name` is that of the file. */
export const listFees = (
  { fees, currency }: Pick<JournalEntry, 'fees' | 'currency'>,
  name: (fee: (typeof memoLines)[number]) => string,
): readonly EntryFact[] =>
  memoLines.flatMap((fee): EntryFact[] => {
    const digits = fees?.[fee] ?? null;
    return digits === null ? [] : [[name(fee), `${digits} ${currency}`]];
  });

/** Lists how an entry was converted: by the amount that the service reported, or by a rate with its source. */
export function listConversion(
  { value, currency }: Pick<BookedEntry, 'value' | 'currency'>,
  rate: BookingRate | null,
  base: string,
): readonly EntryFact[] {
  if (currency === base) return [];
  if (value !== null) return [[tJournal('facts.value'), `${value} ${base}`]];
  return rate === null ? [] : [[tJournal('facts.rate'), `${rate.rate} ${rate.source}`]];
}

/** Returns the facts of an entry as one text, for a program with one field for all of them. */
export function describeFacts(entry: BookedEntry, rate: BookingRate | null, base: string): string {
  const conversion = listConversion(entry, rate, base);
  const amount: readonly EntryFact[] =
    conversion.length === 0 ? [] : [[tJournal('facts.amount'), `${entry.amount} ${entry.currency}`]];
  const fees = listFees(entry, (fee) => tJournal(`facts.${fee}`));
  return [...amount, ...conversion, ...fees].map(([name, content]) => `${name} ${content}`).join('; ');
}

/** Describes an entry in the books. */
export function describeEntry({ kind, currency, movements, recordId, movedOn }: JournalEntry): string {
  if (kind === 'rounding') return tJournal('text.rounding');
  if (movedOn !== null) return tJournal(`text.${kind}Late`, { day: movedOn });
  if (movements === 0) return tJournal('text.sumChange', { currency });
  return recordId === null
    ? tJournal(`text.${kind}Sum`, { currency, count: String(movements) })
    : tJournal(`text.${kind}`, { currency });
}
