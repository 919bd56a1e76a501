import { tFileColumns } from '#lib/messages/exports.ts';
import { fiatFractionDigits, isFiatCurrency } from '#lib/values/currencies.ts';
import type { BookedEntry } from './booked.ts';
import type { AccountRole, Posting } from './journal.ts';

/** The programs whose files can be written. */
export const journalTargets = [
  'datev',
  'xero',
  'xeroBank',
  'quickbooks',
  'netsuite',
  'csv',
  'hledger',
  'beancount',
  'camt',
] as const;
export type JournalTarget = (typeof journalTargets)[number];

/** The accounts of a business and what DATEV needs. */
export type AccountingSettings = {
  readonly posting: Posting;
  readonly accounts: Readonly<Record<AccountRole, string>>;
  readonly datev: {
    readonly consultant: string;
    readonly client: string;
    /** The first month of the fiscal year. */
    readonly firstMonth: number;
    readonly accountLength: number;
  };
  /** The name of a tax rate in Xero that adds no tax. */
  readonly xeroTaxRate: string;
  /**
   * The base currency of the books in Xero, QuickBooks and NetSuite. Null for accounts that were stored without one: the euro, and
   * in Xero each settlement currency that isn't a coin.
   */
  readonly bookCurrency: string | null;
};

export const emptySettings: AccountingSettings = {
  posting: 'net',
  accounts: {
    clearing: '',
    revenue: '',
    withdrawals: '',
    bank: '',
    bankFees: '',
    rounding: '',
    serviceFees: '',
    grossDifferences: '',
    exchangeDifferences: '',
  },
  datev: { consultant: '', client: '', firstMonth: 1, accountLength: 4 },
  xeroTaxRate: tFileColumns('xeroTaxRate'),
  bookCurrency: 'EUR',
};

/** Why a target would refuse an entry, or the whole file where `entryId` is null. */
const journalProblems = [
  'account',
  'accountFormat',
  'sameAccount',
  'taxRate',
  'datevNumbers',
  'currency',
  'rate',
  'rateSource',
  'rateRange',
  'opening',
  'grossUnknown',
  'roundsToZero',
  'tooLarge',
  'id',
  'characters',
  'day',
  'fiscalYear',
] as const;
export type JournalProblem = {
  readonly problem: (typeof journalProblems)[number];
  readonly entryId: string | null;
  /** The value that the target would refuse. */
  readonly value: string;
};

/** The layout of each target. One that changes gets another version, which the manifest of a file names. */
export const layouts = {
  datev: 'EXTF 700, Buchungsstapel 13',
  xero: 'manual journals 2',
  xeroBank: 'bank statement 1',
  quickbooks: 'journal entries 2',
  netsuite: 'journal entries 2',
  csv: 'double entry 2',
  hledger: 'journal 2',
  beancount: 'journal 2',
  camt: 'camt.053.001.08',
} as const satisfies Readonly<Record<JournalTarget, string>>;

/** Targets that keep the exact digits of the settlement currency. The others know only currencies with cents. */
const exactTargets: readonly JournalTarget[] = ['csv', 'hledger', 'beancount'];

/** The base currency of the books. That of DATEV is the euro. */
export const findBase = (
  target: JournalTarget,
  { bookCurrency }: Pick<AccountingSettings, 'bookCurrency'>,
): string => (target === 'datev' ? 'EUR' : (bookCurrency ?? 'EUR'));

/** Returns true if a target has foreign currencies only with a rate. */
const convertsAll = (
  target: JournalTarget,
  { bookCurrency }: Pick<AccountingSettings, 'bookCurrency'>,
): boolean => target === 'datev' || (target === 'xero' && bookCurrency !== null);

/**
 * The currency of the entries of a target, and its decimals. Xero knows only its base currency, and none of these programs a coin.
 * Null keeps the exact digits of the settlement currency.
 */
