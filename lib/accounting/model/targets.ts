import { tFileColumns } from '#lib/messages/file-columns.ts';
import { fiatCurrencies } from '#lib/values/currencies.ts';
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
};

export const emptySettings: AccountingSettings = {
  posting: 'net',
  accounts: {
    ...{ clearing: '', revenue: '', withdrawals: '', bank: '', bankFees: '', rounding: '' },
    ...{ serviceFees: '', grossDifferences: '' },
  },
  datev: { consultant: '', client: '', firstMonth: 1, accountLength: 4 },
  xeroTaxRate: tFileColumns('xeroTaxRate'),
};

/** Why a target would refuse an entry, or the whole file where `entryId` is null. */
const journalProblems = [
  'account',
  'accountFormat',
  'datevNumbers',
  'currency',
  'rate',
  'opening',
  'grossUnknown',
  'roundsToZero',
  'tooLarge',
  'id',
  'characters',
  'day',
  'fiscalYear',
  'rows',
] as const;
export type JournalProblem = {
  readonly problem: (typeof journalProblems)[number];
  readonly entryId: string | null;
  /** The value that the target would refuse. */
  readonly value: string;
};

export const isFiat = (currency: string): boolean => fiatCurrencies.some((code) => code === currency);

/** The layout of each target. One that changes gets another version, which the manifest of a file names. */
export const layouts = {
  datev: 'EXTF 700, Buchungsstapel 13',
  xero: 'manual journals 1',
  xeroBank: 'bank statement 1',
  quickbooks: 'journal entries 1',
  netsuite: 'journal entries 1',
  csv: 'double entry 1',
  hledger: 'journal 1',
  beancount: 'journal 1',
  camt: 'camt.053.001.08',
} as const satisfies Readonly<Record<JournalTarget, string>>;

/** Targets that keep the exact digits of the settlement currency. The others know only currencies with cents. */
const exactTargets: readonly JournalTarget[] = ['csv', 'hledger', 'beancount'];

/** The currency of the books of a target, and its decimals. Null keeps the exact digits of the settlement currency. */
export const findBooks = (
  target: JournalTarget,
  currency: string,
): { readonly currency: string; readonly decimals: number } | null =>
  exactTargets.includes(target) ? null : { currency: isFiat(currency) ? currency : 'EUR', decimals: 2 };

/** Returns true for a statement of the position. It has no accounts, and is in the settlement currency. */
export const isBankStatement = (target: JournalTarget): boolean => target === 'camt' || target === 'xeroBank';

/** Returns true for a statement that also has the balances, which need an opening position. */
export const hasOpening = (target: JournalTarget): boolean => target === 'camt';

/** Returns true if a person must enter a rate and its source. */
export const needsRate = (target: JournalTarget, currency: string): boolean =>
  !exactTargets.includes(target) && !isBankStatement(target) && !isFiat(currency);

/** The most entries of a file. QuickBooks reads 1,000 rows, two for each entry, and Xero 1,000 lines of a statement. */
const maximumEntries: Readonly<Partial<Record<JournalTarget, number>>> = {
  ...{ datev: 99_999, quickbooks: 500, xeroBank: 1_000 },
};

/** Text of Windows-1252 without control characters. */
const datevText = /^[ -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

/** Returns true if a file of the target can hold a text that a person entered. */
export const acceptsText = (target: JournalTarget, text: string): boolean =>
  target !== 'datev' || datevText.test(text);

const centAmount = /^\d{1,10}(?:\.\d{1,2})?$/;
const datevId = /^[A-Za-z0-9$&%*+/-]{1,36}$/;
/** Two spaces end an account name of hledger, and a semicolon begins a comment. */
const hledgerAccount = /^[^\s;()[\]{}"](?:(?! {2}|\t)[^;"])*$/;
const beancountAccount = /^(?:Assets|Liabilities|Equity|Income|Expenses)(?::[A-Z0-9][A-Za-z0-9-]*)+$/;

/** The form of the accounts of each target that has one. */
const accountForms: Readonly<Partial<Record<JournalTarget, RegExp>>> = {
  datev: /^\d{1,9}$/,
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
    ...{ problem, value, entryId },
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
  { id, debit, credit, booked, day }: BookedEntry,
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
  const isRounded = !exactTargets.includes(target);
  const problem = !isRounded
    ? null
    : !/[1-9]/.test(booked)
      ? 'roundsToZero'
      : centAmount.test(booked)
        ? null
        : 'tooLarge';
  return [
    ...ofAccounts,
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
  const most = maximumEntries[target] ?? Number.POSITIVE_INFINITY;
  return [
    ...(entries.length > most
      ? [{ problem: 'rows', entryId: null, value: String(entries.length) } as const]
      : []),
    ...(target === 'datev' ? checkDatev(entries, settings, days) : []),
    ...entries.flatMap((entry) => checkEntry(target, entry, settings, days)),
  ];
}
