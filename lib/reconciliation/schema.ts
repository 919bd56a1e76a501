import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tReconciliationRefusals } from '#lib/messages/reconciliation.ts';
import type { Period } from '#lib/statements/model/period.ts';
import { parsePeriod } from '#lib/statements/model/period.ts';
import { settlementCurrency } from '#lib/statements/schema-currency.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { Instant } from '#lib/values/instant.ts';
import { optionalReasonText, reasonText } from '#lib/values/reason-text.ts';
import type { MatchState, RecordKind } from './model/choices.ts';
import { importLimits, matchStates } from './model/choices.ts';
import { columnMapping } from './model/columns.ts';
import type { BankFormat, EntryProblem, FileFailure } from './model/entries.ts';
import type { MatchRule, RuleRun } from './model/rules.ts';
import { matchRule, maximumDays } from './model/rules.ts';

/** Items of one match by a person. */
const maximumItems = 500;
const longestReason = 2_000;
const longestHeader = 300;

export const inspectFileForm = z.object({
  businessId: businessIdInput,
  /** The first bytes of the file, in base64. */
  start: z.base64().max(importLimits.startBytes * 2),
});

export const startImportForm = z.object({
  businessId: businessIdInput,
  fileName: z.string().trim().min(1).max(255),
  size: z
    .number()
    .int()
    .min(1, tReconciliationRefusals('file.empty'))
    .max(importLimits.bytes, tReconciliationRefusals('file.tooLarge')),
  /** The columns of a CSV file. */
  mapping: columnMapping.nullable(),
  /** The column names of a CSV file, for which the columns are kept. */
  headers: z.array(z.string().max(longestHeader, tReconciliationRefusals('file.longHeader'))).max(200),
});

export const retryImportForm = z.object({ businessId: businessIdInput, importId: z.uuid() });

export const removeImportForm = z.object({
  businessId: businessIdInput,
  importId: z.uuid(),
  reason: reasonText(longestReason),
});

const items = {
  lineIds: z.array(z.uuid()).max(maximumItems, tReconciliationRefusals('tooMany')),
  recordIds: z.array(z.uuid()).max(maximumItems, tReconciliationRefusals('tooMany')),
};

export const matchForm = z.object({
  businessId: businessIdInput,
  currency: z.string(),
  ...items,
  /** Empty where the difference is zero. */
  reason: optionalReasonText(longestReason),
});

export const ignoreForm = z.object({
  businessId: businessIdInput,
  currency: z.string(),
  ...items,
  reason: reasonText(longestReason),
});

export const endMatchForm = z.object({ businessId: businessIdInput, matchId: z.uuid() });

const ruleFields = matchRule.omit({ ruleId: true, name: true, contains: true, days: true, tolerance: true });

export const ruleForm = ruleFields.extend({
  businessId: businessIdInput,
  /** Null: a new rule. */
  ruleId: z.uuid().nullable(),
  name: z.string().trim().min(1, tReconciliationRefusals('rule.name')).max(100),
  currency: settlementCurrency,
  contains: z.string().trim().max(200),
  days: z.coerce
    .number()
    .int(tReconciliationRefusals('rule.days'))
    .min(0, tReconciliationRefusals('rule.days'))
    .max(maximumDays, tReconciliationRefusals('rule.days')),
  tolerance: z
    .string()
    .trim()
    .transform((text, refused) => {
      const parsed = parseAmount(text === '' ? '0' : text);
      if (parsed === null) refused.addIssue(tReconciliationRefusals('rule.tolerance'));
      return parsed ?? z.NEVER;
    }),
});
export type RuleInput = z.input<typeof ruleForm>;

export const removeRuleForm = z.object({ businessId: businessIdInput, ruleId: z.uuid() });
export const runRulesForm = z.object({ businessId: businessIdInput, currency: z.string() });

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

const pageParameters = z.object({
  currency: settlementCurrency.nullable().catch(null),
  period: z
    .string()
    .transform((text) => parsePeriod(text))
    .nullable()
    .catch(null),
  show: z.enum(['lines', 'records']).catch('lines'),
  state: z.enum(matchStates).nullable().catch(null),
  after: z.string().max(100).nullable().catch(null),
  transitAfter: z.string().max(100).nullable().catch(null),
  q: z.string().max(200).catch(''),
  recordQ: z.string().max(200).catch(''),
});

/** The choices in the address of the page. */
export type ReconciliationQuery = z.output<typeof pageParameters>;

/** Returns what the address chooses. Values that can't be read are left out. */
export const parseReconciliationQuery = (parameters: Parameters): ReconciliationQuery =>
  pageParameters.parse({
    currency: parameters['currency'] ?? null,
    period: parameters['period'] ?? null,
    show: parameters['show'] ?? 'lines',
    state: parameters['state'] ?? null,
    after: parameters['after'] ?? null,
    transitAfter: parameters['transitAfter'] ?? null,
    q: parameters['q'] ?? '',
    recordQ: parameters['recordQ'] ?? '',
  });