export function findBooks(
  target: JournalTarget,
  currency: string,
  settings: Pick<AccountingSettings, 'bookCurrency'>,
): { readonly currency: string; readonly decimals: number } | null {
  if (exactTargets.includes(target)) return null;
  const isOwn =
    isBankStatement(target) ||
    (isFiatCurrency(currency) && !(target === 'xero' && convertsAll(target, settings)));
  const booked = isOwn ? currency : findBase(target, settings);
  return { currency: booked, decimals: fiatFractionDigits(booked) };
}

/** Returns true for a statement of the position. It has no accounts, and is in the settlement currency. */
export const isBankStatement = (target: JournalTarget): boolean => target === 'camt' || target === 'xeroBank';

/** Returns true for a statement that also has the balances, which need an opening position. */
export const hasOpening = (target: JournalTarget): boolean => target === 'camt';

/** Returns true if a person must enter a rate and its source. QuickBooks and NetSuite have rates of their own for fiat currencies. */
export function needsRate(
  target: JournalTarget,
  currency: string,
  settings: Pick<AccountingSettings, 'bookCurrency'>,
): boolean {
  if (exactTargets.includes(target) || isBankStatement(target)) return false;
  return convertsAll(target, settings) ? currency !== findBase(target, settings) : !isFiatCurrency(currency);
}

/** The most entries of a file. QuickBooks reads 1,000 rows, two for each entry, and Xero 1,000 lines of a statement. */
const maximumEntries: Readonly<Partial<Record<JournalTarget, number>>> = {
  datev: 99_999,
  quickbooks: 500,
  xeroBank: 1_000,
};

const findMost = (target: JournalTarget, count: number): number =>
  Math.max(1, Math.min(maximumEntries[target] ?? count, count));

/** Returns the number of files that a target needs for its entries. */
export const countFiles = (target: JournalTarget, count: number): number =>
  Math.ceil(count / findMost(target, count));

/** Splits entries into the files that a target reads. */
export function splitEntries<Entry>(
  target: JournalTarget,
  entries: readonly Entry[],
): readonly (readonly Entry[])[] {
  const most = findMost(target, entries.length);
  return Array.from({ length: countFiles(target, entries.length) }, (_one, index) =>
    entries.slice(index * most, (index + 1) * most),
  );
}

/** Text of Windows-1252 without control characters. */
const datevText = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** Returns true if a file of the target can hold a text that a person entered. */
export const acceptsText = (target: JournalTarget, text: string): boolean =>
  target !== 'datev' || datevText.test(text);

/** Returns true if a target refuses an account that no file opens, or that two files open. */
export const opensAccounts = (target: JournalTarget): boolean => target === 'beancount';

const centAmount = /^\d{1,10}(?:\.\d{1,2})?$/;
const datevId = /^[A-Za-z0-9$&%*+/-]{1,36}$/;
/** Two spaces end an account name of hledger, and a semicolon begins a comment. */
const hledgerAccount = /^[^\s;()[\]{}"](?:(?! {2})[^;"\p{Cc}])*$/u;
const beancountAccount = /^(?:Assets|Liabilities|Equity|Income|Expenses)(?::[A-Z0-9][A-Za-z0-9-]*)+$/;

