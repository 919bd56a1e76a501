import { tJournal } from '#lib/messages/journal.ts';
import type { JournalEntry } from './journal.ts';

/** Describes an entry in the books. */
export function describeEntry({ kind, currency, movements, recordId, movedOn }: JournalEntry): string {
  if (kind === 'rounding') return tJournal('text.rounding');
  if (movedOn !== null) return tJournal(`text.${kind}Late`, { day: movedOn });
  return recordId === null
    ? tJournal(`text.${kind}Sum`, { currency, count: String(movements) })
    : tJournal(`text.${kind}`, { currency });
}
