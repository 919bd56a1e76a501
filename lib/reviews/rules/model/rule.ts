import type { ProposalView } from '#lib/proposals/schema.ts';
import type { Amount } from '#lib/values/amount.ts';
import type { TransferKind } from '../../model-transfers.ts';

/** Conditions, states and changes of review rules. */

const ruleKinds = [
  'amount',
  'velocity',
  'new-address',
  'category',
  'score',
  'watch-list',
  'schedule',
] as const;
type RuleKind = (typeof ruleKinds)[number];

/** §6.2: a withdrawal has no risk score. */
export const listRuleKinds = (subject: TransferKind): readonly RuleKind[] =>
  subject === 'deposit' ? ruleKinds : ruleKinds.filter((kind) => kind !== 'score');

/** The figure of a record that a rule compares. Each has its own currency and is never converted. */
export const figures = ['coin', 'display', 'settlement', 'eur'] as const;
export type Figure = (typeof figures)[number];

/** §6.2: a withdrawal has no EUR figure. */
export const listFigures = (subject: TransferKind): readonly Figure[] =>
  subject === 'deposit' ? figures : figures.filter((figure) => figure !== 'eur');

/** Groups for velocity. The interface has no customers; the reference is that of the payment. */
export const groupings = ['address', 'reference', 'owner'] as const;
export type Grouping = (typeof groupings)[number];

/** A withdrawal's reference identifies a single withdrawal, so it forms no group. */
export const listGroupings = (subject: TransferKind): readonly Grouping[] =>
  subject === 'deposit' ? groupings : groupings.filter((grouping) => grouping !== 'reference');

/** Places in an assessment that name entities (§2.5). */
export const entityPlaces = ['owner', 'source', 'destination'] as const;
export type EntityPlace = (typeof entityPlaces)[number];

/** §6.2: a withdrawal names only the owner of its address. */
export const listEntityPlaces = (subject: TransferKind): readonly EntityPlace[] =>
  subject === 'deposit' ? entityPlaces : ['owner'];

/** Limit for one figure in one currency. `over` means strictly more. */
export type AmountThreshold = { readonly figure: Figure; readonly currency: string; readonly over: Amount };

/** Period that ends with each subject: a number of hours, or its day in the time zone of the business. */
export type RuleSpan = { readonly unit: 'hours'; readonly hours: number } | { readonly unit: 'day' };

type Measure = { readonly of: 'count'; readonly over: number } | ({ readonly of: 'sum' } & AmountThreshold);

/** One condition of a rule. */
export type Condition =
  | ({ readonly kind: 'amount' } & AmountThreshold)
  | ({ readonly kind: 'new-address' } & AmountThreshold)
  | {
      readonly kind: 'velocity';
      readonly per: Grouping;
      readonly measure: Measure;
      readonly span: RuleSpan;
    }
  | {
      readonly kind: 'category';
      readonly among: readonly EntityPlace[];
      readonly match: 'equals' | 'contains';
      readonly category: string;
      /** Least number of entities with the category. The interface has no shares. */
      readonly least: number;
    }
  /** The score as received is over the limit. Its scale is not known. */
  | { readonly kind: 'score'; readonly over: Amount }
  /** The address or a risk entity of the record is on the watch list. */
  | { readonly kind: 'watch-list' }
  /**
   * The record was received on one of the days (1 is Monday) from one time until another, in the time zone of the
   * business. Times are minutes since midnight. A period may pass midnight: then the day is that of the record.
   */
  | {
      readonly kind: 'schedule';
      readonly days: readonly number[];
      readonly from: number;
      readonly until: number;
    };

/** A condition, or groups of conditions: the rule matches if all conditions of any group match. */
export type RuleSpec =
  | Condition
  | { readonly kind: 'group'; readonly anyOf: readonly (readonly Condition[])[] };

/** Returns all conditions of a rule. */
export const listConditions = (spec: RuleSpec): readonly Condition[] =>
  spec.kind === 'group' ? spec.anyOf.flat() : [spec];

/** Returns whether a rule looks for a category. An assessment that doesn't name it counts as no match. */
export const hasCategory = (spec: RuleSpec): boolean =>
  listConditions(spec).some(({ kind }) => kind === 'category');

/** The changes to a case that the rule opens or reopens. */
export type RuleActions = {
  /** The case is due after these hours, if that is earlier than usual. */
  readonly dueHours: number | null;
  /** The person to whom a new case is assigned, if they can still work on cases. */
  readonly assignTo: string | null;
};

/** Name and condition of one version of a rule. */
export type RuleText = {
  readonly name: string;
  readonly subject: TransferKind;
  readonly spec: RuleSpec;
  readonly actions: RuleActions;
};

/** Most conditions of a rule. */
export const maximumConditions = 6;
/** Choices for the hours until a case is due. */
export const ruleDueHours = [1, 4, 8, 24] as const;
export const maximumSpanHours = 720;
export const maximumCount = 10_000;
export const maximumNameLength = 80;
export const maximumCategoryLength = 80;

export const ruleStates = ['draft', 'active', 'paused', 'retired'] as const;
export type RuleState = (typeof ruleStates)[number];

export const changeKinds = ['activate', 'pause', 'resume', 'retire'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A change of a rule's activation: the version that it is about, and the past days that are also scanned. */
export type ProposedRuleChange = {
  readonly kind: ChangeKind;
  readonly number: number;
  readonly pastDays: number;
};

export type ChangeState = ProposalView<unknown>['state'];

/** Past days to which an approved rule may be applied. */
export const pastDays = [0, 1, 7, 30, 90, 365] as const;

/** State of a rule, its active or last active version, and its newest version. */
export type RuleStatus = {
  readonly state: RuleState;
  readonly inForce: number | null;
  readonly newest: number;
};

/** Returns the changes that can be proposed now, each with the version it applies to. */
export function listAllowedChanges({ state, inForce, newest }: RuleStatus): ReadonlyMap<ChangeKind, number> {
  const changes = new Map<ChangeKind, number>();
  if (state === 'retired') return changes;
  if (inForce !== newest) changes.set('activate', newest);
  if (inForce === null) return changes;
  if (state === 'active') changes.set('pause', inForce);
  if (state === 'paused') changes.set('resume', inForce);
  changes.set('retire', inForce);
  return changes;
}

/** The state of a rule after each approved change. */
export const nextRuleState: Readonly<Record<ChangeKind, RuleState>> = {
  activate: 'active',
  pause: 'paused',
  resume: 'active',
  retire: 'retired',
};