const beancountCommodity = /^[A-Z][A-Z0-9'._-]{0,22}[A-Z0-9]$/;
/** A commodity in quotation marks. */
const hledgerCommodity = /^[^";\p{Cc}]+$/u;

/** The form of the settlement currency, of each target whose text has it. */
const currencyForms: Readonly<Partial<Record<JournalTarget, RegExp>>> = {
  datev: datevText,
  hledger: hledgerCommodity,
  beancount: beancountCommodity,
};

/** The form of the accounts of each target that has one. */
const accountForms: Readonly<Partial<Record<JournalTarget, RegExp>>> = {
  datev: /^(?!0+$)\d{1,9}$/,
  hledger: hledgerAccount,
  beancount: beancountAccount,
};

/** Returns the first day of the fiscal year that contains a day. */
export function findFiscalYear(day: string, firstMonth: number): string {
  const month = Number(day.slice(5, 7));
  const year = Number(day.slice(0, 4)) - (month < firstMonth ? 1 : 0);
  return `${year}-${String(firstMonth).padStart(2, '0')}-01`;
}

type Days = { readonly from: string; readonly to: string };

function checkDatev(
  entries: readonly BookedEntry[],
  { datev: { consultant, client, firstMonth } }: AccountingSettings,
  { from, to }: Days,
): readonly JournalProblem[] {
  const isConsultant = /^\d{4,7}$/.test(consultant) && Number(consultant) > 1_000;
  const isClient = /^\d{1,5}$/.test(client) && Number(client) > 0;
  const isOneYear = findFiscalYear(from, firstMonth) === findFiscalYear(to, firstMonth);
  const refuse = (problem: JournalProblem['problem'], value: string, entryId: string | null = null) => ({
    problem,
    value,
    entryId,
  });
  return [
    ...(isConsultant ? [] : [refuse('datevNumbers', consultant)]),
    ...(isClient ? [] : [refuse('datevNumbers', client)]),
    ...(isOneYear ? [] : [refuse('fiscalYear', `${from} – ${to}`)]),
    ...entries.flatMap(({ id }) => (datevId.test(id) ? [] : [refuse('id', id, id)])),
  ];
}

function checkEntry(
  target: JournalTarget,
  { id, debit, credit, booked, base, value, foreignRate, currency, day }: BookedEntry,
  { accounts, datev }: AccountingSettings,
  { from, to }: Days,
): readonly JournalProblem[] {
  const form = accountForms[target];
  // Accounts of customers and suppliers have one digit more than the others.
  const longest = target === 'datev' ? datev.accountLength + 1 : Number.POSITIVE_INFINITY;
  const ofAccounts = (isBankStatement(target) ? [] : [debit, credit]).flatMap((role): JournalProblem[] => {
    const account = accounts[role];
    if (account === '') return [{ problem: 'account', entryId: id, value: role }];
    return (form === undefined || form.test(account)) && account.length <= longest
      ? []
      : [{ problem: 'accountFormat', entryId: id, value: account }];
  });
  const amounts = exactTargets.includes(target) ? [] : [booked, ...(base === null ? [] : [base])];
  const problem = amounts.some((digits) => !/[1-9]/.test(digits))
    ? 'roundsToZero'
    : amounts.every((digits) => centAmount.test(digits))
      ? null
      : 'tooLarge';
  // A rate that a person entered is checked once.
  const hasNoRate = base !== null && value !== null && foreignRate === null;
  const isSame = target === 'datev' && accounts[debit] !== '' && accounts[debit] === accounts[credit];
  const isUnknown = currencyForms[target]?.test(currency) === false;
  return [
    ...ofAccounts,
    ...(isSame ? [{ problem: 'sameAccount', entryId: id, value: accounts[debit] } as const] : []),
    ...(hasNoRate ? [{ problem: 'rateRange', entryId: id, value: currency } as const] : []),
    ...(isUnknown ? [{ problem: 'currency', entryId: id, value: currency } as const] : []),
    ...(problem === null ? [] : [{ problem, entryId: id, value: booked } as const]),
    ...(day < from || day > to ? [{ problem: 'day', entryId: id, value: day } as const] : []),
  ];
}

/** Returns every entry that the target would refuse, with the reason. */
export function checkEntries(
  target: JournalTarget,
  entries: readonly BookedEntry[],
  settings: AccountingSettings,
  days: Days,
): readonly JournalProblem[] {
  return [
    ...(target === 'datev' ? checkDatev(entries, settings, days) : []),
    ...(target === 'xero' && settings.xeroTaxRate === ''
      ? [{ problem: 'taxRate', entryId: null, value: '' } as const]
      : []),
    ...entries.flatMap((entry) => checkEntry(target, entry, settings, days)),
  ];
}
