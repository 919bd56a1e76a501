import type { Amount } from '#lib/values/amount.ts';
import type { SubjectKind } from '../../model.ts';

/** The pure rules about rules: what one can ask, in which states it can be, and what may change it. */

export const ruleKinds = ['amount', 'velocity', 'new-address', 'category'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Which of a record's figures is looked at. Each has its own currency; none is ever converted. */
export const figures = ['coin', 'display', 'settlement', 'eur'] as const;
export type Figure = (typeof figures)[number];

/** §6.2: a withdrawal has no EUR figure. */
export const listFigures = (subject: SubjectKind): readonly Figure[] =>
  subject === 'deposit' ? figures : figures.filter((figure) => figure !== 'eur');

/** What belongs together. The interface knows no customer: the reference is that of the payment. */
export const groupings = ['address', 'reference', 'owner'] as const;
export type Grouping = (typeof groupings)[number];

/** A withdrawal's reference names that withdrawal alone. */
export const listGroupings = (subject: SubjectKind): readonly Grouping[] =>
  subject === 'deposit' ? groupings : groupings.filter((grouping) => grouping !== 'reference');

/** Where an assessment names entities (§2.5). */
export const entityPlaces = ['owner', 'source', 'destination'] as const;
export type EntityPlace = (typeof entityPlaces)[number];

/** §6.2: a withdrawal names the owner of its address, and nobody else. */
export const listEntityPlaces = (subject: SubjectKind): readonly EntityPlace[] =>
  subject === 'deposit' ? entityPlaces : ['owner'];

/** An amount in one currency, of one figure. Over means strictly more. */
export type Threshold = { readonly figure: Figure; readonly currency: string; readonly over: Amount };

/** `hours` before each subject, or the day of the business's time zone up to it. */
export type Span = { readonly unit: 'hours'; readonly hours: number } | { readonly unit: 'day' };

export type Measure = { readonly of: 'count'; readonly over: number } | ({ readonly of: 'sum' } & Threshold);

export type RuleSpec =
  | ({ readonly kind: 'amount' } & Threshold)
  | ({ readonly kind: 'new-address' } & Threshold)
  | {
      readonly kind: 'velocity';
      readonly per: Grouping;
      readonly measure: Measure;
      readonly span: Span;
    }
  | {
      readonly kind: 'category';
      readonly among: readonly EntityPlace[];
      readonly match: 'equals' | 'contains';
      readonly category: string;
      /** So many entities must be named so. The interface tells no shares. */
      readonly least: number;
    };

/** What a rule says, in one of its versions. */
export type RuleText = {
  readonly name: string;
  readonly subject: SubjectKind;
  readonly spec: RuleSpec;
};

export const longestSpanHours = 720;
export const mostCount = 10_000;
export const longestName = 80;
export const longestCategory = 80;

export const ruleStates = ['draft', 'active', 'paused', 'retired'] as const;
export type RuleState = (typeof ruleStates)[number];

export const changeKinds = ['activate', 'pause', 'resume', 'retire'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const changeStates = ['proposed', 'final', 'declined', 'withdrawn'] as const;
export type ChangeState = (typeof changeStates)[number];

/** What a rule may be looked back over when it is approved, in days. */
export const pastDays = [0, 1, 7, 30, 90, 365] as const;

/** In what a rule stands: its state, the version in force or last in force, and the newest version. */
export type Standing = {
  readonly state: RuleState;
  readonly inForce: number | null;
  readonly newest: number;
};

/** What can be proposed for a rule now, each with the version that it is about. */
export function changesFor({ state, inForce, newest }: Standing): ReadonlyMap<ChangeKind, number> {
  const changes = new Map<ChangeKind, number>();
  if (state === 'retired') return changes;
  if (inForce !== newest) changes.set('activate', newest);
  if (inForce === null) return changes;
  if (state === 'active') changes.set('pause', inForce);
  if (state === 'paused') changes.set('resume', inForce);
  changes.set('retire', inForce);
  return changes;
}

/** The state that a change leads to once it is approved. */
export const stateAfter: Readonly<Record<ChangeKind, RuleState>> = {
  activate: 'active',
  pause: 'paused',
  resume: 'active',
  retire: 'retired',
};
