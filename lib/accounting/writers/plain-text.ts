import 'server-only';
import type { MemoLine } from '#lib/statements/model/lines.ts';
import { memoLines } from '#lib/statements/model/lines.ts';
import { describeEntry, listFees } from '../model/describe-entry.ts';
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
  ...['description', 'record_id', 'service_fee', 'distributed_fee', 'depeg_loss'],
];

/** Writes double entry as CSV by RFC 4180: two rows an entry, with exact digits. Fees are in the first one. */
export function writeDoubleEntryCsv({ entries, settings: { accounts } }: PlainInput): Uint8Array {
  const rows = entries.flatMap((entry) => {
    const { id, day, debit, credit, amount, currency, recordId, fees } = entry;
    const rest = [currency, describeEntry(entry), recordId ?? ''];
    return [
      [id, day, debit, accounts[debit], amount, '', ...rest, ...memoLines.map((fee) => fees?.[fee] ?? '')],
      [id, day, credit, accounts[credit], '', amount, ...rest, ...memoLines.map(() => '')],
    ];
  });
  return new TextEncoder().encode(
    [csvColumns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join(''),
  );
}

/** The names of fees as tags and metadata. */
const feeTags = {
  serviceFee: 'service-fee',
  distributedFee: 'distributed-fee',
  depegLoss: 'depeg-loss',
} as const satisfies Readonly<Record<MemoLine, string>>;
const listTags = (entry: JournalEntry) => listFees(entry, (fee) => feeTags[fee]);

/** Commodities with other characters than letters are in quotation marks. */
const commodity = (currency: string): string => (/^[A-Za-z]+$/.test(currency) ? currency : `"${currency}"`);

/** Writes a journal of hledger and ledger, with exact digits. */
export function writeHledger({ entries, settings: { accounts } }: PlainInput): Uint8Array {
  const text = entries.map((entry) => {
    const { id, day, debit, credit, amount, currency, recordId } = entry;
    const tags = [...(recordId === null ? [] : [['record', recordId]]), ...listTags(entry)];
    const comment = tags.map(([name, content]) => `${name}:${content}`).join(', ');
    return [
      `${day} * (${id}) ${describeEntry(entry)}${comment === '' ? '' : `  ; ${comment}`}`,
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
      ...listTags(entry).map(([name, content]) => `  ${name}: ${content}`),
      `  ${accounts[debit]}  ${amount} ${currency}`,
      `  ${accounts[credit]}  -${amount} ${currency}`,
      '',
    ].join('\n');
  });
  return new TextEncoder().encode(
    [...opened.map((account) => `${openingDay} open ${account}`), '', ...text].join('\n'),
  );
}
