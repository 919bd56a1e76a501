import * as z from 'zod';
import { businessIdInput } from '#lib/businesses/schema.ts';
import { tStatementRefusals } from '#lib/messages/statements.ts';
import type { ProposalView } from '#lib/proposals/schema.ts';
import { answerProposalForm } from '#lib/proposals/schema.ts';
import type { SignedAmount } from '#lib/values/amount.ts';
import { parseAmount, parseSignedAmount } from '#lib/values/amount.ts';
import { isZero } from '#lib/values/arithmetic.ts';
import type { Instant } from '#lib/values/instant.ts';
import { optionalReasonText, reasonText } from '#lib/values/reason-text.ts';
import { parseSum } from '#lib/values/signed.ts';
import type { ChecklistItem, StatementLine, SumName } from './model/lines.ts';
import { checklistItems, memoLines, statementLines, sumNames } from './model/lines.ts';
import type { Days, Period } from './model/period.ts';
import { isDay, parsePeriod } from './model/period.ts';
import { settlementCurrency } from './schema-currency.ts';

const signedText = z.string().transform((digits, refused): SignedAmount => {
  const parsed = parseSum(digits);
  if (parsed === null) refused.addIssue('is not an amount');
  return parsed ?? z.NEVER;
});

const dayText = z.string().refine(isDay, tStatementRefusals('day'));
const longestReason = 2_000;

/** The figures of a period, as they are signed. Amounts are exact digits in the settlement currency. */
export const statementFigures = z.object({
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  /** Both bounds in UTC. The end is not included. */
  beginsAt: z.string(),
  endsAt: z.string(),
  /** Amounts that only a callback reported count as credited. */
  countsCallbacks: z.boolean(),
  /** The position at the beginning. Null without an opening position. */
  opening: signedText.nullable(),
  lines: z.array(
    z.object({
      name: z.enum(statementLines),
      count: z.number(),
      /** By which the line changes the position. Null: no row has an amount. */
      amount: signedText.nullable(),
    }),
  ),
  memo: z.array(
    z.object({
      name: z.enum(memoLines),
      amount: signedText.nullable(),
      /** Deposits whose record reports it, and all deposits of the period. */
      known: z.number(),
      count: z.number(),
    }),
  ),
  /** Confirmed deposits of the period whose settlement currency isn't reported. They are in no statement. */
  withoutCurrency: z.number(),
  refunds: z.array(
    z.object({
      coin: z.string(),
      count: z.number(),
      amount: signedText.nullable(),
      known: z.number(),
      fee: signedText.nullable(),
    }),
  ),
  /** Confirmed refunds that are in no coin's sum: of deposits without a settlement currency, and without a reported time. */
  refundsWithout: z.object({ currency: z.number(), date: z.number() }).default({ currency: 0, date: 0 }),
  /** All changes of the position in the period. */
  change: signedText,
  closing: signedText.nullable(),
});
export type StatementFigures = z.infer<typeof statementFigures>;

/** Parts that gross posting books besides a credited amount: the service fee, and by how much the amount received is above both. */
export type GrossParts = { readonly serviceFee: SignedAmount; readonly difference: SignedAmount };

/** The days are those of a movement. */
type GrossRecord = { readonly recordId: string; readonly day: string; readonly bookedOn: string };

/** A close of a currency, and when it was made, in milliseconds. */
export type ClosedDays = Days & { readonly closeId: string; readonly closedAt: number };

/** Facts about the deposits of a period, for gross posting. Null parts: the fee or the amount received is not reported. */
export type GrossPosting = {
  /** The deposits of the period. */
  readonly deposits: readonly (GrossRecord & {
    readonly line: StatementLine;
    readonly parts: GrossParts | null;
    /** The parts in EUR. Null: the service reported no EUR amounts of them. */
    readonly euro: GrossParts | null;
    /** A close stored its amount received, for a sum those of all its deposits. */
    readonly isSigned: boolean;
    /** When its record last changed, in milliseconds. Null: it is gone, or this is a sum. */
    readonly changedAt: number | null;
  })[];
  /** Deposits of closed periods, before it or in it, that changed since their close. */
  readonly adjusted: readonly (GrossRecord & {
    readonly parts: GrossParts | null;
    /** Closes signed the amount received. */
    readonly isSigned: boolean;
    /** The parts that each close has of it, with its days. Earlier closes have signed adjustments, on their first day. */
    readonly closed: readonly (Days & {
      readonly parts: GrossParts | null;
      readonly isAdjustment: boolean;
    })[];
  })[];
  /** The last day of the closed periods that are adjusted. */
  readonly closedTo: string | null;
};

