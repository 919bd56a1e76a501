import { toUnits } from './second-program.ts';

/** Readers of the files of the books, by the documents of each program. They share no code with the writers. */

/** A posting, with a positive debit. The account of a bank statement is that of the position. */
type Posting = {
  readonly day: string;
  readonly account: string;
  readonly currency: string;
  readonly units: bigint;
};

/** Splits CSV by RFC 4180. */
function splitCsv(text: string, separator: string): readonly (readonly string[])[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`, 'gy');
  const rows: string[][] = [[]];
  let end = 0;
  for (const [whole, quoted, plain = '', after] of text.matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (after === '\r\n') rows.push([]);
    end += whole.length;
  }
  if (end !== text.length || rows.pop()?.length !== 0) throw new Error(`no CSV after ${end} characters`);
  return rows;
}

/** Reads a table by the names of its columns. */
function readTable(text: string): readonly ReadonlyMap<string, string>[] {
  const [names = [], ...rows] = splitCsv(text, ',');
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`${row.length} of ${names.length} columns`);
    return new Map(names.map((name, index) => [name, row[index] ?? '']));
  });
}
const toCell =
  (row: ReadonlyMap<string, string>) =>
  (name: string): string => {
    const cell = row.get(name);
    if (cell === undefined) throw new Error(`no column ${name}`);
    return cell;
  };

const readSides = (debit: string, credit: string): bigint => {
  if ((debit === '') === (credit === '')) throw new Error(`not one side: “${debit}” “${credit}”`);
  return debit === '' ? -toUnits(credit) : toUnits(debit);
};

const fromEuropean = (day: string): string => day.split('/').toReversed().join('-');
const fromAmerican = (day: string): string => {
  const [month, date, year] = day.split('/');
  return `${year}-${month}-${date}`;
};

const readCsv = (text: string): readonly Posting[] =>
  readTable(text)
    .map(toCell)
    .map((cell) => ({
      ...{ day: cell('date'), account: cell('account'), currency: cell('currency') },
      units: readSides(cell('debit'), cell('credit')),
    }));

const readXero = (text: string): readonly Posting[] =>
  readTable(text)
    .map(toCell)
    .map((cell) => ({
      ...{ day: fromEuropean(cell('*Date')), account: cell('*AccountCode'), currency: 'EUR' },
      units: toUnits(cell('*Amount')),
    }));

const readQuickBooks = (text: string): readonly Posting[] =>
  readTable(text)
    .map(toCell)
    .map((cell) => ({
      ...{
        day: fromAmerican(cell('*JournalDate')),
        account: cell('*AccountName'),
        currency: cell('Currency'),
      },
      units: readSides(cell('*Debits'), cell('*Credits')),
    }));

const readNetSuite = (text: string): readonly Posting[] =>
  readTable(text)
    .map(toCell)
    .map((cell) => ({
      ...{ day: fromAmerican(cell('Date')), account: cell('Account'), currency: cell('Currency') },
      units: readSides(cell('Debit'), cell('Credit')),
    }));

const readXeroBank = (text: string): readonly Posting[] =>
  readTable(text)
    .map(toCell)
    .map((cell) => ({
      ...{ day: fromEuropean(cell('*Date')), account: 'position', currency: 'EUR' },
      units: toUnits(cell('*Amount')),
    }));

/** Reads postings below a line that begins with their day. */
function readText(text: string, posting: RegExp): readonly Posting[] {
  let day = '';
  return text.split('\n').flatMap((line): readonly Posting[] => {
    if (/^\d{4}-\d\d-\d\d \* /.test(line)) day = line.slice(0, 10);
    const [, account, amount = '', currency = ''] = posting.exec(line) ?? [];
    return account === undefined ? [] : [{ day, account, currency, units: toUnits(amount) }];
  });
}
const readHledger = (text: string) => readText(text, /^ {4}(\S.*?) {2,}(-?[\d.]+) ([A-Z]+)$/);
const readBeancount = (text: string) => readText(text, /^ {2}([A-Z]\S*) {2}(-?[\d.]+) ([A-Z]+)$/);

/** Each row of a Buchungsstapel is two postings. Its days have no year, which is that of the header. */
function readDatev(bytes: Uint8Array): readonly Posting[] {
  const text = new TextDecoder('windows-1252', { fatal: true }).decode(bytes);
  const [head = [], names = [], ...rows] = splitCsv(text, ';');
  if (head[0] !== 'EXTF' || names.length !== 125) throw new Error('no Buchungsstapel');
  const year = (head[14] ?? '').slice(0, 4);
  return rows.flatMap((row) => {
    if (row.length !== 125) throw new Error(`${row.length} fields`);
    const [amount = '', side, currency = '', , , , account = '', contra = '', , day = ''] = row;
    const units = toUnits(amount.replace(',', '.')) * (side === 'H' ? -1n : 1n);
    const on = `${year}-${day.slice(2)}-${day.slice(0, 2)}`;
    return [
      { day: on, account, currency, units },
      { day: on, account: contra, currency, units: -units },
    ];
  });
}

/** Reads the entries of a bank statement, and throws where they don’t join its balances. */
function readCamt(text: string): readonly Posting[] {
  const readAmount = (part: string): bigint => {
    const [, amount = '', side] = /<Amt Ccy="EUR">([\d.]+)<\/Amt><CdtDbtInd>(\w+)</.exec(part) ?? [];
    return side === 'DBIT' ? -toUnits(amount) : toUnits(amount);
  };
  const entries = [...text.matchAll(/<Ntry>.*?<\/Ntry>/gs)].map(([entry]) => ({
    ...{ day: /<BookgDt><Dt>([\d-]+)</.exec(entry)?.[1] ?? '', account: 'position', currency: 'EUR' },
    units: readAmount(entry),
  }));
  const [opening = 0n, closing = 0n] = [...text.matchAll(/<Bal>.*?<\/Bal>/gs)].map(([balance]) =>
    readAmount(balance),
  );
  if (entries.reduce((sum, { units }) => sum + units, opening) !== closing)
    throw new Error('entries don’t join the balances');
  return entries;
}

/** The programs whose files the proof reads. */
const readers = {
  csv: readCsv,
  hledger: readHledger,
  beancount: readBeancount,
  xero: readXero,
  quickbooks: readQuickBooks,
  netsuite: readNetSuite,
  xeroBank: readXeroBank,
  camt: readCamt,
} as const;
export type ReadTarget = keyof typeof readers | 'datev';

/** Reads the postings of a file. */
export const readPostings = (target: ReadTarget, bytes: Uint8Array): readonly Posting[] =>
  target === 'datev'
    ? readDatev(bytes)
    : readers[target](new TextDecoder('utf8', { fatal: true }).decode(bytes));
