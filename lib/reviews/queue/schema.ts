import { assigneeChoices, toChoices, toCodeChoices } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { tReviewList } from '#lib/messages/review-queue.ts';
import { depositStatuses, paymentStatuses, withdrawalStatuses } from '#lib/service/contract/enumerations.ts';
import type { Total } from '#lib/values/amount.ts';
import { cryptoCurrencies } from '#lib/values/currencies.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import type { Person } from '../cases/schema/case.ts';
import type { UndecidedReason } from '../decisions/model.ts';
import type { CaseState, DecisionKind, FactKind, SubjectKind } from '../model.ts';
import { decisionKinds, decisionTexts, factKinds, formatFactKind } from '../model.ts';
import type { QueueView } from './schema-queue-views.ts';
import { queueViewLabels, queueViews } from './schema-queue-views.ts';

/** The filters of the queue, named as in the URL. Without `queue` it shows open cases that aren't snoozed. */
export const queueList = {
  name: 'reviews',
  unfilteredChoices: { queue: ['open', 'snoozed', 'decided'] },
  ownOrder: 'amount',
  filters: {
    queue: {
      kind: 'choice',
      label: tReviewList('filter.queue'),
      choices: queueViews.map((view) => ({ value: view, label: queueViewLabels[view] })),
    },
    reason: {
      kind: 'choice',
      label: tReviewList('filter.reason'),
      choices: factKinds.map((kind) => ({ value: kind, label: formatFactKind(kind) })),
    },
    assignee: {
      kind: 'choice',
      label: tReviewList('filter.assignee'),
      choices: assigneeChoices,
    },
    subject: {
      kind: 'choice',
      label: tReviewList('filter.subject'),
      choices: [
        { value: 'deposit', label: tReviewList('filterChoice.deposit') },
        { value: 'withdrawal', label: tReviewList('filterChoice.withdrawal') },
        { value: 'payment', label: tReviewList('filterChoice.payment') },
      ],
    },
    serviceStatus: {
      kind: 'choice',
      label: tReviewList('filter.serviceStatus'),
      choices: toChoices([...new Set([...depositStatuses, ...withdrawalStatuses, ...paymentStatuses])]),
    },
    decision: {
      kind: 'choice',
      label: tReviewList('filter.decision'),
      choices: decisionKinds.map((kind) => ({ value: kind, label: decisionTexts[kind].label })),
    },
    cases: {
      kind: 'choice',
      label: tReviewList('filter.cases'),
      choices: [
        { value: 'joined', label: tReviewList('filterChoice.joined') },
        { value: 'no-eur', label: tReviewList('filterChoice.no-eur') },
        { value: 'ended', label: tReviewList('filterChoice.ended') },
        { value: 'information', label: tReviewList('filterChoice.information') },
        { value: 'information-overdue', label: tReviewList('filterChoice.information-overdue') },
      ],
    },
    risk: {
      kind: 'choice',
      label: tReviewList('filter.risk'),
      choices: [
        { value: 'sanctions', label: tReviewList('filterChoice.sanctions') },
        { value: 'entities', label: tReviewList('filterChoice.entities') },
        { value: 'none', label: tReviewList('filterChoice.noEntities') },
      ],
    },
    /** The page of the queue fills in the choices. */
    category: { kind: 'choice', label: tReviewList('filter.category'), choices: [] },
    score: { kind: 'number', label: tReviewList('filter.score'), help: tReviewList('scoreHelp') },
    currency: {
      kind: 'choice',
      label: tReviewList('filter.currency'),
      choices: toCodeChoices(cryptoCurrencies),
    },
    amount: { kind: 'amount', label: tReviewList('filter.amount'), currencies: cryptoCurrencies },
    eur: { kind: 'amount', label: tReviewList('filter.eur'), currencies: ['EUR'] },
    dueAt: { kind: 'days', label: tReviewList('filter.dueAt'), isFuture: true },
    openedAt: { kind: 'days', label: tReviewList('filter.openedAt') },
    decidedAt: { kind: 'days', label: tReviewList('filter.decidedAt') },
    snoozedUntil: { kind: 'days', label: tReviewList('filter.snoozedUntil'), isFuture: true },
    changedAt: { kind: 'days', label: tReviewList('filter.changedAt') },
    disagreesAt: { kind: 'days', label: tReviewList('filter.disagreesAt') },
  },
  sorts: {
    score: { label: tReviewList('sort.score'), kind: 'amount' },
    eur: { label: tReviewList('sort.eur'), kind: 'amount' },
    due: { label: tReviewList('sort.due'), kind: 'time' },
    opened: { label: tReviewList('sort.opened'), kind: 'time' },
  },
} as const satisfies ListSpec;

