import 'server-only';
import { describeEntry } from '../model/describe-entry.ts';
import type { JournalEntry } from '../model/journal.ts';
import type { AccountingSettings } from '../model/targets.ts';

type PlainInput = {
  readonly entries: readonly JournalEntry[];
  readonly settings: AccountingSettings;
};

const special = /[",\r\n]/;
const cell = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const csvColumns = [
  ...['entry_id', 'date', 'account_role', 'account', 'debit', 'credit', 'currency'],
  ...['description', 'record_id'],
];

/** Writes double entry as CSV by RFC 4180: two rows an entry, with exact digits. */
export function writeDoubleEntryCsv({ entries, settings: { accounts } }: PlainInput): Uint8Array {
  const rows = entries.flatMap((entry) => {
    const { id, day, debit, credit, amount, currency, recordId } = entry;
    const rest = [currency, describeEntry(entry), recordId ?? ''];
    return [
      [id, day, debit, accounts[debit], amount, '', ...rest],
      [id, day, credit, accounts[credit], '', amount, ...rest],
    ];
  });
  return new TextEncoder().encode(
    [csvColumns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join(''),
  );
}

/** Commodities with other characters than letters are in quotation marks. */
const commodity = (currency: string): string => (/^[A-Za-z]+$/.test(currency) ? currency : `"${currency}"`);

/** Writes a journal of hledger and ledger, with exact digits. */
export function writeHledger({ entries, settings: { accounts } }: PlainInput): Uint8Array {
  const text = entries.map((entry) => {
    const { id, day, debit, credit, amount, currency, recordId } = entry;
    const comment = recordId === null ? '' : `  ; record:${recordId}`;
    return [
      `${day} * (${id}) ${describeEntry(entry)}${comment}`,
      `    ${accounts[debit]}  ${amount} ${commodity(currency)}`,
      `    ${accounts[credit]}  -${amount} ${commodity(currency)}`,
      '',
    ].join('\n');
  });
  return new TextEncoder().encode(text.join('\n'));
}

/** Before every entry, because a later file may have earlier days. */
const openingDay = '1970-01-01';

/** Writes a file of beancount, with exact digits. It opens the accounts that no other file opens. */
export function writeBeancount({
  entries,
  settings: { accounts },
  opened,
}: PlainInput & { readonly opened: readonly string[] }): Uint8Array {
  const text = entries.map((entry) => {
    const { id, day, debit, credit, amount, currency, recordId } = entry;
    return [
      `${day} * "${describeEntry(entry)}"`,
      `  entry: "${id}"`,
      ...(recordId === null ? [] : [`  record: "${recordId}"`]),
      `  ${accounts[debit]}  ${amount} ${currency}`,
      `  ${accounts[credit]}  -${amount} ${currency}`,
      '',
    ].join('\n');
  });
  return new TextEncoder().encode(
    [...opened.map((account) => `${openingDay} open ${account}`), '', ...text].join('\n'),
  );
}
