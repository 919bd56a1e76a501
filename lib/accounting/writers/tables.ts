import 'server-only';
import { tFileColumns } from '#lib/messages/exports.ts';
import type { BookedEntry, BookingRate } from '../model/booked.ts';
import { formatDecimals } from '../model/booked.ts';
import { describeEntry, describeFacts } from '../model/describe-entry.ts';
import type { AccountingSettings, JournalTarget } from '../model/targets.ts';
import { findBase } from '../model/targets.ts';
import { toShortId } from './short-id.ts';

type TableInput = {
  readonly entries: readonly BookedEntry[];
  readonly settings: AccountingSettings;
  readonly rate: BookingRate | null;
};

/** Joins a text with the facts of an entry. */
const joinFacts = (target: JournalTarget, text: string, entry: BookedEntry, input: TableInput): string =>
  [text, describeFacts(entry, input.rate, findBase(target, input.settings))]
    .filter((part) => part !== '')
    .join('; ');

const special = /[",\r\n]/;
const cell = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const toCsv = (rows: readonly (readonly string[])[]): Uint8Array =>
  new TextEncoder().encode(rows.map((row) => `${row.map(cell).join(',')}\r\n`).join(''));

const splitDay = (day: string) => ({ year: day.slice(0, 4), month: day.slice(5, 7), date: day.slice(8, 10) });
const toEuropeanDay = (day: string): string => {
  const { year, month, date } = splitDay(day);
  return `${date}/${month}/${year}`;
};
const toAmericanDay = (day: string): string => {
  const { year, month, date } = splitDay(day);
  return `${month}/${date}/${year}`;
};

const xeroColumns = tFileColumns('xero').split(',');

/** Writes manual journals of Xero. Rows with the same narration and date are one journal. A debit is positive. */
export function writeXero(input: TableInput): Uint8Array {
  const { accounts, xeroTaxRate } = input.settings;
  const rows = input.entries.flatMap((entry) => {
    const text = describeEntry(entry);
    const description = joinFacts('xero', text, entry, input);
    const line = (account: string, amount: string) => [
      ...[
        `${text} (${entry.id})`,
        toEuropeanDay(entry.day),
        description,
        account,
        xeroTaxRate,
        amount,
        '',
        '',
        '',
        '',
      ],
    ];
    const amount = formatDecimals(entry.booked, entry.bookedCurrency);
    return [line(accounts[entry.debit], amount), line(accounts[entry.credit], `-${amount}`)];
  });
  return toCsv([xeroColumns, ...rows]);
}

const xeroBankColumns = tFileColumns('xeroBank').split(',');

/** Writes a bank statement of Xero: an entry that raises the position is money in. */
export function writeXeroBank({ entries }: Pick<TableInput, 'entries'>): Uint8Array {
  const rows = entries.map((entry) => {
    const amount = formatDecimals(entry.booked, entry.bookedCurrency);
    const signed = entry.debit === 'clearing' ? amount : `-${amount}`;
    return [toEuropeanDay(entry.day), signed, '', describeEntry(entry), entry.id, ''];
  });
  return toCsv([xeroBankColumns, ...rows]);
}

const quickBooksColumns = tFileColumns('quickbooks').split(',');

/** Writes journal entries of QuickBooks Online. Rows with the same number are one entry. */
export function writeQuickBooks(input: TableInput): Uint8Array {
  const { accounts } = input.settings;
  const rows = input.entries.flatMap((entry) => {
    const text = joinFacts('quickbooks', `${describeEntry(entry)} (${entry.id})`, entry, input);
    const rest = [text, '', entry.bookedCurrency, '', ''];
    const start = [toShortId(entry.id), toAmericanDay(entry.day)];
    const amount = formatDecimals(entry.booked, entry.bookedCurrency);
    return [
      [...start, accounts[entry.debit], amount, '', ...rest],
      [...start, accounts[entry.credit], '', amount, ...rest],
    ];
  });
  return toCsv([quickBooksColumns, ...rows]);
}

const netSuiteColumns = tFileColumns('netsuite').split(',');

/** Writes journal entries of NetSuite's CSV import. Lines with the same external ID are one entry. */
export function writeNetSuite(input: TableInput): Uint8Array {
  const { accounts } = input.settings;
  const rows = input.entries.flatMap((entry) => {
    const text = describeEntry(entry);
    const memo = joinFacts('netsuite', entry.recordId ?? '', entry, input);
    const start = [entry.id, toAmericanDay(entry.day), entry.bookedCurrency, text];
    const amount = formatDecimals(entry.booked, entry.bookedCurrency);
    return [
      [...start, accounts[entry.debit], amount, '', memo],
      [...start, accounts[entry.credit], '', amount, memo],
    ];
  });
  return toCsv([netSuiteColumns, ...rows]);
}