/** A line of a statement with its state. */
export type LineView = {
  readonly lineId: string;
  readonly day: string;
  readonly amount: SignedAmount;
  readonly account: string;
  readonly reference: string;
  readonly details: string;
  readonly transactionId: string;
  readonly address: string;
  /** A person recorded it by hand. */
  readonly isRecorded: boolean;
  /** A person undid its match, so rules leave it alone. */
  readonly isLeftToPeople: boolean;
  readonly state: MatchState;
  readonly matchId: string | null;
};

/** A credited deposit or a completed withdrawal with its state. */
export type RecordView = {
  readonly recordId: string;
  readonly kind: RecordKind;
  readonly at: Instant;
  /** Null: not reported. */
  readonly amount: SignedAmount | null;
  readonly clientId: string;
  readonly state: MatchState;
  readonly matchId: string | null;
};

/** Why items are in their state, with the number and sum of the other side. */
export type MatchView = {
  readonly matchId: string;
  readonly state: MatchState;
  /** The name of its rule. Null: a person made it. */
  readonly rule: string | null;
  readonly person: string | null;
  readonly reason: string | null;
  readonly lines: { readonly count: number; readonly amount: SignedAmount };
  readonly records: { readonly count: number; readonly amount: SignedAmount | null };
  readonly difference: SignedAmount;
};

type StateTotal = {
  readonly state: MatchState;
  readonly count: number;
  readonly amount: SignedAmount | null;
};

export type ImportView = {
  readonly importId: string;
  readonly fileName: string;
  readonly state: 'uploading' | 'waiting' | 'done' | 'failed' | 'removed';
  readonly format: BankFormat | null;
  readonly linesRead: number;
  readonly linesTotal: number | null;
  readonly added: number;
  readonly repeated: number;
  readonly skipped: number;
  readonly refused: number;
  readonly matched: number;
  readonly problems: readonly {
    readonly place: number;
    readonly problem: EntryProblem;
    readonly value: string;
  }[];
  readonly failure: FileFailure | 'missing' | null;
  readonly createdBy: string;
  readonly createdAt: Instant;
};

export type ReconciliationView = {
  readonly currency: string;
  readonly currencies: readonly string[];
  readonly period: Period;
  readonly timeZone: string;
  readonly lineTotals: readonly StateTotal[];
  readonly recordTotals: readonly StateTotal[];
  readonly show: 'lines' | 'records';
  readonly state: MatchState | null;
  readonly lines: readonly LineView[];
  readonly records: readonly RecordView[];
  readonly matches: readonly MatchView[];
  readonly isFirst: boolean;
  readonly next: string | null;
  readonly transit: {
    readonly count: number;
    readonly amount: SignedAmount | null;
    /** Their amounts are what was still to come. */
    readonly rows: readonly RecordView[];
    readonly isFirst: boolean;
    readonly next: string | null;
  };
  readonly rules: readonly MatchRule[];
  /** The last time that the rules of the currency were applied, or that they wait for it. */
  readonly ruleRun: Pick<RuleRun, 'state' | 'lines'> | null;
  readonly imports: readonly ImportView[];
  /** Rules of a currency wait for the job. */
  readonly isMatching: boolean;
  readonly mayMatch: boolean;
};

/** Unmatched items of both sides, for a match by a person. */
export type CandidatesView = {
  readonly currency: string;
  readonly period: Period;
  /** The texts by which lines, and deposits and withdrawals, were searched. */
  readonly q: string;
  readonly recordQ: string;
  readonly lines: readonly LineView[];
  readonly records: readonly RecordView[];
  readonly hasMore: boolean;
};

/** The matches that a rule would add, change and remove. Saving it does exactly this. */
export type RulePreview = {
  readonly added: readonly PreviewedMatch[];
  /** The same lines and records, with another difference or by another rule. */
  readonly changed: readonly PreviewedMatch[];
  readonly removed: readonly PreviewedMatch[];
  readonly addedCount: number;
  readonly changedCount: number;
  readonly removedCount: number;
  readonly unchangedCount: number;
  /** Lines that no rule matches. */
  readonly leftCount: number;
  /** The day from which lines are previewed. Null: all open ones are. */
  readonly from: string | null;
};
export type PreviewedMatch = {
  readonly state: MatchState;
  readonly day: string;
  readonly lines: number;
  readonly records: number;
  readonly amount: SignedAmount;
  readonly difference: SignedAmount;
  readonly text: string;
};

/** The beginning of a file, with the columns that were used for its names before. */
export type InspectedFile = {
  readonly format: BankFormat;
  readonly headers: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly mapping: z.infer<typeof columnMapping>;
};