/** A match of deposits with the bank lines that pay them out. Amounts of the lines include their bank fees. */
export type SettledDeposits = {
  readonly lines: readonly { readonly lineId: string; readonly amount: SignedAmount }[];
  readonly deposits: readonly {
    readonly depositId: string;
    /** The part of it that the lines pay out. */
    readonly amount: SignedAmount;
    /** The EUR amount that the service reported for `credited`. */
    readonly euro: SignedAmount | null;
    readonly credited: SignedAmount | null;
    /** A day before it. Null: it has expired. */
    readonly day: string | null;
  }[];
};

/** Why a period can't be closed at all. */
export type CloseObstacle = 'notOver' | 'notNext' | 'hasOpening' | 'closed' | 'expired';

/** An item that stands against a close. */
export type ChecklistFact = { readonly item: ChecklistItem; readonly count: number };

/** The content of a sign-off. */
export const signedClose = z.object({
  figures: statementFigures,
  /** Each failed item with the preparer's reason. */
  checklist: z.array(z.object({ item: z.enum(checklistItems), count: z.number(), reason: z.string() })),
});
export type SignedClose = z.infer<typeof signedClose>;

/** An opening position: the amount at the service when the day begins. Null removes it. */
export const openingPosition = z.object({ day: z.string(), amount: signedText }).nullable();
export type OpeningPosition = z.infer<typeof openingPosition>;

export const statementQuery = z.object({
  currency: settlementCurrency,
  period: z.string().transform((text, refused): Period => {
    const parsed = parsePeriod(text);
    if (parsed === null) refused.addIssue('is not a period');
    return parsed ?? z.NEVER;
  }),
});

export type StatementQuery = z.infer<typeof statementQuery>;

type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns what the address of a statement chooses. Values that can't be read are left out. */
export function parseStatementQuery(parameters: Parameters): Partial<StatementQuery> {
  const currency = statementQuery.shape.currency.safeParse(parameters['currency']);
  const period = statementQuery.shape.period.safeParse(parameters['period']);
  return {
    ...(currency.success && { currency: currency.data }),
    ...(period.success && { period: period.data }),
  };
}

const rowsParameters = z.object({
  line: z.enum(sumNames).catch('credited'),
  after: z.string().nullable().catch(null),
});

/** Returns the line and the place that the address of a page of rows chooses. */
export const parseRowsQuery = (parameters: Parameters) => ({
  ...parseStatementQuery(parameters),
  ...rowsParameters.parse({ line: parameters['line'], after: parameters['after'] ?? null }),
});

const amountInput = z.string().trim();

export const proposeOpeningForm = z.object({
  businessId: businessIdInput,
  currency: settlementCurrency,
  day: dayText,
  amount: amountInput.transform((text, refused): SignedAmount => {
    const parsed = parseSignedAmount(text);
    if (parsed === null) refused.addIssue(tStatementRefusals('amount'));
    return parsed ?? z.NEVER;
  }),
  evidence: reasonText(longestReason),
});

export const proposeBasisForm = z.object({
  businessId: businessIdInput,
  counts: z.boolean(),
  reason: reasonText(longestReason),
});

export const recordSettlementForm = z.object({
  businessId: businessIdInput,
  currency: settlementCurrency,
  day: dayText,
  amount: amountInput.transform((text, refused) => {
    const parsed = parseAmount(text);
    if (parsed === null || isZero(parsed)) refused.addIssue(tStatementRefusals('positiveAmount'));
    return parsed ?? z.NEVER;
  }),
  reference: z.string().trim().min(1, tStatementRefusals('reference')).max(500),
});

export const removeSettlementForm = z.object({
  businessId: businessIdInput,
  lineId: z.uuid(),
  reason: reasonText(longestReason),
});

export const signCloseForm = z.object({
  businessId: businessIdInput,
  currency: settlementCurrency,
  period: z.string(),
  /** The closing figures that the preparer saw. */
  seen: z.string(),
  reasons: z.partialRecord(z.enum(checklistItems), optionalReasonText(longestReason)),
});

export const proposeReopeningForm = z.object({
  businessId: businessIdInput,
  closeId: z.uuid(),
  reason: reasonText(longestReason),
});

/** The kinds of proposals that this room defines, by the name in an answer. */
const statementProposalKinds = ['opening', 'basis', 'close', 'reopening'] as const;
export type StatementProposalKind = (typeof statementProposalKinds)[number];

/** A proposal about a statement that waits, for the page of all proposals. */
export type StatementProposal = Pick<ProposalView<unknown>, 'proposalId' | 'proposedBy' | 'proposedAt'> & {
  readonly kind: StatementProposalKind;
  readonly currency: string | null;
  /** The days of a signed or closed period. */
  readonly days: Days | null;
  readonly isStop: boolean;
  /** The proposed opening position with its evidence. */
  readonly opening: { readonly position: OpeningPosition; readonly evidence: string } | null;
};

