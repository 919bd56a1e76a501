import { createHash } from 'node:crypto';

/** Readers of the files of the journal that share no code with the writers. Amounts are integers of 10⁻³⁰. */

const toUnits = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(30, '0'));
  return text.startsWith('-') ? -units : units;
};
const fromUnits = (units: bigint): string => {
  const digits = String(units < 0n ? -units : units).padStart(31, '0');
  const fraction = digits.slice(-30).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -30)}${fraction === '' ? '' : `.${fraction}`}`;
};

const toBalances = (sums: ReadonlyMap<string, bigint>) =>
  Object.fromEntries([...sums].map(([account, units]) => [account, fromUnits(units)]));

function assertBalanced(units: Iterable<bigint>, what: string): void {
  let sum = 0n;
  for (const one of units) sum += one;
  if (sum !== 0n) throw new Error(`${what} doesn't balance`);
}

/** Returns the balance of each account of a double entry CSV. Throws for an entry that doesn't balance. */
export function readDoubleEntry(text: string): Record<string, string> {
  const [head = '', ...lines] = text.trimEnd().split('\r\n');
  if (
    head !==
    'entry_id,date,account_role,account,debit,credit,currency,description,record_id,service_fee,distributed_fee,depeg_loss'
  )
    throw new Error(`unexpected columns: ${head}`);
  const sums = new Map<string, bigint>();
  const entries = new Map<string, bigint[]>();
  for (const line of lines) {
    const [id = '', , , account = '', debit = '', credit = ''] = line.split(',');
    if ((debit === '') === (credit === '')) throw new Error(`one side must be empty: ${line}`);
    const units = debit === '' ? -toUnits(credit) : toUnits(debit);
    sums.set(account, (sums.get(account) ?? 0n) + units);
    entries.set(id, [...(entries.get(id) ?? []), units]);
  }
  for (const [id, units] of entries) assertBalanced(units, id);
  return toBalances(sums);
}

const places = {
  xero: { id: 0, day: 1, account: 3, debit: 5, credit: null, columns: 10, form: /^(\d\d)\/(\d\d)\/(\d{4})$/ },
  quickbooks: {
    id: 0,
    day: 1,
    account: 2,
    debit: 3,
    credit: 4,
    columns: 10,
    form: /^(\d\d)\/(\d\d)\/(\d{4})$/,
  },
  netsuite: { id: 0, day: 1, account: 4, debit: 5, credit: 6, columns: 8, form: /^(\d\d)\/(\d\d)\/(\d{4})$/ },
} as const;

/** The column names of each program, byte for byte as it documents them. */
const columnNames = {
  xero: '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
  quickbooks:
    '*JournalNo,*JournalDate,*AccountName,*Debits,*Credits,Description,Name,Currency,Location,Class',
  netsuite: 'External ID,Date,Currency,Memo,Account,Debit,Credit,Line Memo',
} as const;

/** Of the 125 column names of DATEV's field table, with semicolons between them. */
const datevColumnsSha256 = '098f89c80237a74bfa03dd3e1f4bb5cf2ecc8157fb4ee373626bdd70a0966cf7';

/** Returns the balances and days of a table of journals, by the field list of its program. */
export function readTable(
  target: keyof typeof places,
  text: string,
): { readonly balances: Record<string, string>; readonly days: readonly string[] } {
  const { id, day, account, debit, credit, columns, form } = places[target];
  const [head, ...lines] = text.trimEnd().split('\r\n');
  if (head !== columnNames[target]) throw new Error(`unexpected columns: ${head}`);
  const rows = lines.map((line) => line.split(','));
  const sums = new Map<string, bigint>();
  const entries = new Map<string, bigint[]>();
  const days = rows.map((row) => {
    if (row.length !== columns) throw new Error(`${row.length} columns: ${row}`);
    const name = row[account] ?? '';
    const number = row[id] ?? '';
    if (target === 'quickbooks' && number.length > 21) throw new Error(`too long: ${number}`);
    const sides = [row[debit] ?? '', credit === null ? '' : (row[credit] ?? '')] as const;
    for (const side of sides) if (!/^(?:-?\d+\.\d{2})?$/.test(side)) throw new Error(`no amount: ${side}`);
    const units = sides[0] === '' ? -toUnits(sides[1]) : toUnits(sides[0]);
    sums.set(name, (sums.get(name) ?? 0n) + units);
    entries.set(number, [...(entries.get(number) ?? []), units]);
    const [, first = '', second = '', year = ''] = form.exec(row[day] ?? '') ?? [];
    return target === 'xero' ? `${year}-${second}-${first}` : `${year}-${first}-${second}`;
  });
  for (const [number, units] of entries) assertBalanced(units, number);
  return { balances: toBalances(sums), days };
}

