import 'server-only';
import { tJournal } from '#lib/messages/accounting.ts';
import type { BookedEntry, BookingRate } from '../model/booked.ts';
import { datevColumns, datevTextColumns } from '../model/datev-columns.ts';
import type { EntryFact } from '../model/describe-entry.ts';
import { describeEntry, listConversion, listFees } from '../model/describe-entry.ts';
import type { AccountingSettings } from '../model/targets.ts';
import { findBase, findFiscalYear } from '../model/targets.ts';

/** DATEV's Buchungsstapel: EXTF 700, format version 13. Windows-1252, semicolons, CR LF also at the end. */
const high = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function toWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text], (letter) => {
    const place = high.indexOf(letter);
    if (place >= 0) return 0x80 + place;
    const code = letter.codePointAt(0) ?? 0x3f;
    return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : 0x3f;
  });
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const compact = (day: string): string => day.replaceAll('-', '');

/** Formats a time as YYYYMMDDHHMMSSFFF in UTC. */
const formatCreated = (at: Date): string => at.toISOString().replace(/[-:.TZ]/g, '');

export type DatevInput = {
  readonly entries: readonly BookedEntry[];
  readonly settings: AccountingSettings;
  readonly days: { readonly from: string; readonly to: string };
  readonly rate: BookingRate | null;
  readonly createdAt: Date;
};

function writeHead({ settings, days, createdAt }: DatevInput): string {
  const { datev } = settings;
  return [
    ...[quote('EXTF'), '700', '21', quote('Buchungsstapel'), '13', formatCreated(createdAt), ''],
    ...[quote('CH'), quote('Countinghouse'), quote(''), datev.consultant, datev.client],
    ...[compact(findFiscalYear(days.from, datev.firstMonth)), String(datev.accountLength)],
    ...[compact(days.from), compact(days.to), quote(`Countinghouse ${days.from}`), quote(''), '1', '0', '0'],
    ...[quote(findBase('datev', settings)), '', quote(''), '', '', quote(''), '', '', quote(''), quote('')],
  ].join(';');
}

const formatNumber = (digits: string, decimals: number): string => {
  const [whole = '0', fraction = ''] = digits.split('.');
  return `${whole},${fraction.padEnd(decimals, '0')}`;
};

/** The rate and the base amount of an entry in a foreign currency. */
function listBase({ base, foreignRate }: BookedEntry, { settings }: DatevInput): readonly [number, string][] {
  return base === null || foreignRate === null
    ? []
    : [
        [4, formatNumber(foreignRate, 6)],
        [5, formatNumber(base, 2)],
        [6, findBase('datev', settings)],
      ];
}

/** The most characters of a fact in one field. */
const longestFact = 210;

/** Splits a long fact, so that no part of the evidence is lost. DATEV has 20 pairs of fields, which is more than an entry needs. */
const splitFact = ([name, content]: EntryFact): readonly EntryFact[] =>
  Array.from({ length: Math.ceil(content.length / longestFact) }, (_, index) => [
    name,
    content.slice(index * longestFact, (index + 1) * longestFact),
  ]);

function writeRow(entry: BookedEntry, input: DatevInput): string {
  const { settings, rate } = input;
  const { accounts } = settings;
  const { id, day, debit, credit, booked, bookedCurrency, amount, currency, recordId, movedOn } = entry;
  const facts: readonly EntryFact[] = [
    [tJournal('facts.amount'), `${amount} ${currency}`],
    ...listConversion(entry, rate, findBase('datev', settings)),
    ...(recordId === null ? [] : [[tJournal('facts.record'), recordId] as const]),
    ...(movedOn === null ? [] : [[tJournal('facts.movedOn'), movedOn] as const]),
    ...listFees(entry, (fee) => tJournal(`facts.${fee}`)),
  ];
  const values = new Map<number, string>([
    [1, formatNumber(booked, 2)],
    [2, 'S'],
    [3, bookedCurrency],
    ...listBase(entry, input),
    [7, accounts[debit]],
    [8, accounts[credit]],
    [10, `${day.slice(8, 10)}${day.slice(5, 7)}`],
    [11, id],
    [14, describeEntry(entry).slice(0, 60)],
    [114, '0'],
    ...facts.flatMap(splitFact).flatMap(([name, content], index): [number, string][] => [
      [48 + 2 * index, name],
      [49 + 2 * index, content],
    ]),
  ]);
  return datevColumns
    .map((_, index) => {
      const value = values.get(index + 1) ?? '';
      return datevTextColumns.has(index + 1) ? quote(value) : value;
    })
    .join(';');
}

/** Writes the file of a run. The check has refused what DATEV would refuse. */
export const writeDatev = (input: DatevInput): Uint8Array =>
  toWindows1252(
    [
      writeHead(input),
      datevColumns.join(';'),
      ...input.entries.map((entry) => writeRow(entry, input)),
      '',
    ].join('\r\n'),
  );
