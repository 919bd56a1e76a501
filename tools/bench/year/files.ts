import { setAccounts, startRun } from '#lib/accounting/index.ts';
import { setAccountsForm, startRunForm } from '#lib/accounting/schema.ts';
import { tJournal } from '#lib/messages/accounting.ts';
import { Problem } from '#lib/values/errors.ts';
import { yearMonths } from './events.ts';
import type { PlayedYear } from './people.ts';
import type { ReadTarget } from './read-postings.ts';

/** The accounts of programs that take names. */
export const names = {
  ...{ clearing: 'Assets:Service', revenue: 'Income:Sales', withdrawals: 'Assets:Withdrawn' },
  ...{ bank: 'Assets:Bank', bankFees: 'Expenses:Bank', rounding: 'Expenses:Rounding' },
  ...{ serviceFees: 'Expenses:Fees', grossDifferences: 'Expenses:Differences' },
  exchangeDifferences: 'Expenses:Exchange',
} as const;
/** The accounts of DATEV. */
export const numbers = {
  ...{ clearing: '1590', revenue: '8400', withdrawals: '1460', bank: '1200', bankFees: '4970' },
  ...{ rounding: '2660', serviceFees: '4980', grossDifferences: '4990', exchangeDifferences: '2150' },
} as const;

/** Euros for one USDT, where the service reported no amount in euros. */
export const rate = '0.93';

type Plan = {
  readonly target: ReadTarget;
  readonly mode: 'event' | 'day' | 'period';
  readonly posting: 'net' | 'gross';
  readonly currencies: readonly string[];
  /** A file of every month. */
  readonly isSteady: boolean;
};

/** A file of the books with the further one of its month. */
export type WrittenFile = Pick<Plan, 'target' | 'mode' | 'posting'> & {
  readonly currency: string;
  readonly month: string;
  readonly runIds: string[];
};

const both = ['EUR', 'USDT'];
const plans: readonly Plan[] = [
  { target: 'csv', mode: 'event', posting: 'net', currencies: both, isSteady: true },
  { target: 'hledger', mode: 'day', posting: 'gross', currencies: both, isSteady: true },
  { target: 'datev', mode: 'period', posting: 'gross', currencies: ['EUR'], isSteady: true },
  { target: 'datev', mode: 'day', posting: 'net', currencies: ['USDT'], isSteady: false },
  { target: 'beancount', mode: 'period', posting: 'net', currencies: both, isSteady: false },
  { target: 'xero', mode: 'day', posting: 'net', currencies: both, isSteady: false },
  { target: 'quickbooks', mode: 'period', posting: 'net', currencies: both, isSteady: false },
  { target: 'netsuite', mode: 'day', posting: 'net', currencies: both, isSteady: false },
  { target: 'camt', mode: 'day', posting: 'net', currencies: ['EUR'], isSteady: false },
  { target: 'xeroBank', mode: 'period', posting: 'net', currencies: ['EUR'], isSteady: false },
];

/** Without reads, few deposits have the facts of gross posting, so these years post net. */
const netPlans = plans.map((plan) => ({
  ...plan,
  posting: 'net' as const,
  isSteady: plan.target === 'csv',
}));

/** Of the programs without a file of every month, each month has one in four. */
const isDue = (month: string, place: number): boolean => (yearMonths.indexOf(month) + place) % 4 === 0;

/** The accountant of a year, who writes files of months. */
export function createBooks({ businessId, people, mode, currencies, hasEveryFile }: PlayedYear) {
  const files: WrittenFile[] = [];
  let present = '';
  const map = async ({ target, posting }: Plan): Promise<void> => {
    const accounts = target === 'datev' ? numbers : names;
    const settings = `${posting} ${accounts.clearing}`;
    if (settings === present) return;
    const form = {
      ...{ businessId, posting, accounts, consultant: '29098', client: '55003', firstMonth: 1 },
      ...{ accountLength: 4, xeroTaxRate: 'No VAT', bookCurrency: 'EUR' },
    };
    await setAccounts(people.preparer(), setAccountsForm.parse(form));
    present = settings;
  };
  const run = async (plan: Plan, month: string, currency: string): Promise<void> => {
    const { target, posting } = plan;
    const known = files.find(
      (file) => file.target === target && file.month === month && file.currency === currency,
    );
    const file = known ?? { target, posting, mode: plan.mode, currency, month, runIds: [] };
    if (known === undefined) files.push(file);
    const form = {
      ...{ businessId, target, mode: plan.mode, currency, period: month, replaces: '' },
      ...(currency === 'EUR' ? { rate: '', rateSource: '' } : { rate, rateSource: 'A rate of the year' }),
    };
    try {
      const { runId } = await startRun(people.preparer(), startRunForm.parse(form));
      file.runIds.push(runId);
    } catch (error) {
      // The month has no movement, or the file before the close has all of them.
      if (!(error instanceof Problem && error.message === tJournal('refused.empty'))) throw error;
    }
  };
  const writeAll = async (
    month: string,
    isWritten: (plan: Plan, place: number) => boolean,
  ): Promise<void> => {
    const all = mode === 'reads on' ? plans : netPlans;
    const due = all.filter(isWritten);
    const toAccounts = ({ target, posting }: Plan): string => `${posting} ${target === 'datev'}`;
    const ordered = due.toSorted((one, other) => toAccounts(one).localeCompare(toAccounts(other)));
    for (const plan of ordered) {
      await map(plan);
      for (const currency of currencies)
        if (plan.currencies.includes(currency)) await run(plan, month, currency);
    }
  };
  return {
    files,
    /** Writes files of a month that isn’t closed yet. Those in cents round each file alone, so two of them differ from one. */
    writeEarly: (month: string) => writeAll(month, ({ isSteady, target }) => isSteady && target !== 'datev'),
    write: (month: string) =>
      writeAll(month, ({ isSteady }, place) => isSteady || hasEveryFile || isDue(month, place)),
  };
}
