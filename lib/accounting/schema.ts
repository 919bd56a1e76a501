import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tJournal } from '#lib/messages/accounting.ts';
import type { StatementLine } from '#lib/statements/model/lines.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import type { LeftOutRecord } from '#lib/statements/schema.ts';
import { settlementCurrency } from '#lib/statements/schema-currency.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import { fiatCurrencies } from '#lib/values/currencies.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { JournalMode } from './model/journal.ts';
import { accountRoles, journalModes, postings } from './model/journal.ts';
import type { AccountingSettings, JournalProblem, JournalTarget } from './model/targets.ts';
import { journalTargets } from './model/targets.ts';

/** An account of the books: a number, or a name. */
const account = z
  .string()
  .trim()
  .max(120, tJournal('refused.account'))
  .regex(/^(?![=+@-])/, tJournal('refused.formula'));

/** The stored form of the accounts. Those that were stored earlier lack the last accounts, and the currency. */
export const accountingSettings = z.object({
  posting: z.enum(postings).default('net'),
  accounts: z.object({
    clearing: z.string(),
    revenue: z.string(),
    withdrawals: z.string(),
    bank: z.string(),
    bankFees: z.string(),
    rounding: z.string(),
    serviceFees: z.string().default(''),
    grossDifferences: z.string().default(''),
    exchangeDifferences: z.string().default(''),
  }),
  datev: z.object({
    consultant: z.string(),
    client: z.string(),
    firstMonth: z.number(),
    accountLength: z.number(),
  }),
  xeroTaxRate: z.string(),
  bookCurrency: z.string().nullable().default(null),
});

export const setAccountsForm = z.object({
  businessId: businessIdInput,
  posting: z.enum(postings),
  accounts: z.record(z.enum(accountRoles), account),
  consultant: z.string().trim().max(7, tJournal('refused.consultant')),
  client: z.string().trim().max(5, tJournal('refused.client')),
  firstMonth: z.number().int().min(1).max(12),
  accountLength: z.number().int().min(4).max(8),
  xeroTaxRate: account,
  bookCurrency: z.enum(fiatCurrencies),
});

export const startRunForm = z.object({
  businessId: businessIdInput,
  target: z.enum(journalTargets),
  mode: z.enum(journalModes),
  currency: settlementCurrency,
  period: z.string().transform((text, refused) => {
    const parsed = parsePeriod(text.trim());
    if (parsed === null) refused.addIssue(tJournal('refused.period'));
    return parsed ?? z.NEVER;
  }),
  /** Empty where no rate is needed. */
  rate: z
    .string()
    .trim()
    .transform((text, refused) => {
      if (text === '') return null;
      const parsed = parseAmount(text);
      if (parsed === null || isZero(parsed)) refused.addIssue(tJournal('refused.rate'));
      return parsed ?? z.NEVER;
    }),
  rateSource: z.string().trim().max(200),
  /** The ID of the run that the new one replaces, or empty. */
  replaces: z.union([z.uuid(), z.literal('')]),
});
export type JournalChoice = z.output<typeof startRunForm>;

const accountingQuery = z.object({
  target: z.enum(journalTargets).optional().catch(undefined),
  mode: z.enum(journalModes).optional().catch(undefined),
  currency: settlementCurrency.optional().catch(undefined),
  period: z
    .string()
    .refine((text) => parsePeriod(text) !== null)
    .optional()
    .catch(undefined),
});

/** The file with which the form of a page begins. */
export type AccountingChoice = z.output<typeof accountingQuery>;

/** Parses the address of the page. What isn't valid is left out. */
export const parseAccountingQuery = (parameters: Record<string, unknown>): AccountingChoice =>
  accountingQuery.parse(parameters);

const pageNumber = z.number().int().min(0).max(10_000);

/**
 * Checks the file that the same choice writes. `page` counts the pages of a result from 0, and `shown` names the problem whose entries it
 * lists.
 */
export const checkJournalForm = startRunForm.extend({
  page: pageNumber.default(0),
  shown: z
    .object({ group: z.string().max(1_000), page: pageNumber })
    .nullable()
    .default(null),
});

/** The result of a check. */
export type JournalCheck = {
  readonly entries: number;
  /** More than one are in one archive. */
  readonly files: number;
  readonly movements: number;
  /** The change of the position that the file books, in exact digits of the settlement currency. */
  readonly change: string;
  /** Problems of the page, each once, with its first entry and the number of its entries. */
  readonly problems: readonly (JournalProblem & { readonly count: number })[];
  /** The number of problems of all entries. */
  readonly problemCount: number;
  /** The entries of one problem: those of its page. */
  readonly shown: {
    readonly group: string;
    readonly page: number;
    readonly pages: number;
    readonly entryIds: readonly string[];
  } | null;
  /** Entries that need a rate, which the file leaves out: those of the page, and the number of all. */
  readonly refused: readonly JournalProblem[];
  readonly refusedCount: number;
  /** Records without a usable amount, which no file can hold. Expired ones have no name any more. */
  readonly leftOut: readonly { readonly line: StatementLine; readonly count: number }[];
  /** The ones on the page. */
  readonly leftOutRecords: readonly LeftOutRecord[];
  readonly page: number;
  /** The number of pages that name all of them. */
  readonly pages: number;
};

/** A stored file of the journal. */
export type JournalRun = {
  readonly runId: string;
  readonly number: number;
  readonly target: JournalTarget;
  readonly mode: JournalMode;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly entries: number;
  readonly createdAt: Instant;
  readonly createdBy: string;
  /** The number of the run that replaced it. */
  readonly replacedBy: number | null;
};

export type AccountingView = {
  readonly settings: AccountingSettings;
  readonly runs: readonly JournalRun[];
  readonly currencies: readonly string[];
  /** The last month that is over. */
  readonly period: string;
  readonly mayMap: boolean;
  readonly mayExport: boolean;
};
