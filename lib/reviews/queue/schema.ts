import { plain, toChoices, whose } from '#lib/lists/model/choice-filter.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { depositStatuses, withdrawalStatuses } from '#lib/service/contract/enumerations.ts';
import type { Total } from '#lib/values/amount.ts';
import { cryptoCurrencies } from '#lib/values/currencies.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Provisional } from '#lib/values/provisional.ts';
import type { CaseState, DecisionKind, FactKind, SubjectKind } from '../model.ts';
import { decisionKinds, decisionWords, factKinds, factWord } from '../model.ts';
import type { CaseFact, Person } from '../schema/case.ts';
import type { QueueView } from '../schema/choices.ts';
import { queueViews, queueWords } from '../schema/choices.ts';

/** The filters of the queue, by their name in the address. Without `queue` it shows what is open and not put aside. */
export const queueList = {
  name: 'reviews',
  everything: { queue: ['open', 'snoozed', 'decided'] },
  earliestFirst: true,
  filters: {
    queue: {
      kind: 'choice',
      label: 'Queue',
      choices: queueViews.map((view) => ({ value: view, label: queueWords[view] })),
    },
    reason: {
      kind: 'choice',
      label: 'Why',
      choices: factKinds.map((kind) => ({ value: kind, label: factWord(kind) })),
    },
    assignee: {
      kind: 'choice',
      label: 'Assigned to',
      choices: whose,
    },
    subject: {
      kind: 'choice',
      label: 'About',
      choices: [
        { value: 'deposit', label: 'A deposit' },
        { value: 'withdrawal', label: 'A withdrawal' },
      ],
    },
    serviceStatus: {
      kind: 'choice',
      label: 'At the service',
      choices: toChoices([...new Set([...depositStatuses, ...withdrawalStatuses])]),
    },
    decision: {
      kind: 'choice',
      label: 'Decision',
      choices: decisionKinds.map((kind) => ({ value: kind, label: decisionWords[kind].label })),
    },
    cases: {
      kind: 'choice',
      label: 'Cases',
      choices: [
        { value: 'joined', label: 'Others joined it' },
        { value: 'no-eur', label: 'No EUR' },
        { value: 'ended', label: 'No reason stands' },
      ],
    },
    currency: { kind: 'choice', label: 'Coin', choices: plain(cryptoCurrencies) },
    amount: { kind: 'amount', label: 'Amount', currencies: cryptoCurrencies },
    eur: { kind: 'amount', label: 'In EUR', currencies: ['EUR'] },
    dueAt: { kind: 'days', label: 'Due', orders: 'own' },
    openedAt: { kind: 'days', label: 'Opened' },
    decidedAt: { kind: 'days', label: 'Decided' },
    snoozedUntil: { kind: 'days', label: 'Put aside until' },
    changedAt: { kind: 'days', label: 'Changed' },
    disagreesAt: { kind: 'days', label: 'Service disagrees since' },
  },
  sorts: { eur: { label: 'EUR', kind: 'amount' }, opened: { label: 'Opened', kind: 'time' } },
} as const satisfies ListSpec;

/** Where a case of the queue looks at the part that a person works in. */
type QueueCounts = Readonly<Record<QueueView, number>>;

/** `rule`: the name of a rule of the merchant's own, as it was when it matched. */
export type QueueReason = { readonly kind: FactKind; readonly rule: string | null };

export type QueueRow = {
  readonly caseId: string;
  /** What people call it. */
  readonly number: number;
  /** How many cases joined it. */
  readonly joined: number;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly state: CaseState;
  /** Why it is here, as far as that is so now. */
  readonly standing: readonly QueueReason[];
  /** What was a reason and is so no longer. */
  readonly ended: readonly QueueReason[];
  readonly assignee: Person | null;
  readonly openedAt: Instant;
  readonly dueAt: Instant;
  /** Its time has passed and it is still open. */
  readonly isOverdue: boolean;
  readonly snoozedUntil: Instant | null;
  readonly decidedAt: Instant | null;
  readonly version: number;
  /** The service's status of the subject now. */
  readonly serviceStatus: string | null;
  readonly reference: string | null;
  /** Of all that the case is about; null where a part is not told, or where they are of different currencies. */
  readonly amount: Total | null;
  /** Where a part of it may not be what moved: why. */
  readonly provisional: Provisional | null;
  readonly currency: string | null;
  readonly eur: Total | null;
  /** Of a decided case: what was decided, and whether the service contradicts it. */
  readonly decision: DecisionKind | null;
  readonly disagreement: string | null;
};

/** How far what could flag a deposit is known at all. */
export type RiskSource = {
  /** Payments are set up to be read: statuses and assessments of deposits arrive by that alone. */
  readonly isSetUp: boolean;
  /** When one was last read. Null: never. */
  readonly lastReadAt: Instant | null;
  /** Since when none can be read, and what the latest attempt met. */
  readonly failing: { readonly since: Instant; readonly error: string } | null;
  /** Whether a record of any deposit was ever seen, and any assessment. */
  readonly recorded: boolean;
  readonly assessed: boolean;
};

/** What the queue's page knows beside its rows. */
export type Desk = {
  readonly counts: QueueCounts;
  /** Counts stop with the next: nobody works through more. */
  readonly bound: number;
  readonly source: RiskSource;
  /** Those to whom a case can be assigned. */
  readonly people: readonly Person[];
  readonly me: string;
  /** Null: nothing waits. */
  readonly approvals: WaitingApprovals | null;
};

/** Proposals of colleagues that this person can approve, besides those for decisions. */
export type WaitingApprovals = {
  readonly settings: boolean;
  readonly reopenings: readonly { readonly caseId: string; readonly number: number }[];
};

/** Cases that were picked in the queue, as they stand now. */
export type SelectedCases = {
  readonly cases: readonly Pick<
    QueueRow,
    'caseId' | 'number' | 'version' | 'state' | 'reference' | 'subjectKind'
  >[];
  /** There are more than can be acted on at once. */
  readonly more: boolean;
};

/** A case at a glance, beside the queue. */
export type CasePreview = {
  readonly row: QueueRow;
  readonly facts: readonly Pick<CaseFact, 'kind' | 'seenAt' | 'endedAt' | 'detail'>[];
  readonly checks: number;
  readonly notes: number;
  readonly lastNote: { readonly text: string; readonly by: string; readonly at: Instant } | null;
  /** Why the decision that is proposed, or that stands, was made. */
  readonly reason: string | null;
};
