import { database } from '#lib/database/pools.ts';
import { createStatementFixture } from '#lib/statements/testing/statement-fixture.ts';
import { checkJournal } from '../check-journal.ts';
import { fetchRun } from '../index.ts';
import { startRun } from '../make-run.ts';
import type { AccountRole, JournalMode, Posting } from '../model/journal.ts';
import type { JournalTarget } from '../model/targets.ts';
import { checkJournalForm, setAccountsForm, startRunForm } from '../schema.ts';
import { setAccounts } from '../set-accounts.ts';

type Accounts = Readonly<Record<AccountRole, string>>;

/** Accounts of DATEV. */
export const numbers: Accounts = {
  ...{ clearing: '1590', revenue: '8400', withdrawals: '1460', bank: '1200', bankFees: '4970' },
  ...{ rounding: '2660', serviceFees: '4970', grossDifferences: '4990' },
  exchangeDifferences: '2150',
};
/** Accounts of hledger. */
export const names: Accounts = {
  ...{ clearing: 'Assets:Service', revenue: 'Income:Sales', withdrawals: 'Assets:Paid out' },
  ...{ bank: 'Assets:Bank', bankFees: 'Expenses:Bank', rounding: 'Expenses:Rounding' },
  ...{ serviceFees: 'Expenses:Service', grossDifferences: 'Expenses:Differences' },
  exchangeDifferences: 'Expenses:Exchange',
};

type Choice = {
  readonly target: JournalTarget;
  readonly mode?: JournalMode;
  readonly currency?: string;
  readonly period?: string;
  readonly rate?: string;
  readonly rateSource?: string;
  readonly replaces?: string;
};

/** A business whose books an accountant writes. */
export function createJournalFixture() {
  const desk = createStatementFixture();
  const choose = ({ mode = 'event', currency = 'EUR', period = '2026-10', rate = '', ...rest }: Choice) => ({
    ...{ businessId: desk.tenant.businessId, mode, currency, period, rate, rateSource: 'ECB' },
    ...{ replaces: '', ...rest },
  });
  const fetchBody = async (runId: string) =>
    (await fetchRun(desk.tenant.as.accountant, desk.tenant.businessId, runId)).body;
  return {
    desk,
    choose,
    map: (accounts: Accounts, posting: Posting = 'net', bookCurrency = 'EUR') =>
      setAccounts(
        desk.tenant.as.finance,
        setAccountsForm.parse({
          ...{ businessId: desk.tenant.businessId, posting, accounts, consultant: '29098', client: '55003' },
          ...{ firstMonth: 1, accountLength: 4, xeroTaxRate: 'No VAT', bookCurrency },
        }),
      ),
    check: (choice: Choice, rest: object = {}) =>
      checkJournal(desk.tenant.as.accountant, checkJournalForm.parse({ ...choose(choice), ...rest })),
    run: (choice: Choice) => startRun(desk.tenant.as.accountant, startRunForm.parse(choose(choice))),
    fetchBody,
    fetchText: async (runId: string) => new TextDecoder().decode(await fetchBody(runId)),
    /** A deposit on each of two days, one withdrawal and one settlement. */
    fillOctober: async (): Promise<void> => {
      await desk.deposit('2026-10-05T10:00:00Z', { settlementPayableAmount: '10.25' });
      await desk.deposit('2026-10-06T10:00:00Z', { settlementPayableAmount: '20.5' });
      await desk.withdrawal('2026-10-07T10:00:00Z', { deductedSettlementAmount: '5.75' });
      await desk.settle('2026-10-31', '12');
    },
  };
}

/** Removes runs, which the database otherwise refuses. */
export const forgetRuns = (
  where: { readonly businessId: string } | { readonly runId: string },
): Promise<void> =>
  database().$transaction(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL session_replication_role = 'replica'`;
    await transaction.journalRun.deleteMany({ where });
  });
