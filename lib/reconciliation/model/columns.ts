import * as z from 'zod';
import type { EntryField } from './choices.ts';
import { entryFields } from './choices.ts';
import { dayOrders } from './entry-values.ts';

/** Fields that several columns may hold together. */
const joined: ReadonlySet<EntryField> = new Set(['details']);

/** How a CSV statement is read. Null: as all its rows show. */
export const columnMapping = z.object({
  columns: z.array(z.enum(entryFields).or(z.literal(''))).max(200),
  /** The currency of rows without one. */
  currency: z.string().regex(/^[A-Z0-9]{0,12}$/),
  decimalSign: z.enum(['.', ',']).nullable(),
  dayOrder: z.enum(dayOrders).nullable(),
});
export type ColumnMapping = z.infer<typeof columnMapping>;

/** Names of columns as banks, wallets and exchanges write them, in lower case without marks. */
const names: Readonly<Record<EntryField, readonly string[]>> = {
  day: [
    ...[
      'date',
      'day',
      'booking date',
      'bookingdate',
      'buchungstag',
      'buchungsdatum',
      'datum',
      'transaction date',
    ],
    ...[
      'completed date',
      'date completed',
      'date completed utc',
      'time',
      'timestamp',
      'date utc',
      'utc time',
    ],
    ...[
      'date and time',
      'datetime',
      'datetime utc',
      'block time',
      'value date',
      'valuta',
      'valutadatum',
      'wertstellung',
    ],
  ],
  amount: [
    ...[
      'amount',
      'betrag',
      'umsatz',
      'betrag eur',
      'net',
      'change',
      'quantity',
      'value',
      'total',
      'montant',
      'importe',
    ],
    ...['amount eur', 'balance change', 'net amount'],
  ],
  credit: [
    'credit',
    'haben',
    'paid in',
    'money in',
    'in',
    'credit amount',
    'gutschrift',
    'received',
    'deposit',
  ],
  debit: [
    'debit',
    'soll',
    'paid out',
    'money out',
    'out',
    'debit amount',
    'lastschrift',
    'sent',
    'withdrawal',
  ],
  direction: [
    ...['direction', 'soll haben', 's h', 'debit credit', 'credit debit', 'dc', 'd c', 'cdtdbtind'],
    ...['soll haben kennzeichen', 'debit credit indicator'],
  ],
  currency: [
    'currency',
    'waehrung',
    'währung',
    'asset',
    'coin',
    'ccy',
    'currency ticker',
    'devise',
    'moneda',
  ],
  reference: [
    ...['bank reference', 'transaction reference', 'reference number', 'entry reference', 'bankreferenz'],
    ...['transaktionsnummer', 'id', 'transaction number', 'refid', 'txn id', 'ledger id'],
  ],
  details: [
    ...[
      'description',
      'details',
      'text',
      'reference',
      'purpose',
      'verwendungszweck',
      'buchungstext',
      'payee',
      'payer',
    ],
    ...[
      'beguenstigter zahlungspflichtiger',
      'name',
      'counterparty',
      'auftraggeber',
      'memo',
      'label',
      'narrative',
      'note',
    ],
    ...['name zahlungsbeteiligter', 'zahlungspflichtiger', 'empfänger', 'libellé', 'concepto'],
  ],
  transactionId: [
    'transaction hash',
    'txhash',
    'txid',
    'tx',
    'hash',
    'tx hash',
    'transaction id',
    'operation hash',
  ],
  address: ['address', 'from', 'from address', 'to address', 'recipient', 'sender', 'counterparty address'],
  account: [
    'account',
    'iban',
    'konto',
    'account number',
    'auftragskonto',
    'iban auftragskonto',
    'wallet',
    'account name',
  ],
};

const normalize = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Guesses the field of each column by its name. A field is given once, except those that are joined. */
export function guessColumns(headers: readonly string[]): ColumnMapping['columns'] {
  const columns: ColumnMapping['columns'] = headers.map(() => '');
  for (const field of entryFields)
    for (const name of names[field]) {
      const at = headers.findIndex((header, index) => columns[index] === '' && normalize(header) === name);
      if (at < 0) continue;
      columns[at] = field;
      if (!joined.has(field)) break;
    }
  return columns;
}

/** Returns true if the columns hold a day and an amount, and each field once. */
export function areColumnsComplete(columns: ColumnMapping['columns']): boolean {
  const count = (field: EntryField) => columns.filter((one) => one === field).length;
  const hasAmount = count('amount') === 1 || (count('amount') === 0 && count('credit') + count('debit') > 0);
  return (
    count('day') === 1 && hasAmount && entryFields.every((field) => joined.has(field) || count(field) <= 1)
  );
}

/** Identifies files with the same column names. */
export const nameHeaders = (headers: readonly string[]): string => headers.map(normalize).join('|');