export const answerStatementProposalForm = answerProposalForm.extend({
  kind: z.enum(statementProposalKinds),
});

export type ProposedChange = { readonly proposalId: string };
/** Without a proposal, the position has taken effect. */
export type ProposedOpening = { readonly proposalId: string | null };
export type RecordedSettlement = { readonly lineId: string };

/** A closed period. */
export type ClosedPeriod = {
  readonly closeId: string;
  readonly currency: string;
  readonly number: number;
  readonly revision: number;
  readonly from: string;
  readonly to: string;
  readonly closing: SignedAmount | null;
  readonly closedAt: Instant;
  readonly signedBy: string;
  readonly approvedBy: string;
  readonly packSha256: string;
  readonly reopenedAt: Instant | null;
};

/** One of the three proofs. */
export type Proof = {
  readonly name: 'lines' | 'ledger' | 'cash';
  readonly state: 'good' | 'bad' | 'open';
  /** The difference in the settlement currency, where the proof fails. */
  readonly difference: SignedAmount | null;
  /**
   * Its causes, the largest amounts first: lines whose rows have another sum and their open days, records that changed after the
   * next close, or settlements received that are not proven.
   */
  readonly causes: readonly ProofCause[];
};
export type ProofCause = { readonly amount: SignedAmount } & (
  | { readonly kind: 'line'; readonly line: StatementLine }
  | { readonly kind: 'day'; readonly line: StatementLine; readonly day: string }
  | { readonly kind: 'settlement'; readonly lineId: string; readonly day: string }
  | {
      readonly kind: 'record';
      readonly record: 'deposit' | 'withdrawal' | 'settlement';
      readonly recordId: string;
    }
);

/** The figures of another period beside those of a statement. */
export type ComparedFigures = Pick<StatementFigures, 'currency' | 'from' | 'lines' | 'memo' | 'change'>;

export type StatementView = {
  readonly figures: StatementFigures;
  /** Names these figures in a sign-off. */
  readonly figuresHash: string;
  readonly period: Period;
  /** The same lines of the period before and of the year before. */
  readonly before: ComparedFigures;
  readonly yearBefore: ComparedFigures;
  readonly currencies: readonly string[];
  readonly proofs: readonly Proof[];
  /** Set where the period is closed. Its figures are those that were signed. */
  readonly closed: ClosedPeriod | null;
  /** Facts of this closed period that arrived after it was closed. */
  readonly laterFacts: number;
  readonly opening: {
    readonly position: OpeningPosition;
    /** The first one takes effect at once where no one else could approve it. */
    readonly isAlone: boolean;
    readonly proposals: readonly ProposalView<OpeningPosition>[];
  };
  readonly basis: {
    /** Set by the operator for all businesses. */
    readonly isConfigured: boolean;
    readonly counts: boolean;
    readonly proposals: readonly ProposalView<'credited' | null>[];
  };
  readonly closing: {
    readonly checklist: readonly ChecklistFact[];
    /** Why it can't be closed at all. */
    readonly obstacle: CloseObstacle | null;
    /** The day on which a close begins. Null: any day. */
    readonly nextDay: string | null;
    readonly proposals: readonly ProposalView<SignedClose>[];
    readonly reopenings: readonly ProposalView<null>[];
    /** Only the last closed period can be reopened. */
    readonly canReopen: boolean;
  };
  readonly mayClose: boolean;
  readonly mayDeclare: boolean;
  readonly mayExport: boolean;
};

/** A row of a line. */
export type StatementRow = {
  readonly line: StatementLine;
  readonly kind: 'deposit' | 'withdrawal' | 'settlement' | 'difference';
  readonly recordId: string;
  readonly at: Instant;
  readonly amount: SignedAmount | null;
  readonly memo: Readonly<Record<(typeof memoLines)[number], SignedAmount | null>>;
};

/** The part of a line that expired records add. Their rows are gone. */
export type ExpiredPart = { readonly count: number; readonly amount: SignedAmount | null };

export type StatementRowsView = {
  readonly currency: string;
  readonly period: Period;
  /** A memo line has its amounts in the rows. */
  readonly line: SumName;
  readonly count: number;
  readonly amount: SignedAmount | null;
  readonly rows: readonly StatementRow[];
  /** The closed period that each adjusted record belongs to, by the ID of the record. */
  readonly adjusts: Readonly<Record<string, Days>>;
  readonly expired: ExpiredPart | null;
  readonly isFirst: boolean;
  /** The cursor of the next page, or null. */
  readonly next: string | null;
};

/** A record of a statement that no journal holds, because it has no usable amount. */
export type LeftOutRecord = {
  readonly line: StatementLine;
  readonly kind: 'deposit' | 'withdrawal';
  readonly recordId: string;
};