/** The number of cases in each view. */
type QueueCounts = Readonly<Record<QueueView, number>>;

/** A reason in the queue. `rule` is the name of the merchant's rule when it matched. */
export type QueueReason = { readonly kind: FactKind; readonly rule: string | null };

export type QueueRow = {
  readonly caseId: string;
  /** The number shown to people. */
  readonly number: number;
  /** The number of merged cases. */
  readonly joined: number;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly state: CaseState;
  /** The current reasons. */
  readonly standing: readonly QueueReason[];
  /** The reasons that have ended. */
  readonly ended: readonly QueueReason[];
  readonly assignee: Person | null;
  readonly openedAt: Instant;
  readonly dueAt: Instant;
  /** True if the due time has passed and the case is still undecided. */
  readonly isOverdue: boolean;
  readonly snoozedUntil: Instant | null;
  /** When the answer to the open request for information is due, or null. */
  readonly informationDueAt: Instant | null;
  readonly decidedAt: Instant | null;
  /** The last work on it, or when a reason began or ended last, also one about risk. */
  readonly changedAt: Instant;
  readonly version: number;
  /** The current service status of the subject. */
  readonly serviceStatus: string | null;
  readonly reference: string | null;
  /** The sum over all subjects; null if a part isn't reported or the currencies differ. */
  readonly amount: Total | null;
  /** Set if a part may differ from the moved amount. */
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  readonly eur: Total | null;
  /** The most serious category of its risk entities, empty for one without a category; null without entities. */
  readonly riskCategory: string | null;
  /** The category is about sanctions or terrorism. */
  readonly isSanctioned: boolean;
  /** The score as received. Its scale is not known. */
  readonly riskScore: string | null;
  /** The proposed or final decision of the case, and how the service contradicts it. */
  readonly decision: DecisionKind | null;
  /** The proposer of the decision that waits. */
  readonly proposedById: string | null;
  /** True on a page of the queue if the reader can't approve the proposal now. */
  readonly isBlocked: boolean;
  /** Why an open case has no decision any more; null if it never had one. */
  readonly returned: UndecidedReason | null;
  readonly disagreement: string | null;
};

/** The state of the data that can flag deposits. */
export type RiskSource = {
  /** True if payment reads are set up. Statuses and assessments of deposits arrive only by them. */
  readonly isSetUp: boolean;
  /** The time of the latest payment read; null if there was none. */
  readonly lastReadAt: Instant | null;
  /** The first failed read since the last success, and the latest error. */
  readonly failing: { readonly since: Instant; readonly error: string } | null;
  /** True if any assessment was received. */
  readonly assessed: boolean;
};

/** The data of the queue page besides its rows. */
export type Desk = {
  readonly counts: QueueCounts;
  /** Counts stop above this number. */
  readonly bound: number;
  readonly source: RiskSource;
  /** People who can be assigned. */
  readonly people: readonly Person[];
  /** The risk categories that the queue can be filtered by. */
  readonly categories: readonly string[];
  readonly me: string;
  /** Null if nothing is waiting. */
  readonly approvals: WaitingApprovals | null;
};

/** Proposals that this person can approve, other than decisions. */
export type WaitingApprovals = {
  readonly settings: boolean;
  readonly reopenings: readonly { readonly caseId: string; readonly number: number }[];
};

/** A selected case in its current state. */
export type SelectedCase = Pick<
  QueueRow,
  'caseId' | 'number' | 'version' | 'state' | 'reference' | 'subjectKind' | 'subjectId' | 'decision'
>;
export type SelectedCases = {
  readonly cases: readonly SelectedCase[];
  /** True if more cases are selected than one action can change. */
  readonly more: boolean;
};