/**
 * Returns the balances of files of beancount, which reads directives in the order of their days. Throws for an account that isn't
 * open or is opened twice, and where a transaction doesn't balance.
 */
export function readBeancount(text: string): Record<string, string> {
  const opened = new Map<string, string>();
  let day = '';
  const sums = new Map<string, bigint>();
  let units: bigint[] = [];
  for (const line of text.split('\n')) {
    const [, openedOn = '', account] = /^(\d{4}-\d{2}-\d{2}) open (\S+)$/.exec(line) ?? [];
    if (account !== undefined) {
      if (opened.has(account)) throw new Error(`opened twice: ${account}`);
      opened.set(account, openedOn);
    }
  }
  for (const line of text.split('\n')) {
    if (/^\d{4}-\d{2}-\d{2} \* "/.test(line)) {
      day = line.slice(0, 10);
      assertBalanced(units, 'the transaction before');
      units = [];
    }
    const [, name, amount] = /^ {2}([A-Z]\S+) {2}(-?\d+(?:\.\d+)?) EUR$/.exec(line) ?? [];
    if (name === undefined || amount === undefined) continue;
    if ((opened.get(name) ?? '9') > day) throw new Error(`not open on ${day}: ${name}`);
    units.push(toUnits(amount));
    sums.set(name, (sums.get(name) ?? 0n) + toUnits(amount));
  }
  assertBalanced(units, 'the last transaction');
  return Object.fromEntries(
    Object.entries(toBalances(sums)).map(([account, sum]) => [account, `${sum} EUR`]),
  );
}

/** Returns the balances of a journal in the way of `hledger balance`, and the number of its transactions. */
export function readHledger(text: string): {
  readonly balances: Record<string, string>;
  readonly transactions: number;
} {
  const sums = new Map<string, bigint>();
  const commodities = new Map<string, string>();
  const transactions = text.trimEnd().split(/\n\n+/);
  for (const transaction of transactions) {
    const [head = '', ...postings] = transaction.split('\n');
    if (!/^\d{4}-\d{2}-\d{2} \* \([^)]+\) \S/.test(head)) throw new Error(`no transaction: ${head}`);
    const units = postings.map((posting) => {
      const [, account = '', amount = '', commodity = ''] =
        /^ {4}(\S(?:.*?\S)?) {2,}(-?\d+(?:\.\d+)?) (\S+)$/.exec(posting) ?? [];
      if (account === '') throw new Error(`no posting: ${posting}`);
      sums.set(account, (sums.get(account) ?? 0n) + toUnits(amount));
      commodities.set(account, commodity);
      return toUnits(amount);
    });
    assertBalanced(units, head);
  }
  return {
    balances: Object.fromEntries(
      Object.entries(toBalances(sums)).map(([account, sum]) => [
        account,
        `${sum} ${commodities.get(account)}`,
      ]),
    ),
    transactions: transactions.length,
  };
}

const pairs = (from: number, to: number): readonly (readonly [number, number])[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, index % 2 === 0 ? 20 : 210] as const);

/** The fields of DATEV's field table that hold text, with their lengths. They are in quotation marks, also where they are empty. */
const textFields: ReadonlyMap<number, number> = new Map([
  ...([
    [2, 1],
    [3, 3],
    [6, 3],
    [9, 4],
    [11, 36],
    [12, 12],
    [14, 60],
    [16, 9],
    [20, 210],
  ] as const),
  ...pairs(21, 36),
  ...([
    [37, 36],
    [38, 36],
    [40, 15],
    [42, 1],
  ] as const),
  ...pairs(48, 87),
  ...([
    [91, 10],
    [95, 30],
    [96, 2],
    [98, 2],
    [102, 2],
    [103, 36],
    [105, 35],
    [107, 76],
    [109, 11],
  ] as const),
  ...([
    [110, 20],
    [112, 30],
    [118, 1],
    [120, 2],
    [121, 50],
    [123, 15],
  ] as const),
]);
/** The fields that a row must have. All other numbers and dates may be empty. */
const required: ReadonlyMap<number, RegExp> = new Map([
  [1, /^(?!0+,00$)\d{1,10},\d{2}$/],
  [2, /^[SH]$/],
  [7, /^\d{1,9}$/],
  [8, /^\d{1,9}$/],
  [10, /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$/],
  [11, /^[A-Za-z0-9$&%*+/-]{1,36}$/],
  [114, /^[01]$/],
]);

/** The 31 fields of the header. */
const headFields: readonly RegExp[] = [
  ...[/^"EXTF"$/, /^700$/, /^21$/, /^"Buchungsstapel"$/, /^13$/, /^20\d{15}$/, /^$/, /^"[A-Z]{0,2}"$/],
  ...[/^"[^"]{0,25}"$/, /^"[^"]{0,25}"$/, /^\d{4,7}$/, /^\d{1,5}$/, /^20\d{6}$/, /^[4-8]$/, /^20\d{6}$/],
  ...[/^20\d{6}$/, /^"[\w.\-/ ]{0,30}"$/, /^"(?:[A-Z]{2})?"$/, /^[12]$/, /^(?:0|30|40|50|64)$/, /^[01]$/],
  ...[/^"[A-Z]{3}"$/, /^$/, /^""$/, /^$/, /^$/, /^"(?:\d\d)?"$/, /^\d*$/, /^$/, /^""$/, /^"[^"]{0,16}"$/],
];

/** Throws where a row differs from DATEV's field table. */
function checkFields(cells: readonly string[], bookCurrency: string | undefined): void {
  if (cells.length !== 125) throw new Error(`${cells.length} fields`);
  const [, , currency, rate = '', base = '', baseCurrency] = cells;
  const isForeign = currency !== bookCurrency;
  const hasBase = /^(?!0+,0+$)\d{1,4},\d{1,6}$/.test(rate) && /^(?!0+,00$)\d{1,10},\d{2}$/.test(base);
  if (
    isForeign
      ? !hasBase || baseCurrency !== bookCurrency
      : rate !== '' || base !== '' || baseCurrency !== '""'
  )
    throw new Error(`currencies: ${cells.slice(2, 6)}`);
  for (const [index, cell] of cells.entries()) {
    const length = textFields.get(index + 1);
    const isText = /^"(?:[^"]|"")*"$/.test(cell);
    const text = isText ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    const isRight = length === undefined ? /^[\d,]*$/.test(cell) : isText && text.length <= length;
    if (!isRight || !(required.get(index + 1)?.test(text) ?? true))
      throw new Error(`field ${index + 1}: ${cell}`);
  }
}

/** Reads a Buchungsstapel, and throws where a field is not as DATEV's field table says. */
export function readDatev(bytes: Uint8Array) {
  const text = new TextDecoder('windows-1252', { fatal: true }).decode(bytes);
  if (!text.endsWith('\r\n')) throw new Error('the last row has no end');
  const [head = '', columns = '', ...lines] = text.slice(0, -2).split('\r\n');
  const fields = (line: string): string[] => {
    const found: string[] = [];
    let rest = line;
    for (;;) {
      const [whole = ''] = /^"(?:[^"]|"")*"|^[^;]*/.exec(rest) ?? [];
      found.push(whole);
      if (rest.length === whole.length) return found;
      rest = rest.slice(whole.length + 1);
    }
  };
  if (createHash('sha256').update(columns).digest('hex') !== datevColumnsSha256)
    throw new Error(`unexpected columns: ${columns}`);
  const heads = fields(head);
  if (heads.length !== 31) throw new Error(`${heads.length} fields of the header`);
  for (const [index, shape] of headFields.entries())
    if (!shape.test(heads[index] ?? '')) throw new Error(`header ${index + 1}: ${heads[index]}`);
  return {
    head: heads,
    columns: fields(columns),
    rows: lines.map((line) => {
      const cells = fields(line);
      checkFields(cells, heads[21]);
      return {
        amount: cells[0] ?? '',
        side: (cells[1] ?? '').slice(1, -1),
        currency: (cells[2] ?? '').slice(1, -1),
        rate: cells[3] ?? '',
        base: `${cells[4] ?? ''} ${(cells[5] ?? '').slice(1, -1)}`.trim(),
        account: cells[6] ?? '',
        contra: cells[7] ?? '',
        day: cells[9] ?? '',
      };
    }),
  };
}
