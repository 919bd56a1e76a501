/** The pure rules of the review desk: reasons for a case, possible decisions, and contradictions by the service. */

import { tReviews } from '#lib/messages/reviews.ts';
import { transferKinds } from './model-transfers.ts';

/** The records of cases. Only a person opens the case of a payment, which may have no deposit. */
export const subjectKinds = [...transferKinds, 'payment'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export const factKinds = [
  'deposit-review',
  'deposit-blocked',
  'refund-illicit',
  'refund-restricted',
  'risk-entity',
  'risk-score',
  'withdrawal-blocked',
  'manual',
  'rule',
] as const;
export type FactKind = (typeof factKinds)[number];

/** Returns the label of a reason for a case. */
export const formatFactKind = (kind: FactKind): string => tReviews(`fact.${kind}`);

/** The stored kind of a fact. A rule's fact contains the rule's ID, so that a case names each rule once. */
export type StoredFactKind = Exclude<FactKind, 'rule'> | `rule:${string}`;
/** Returns the kind of a stored fact. Unknown text is returned unchanged: the caller's schema rejects it. */
export const parseStoredKind = (stored: string): string => (stored.startsWith('rule:') ? 'rule' : stored);

export const decisionKinds = ['clear', 'keep-blocked', 'recommend-refund', 'report'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

const createDecisionTexts = (kind: DecisionKind) => ({
  label: tReviews(`decision.${kind}.label`),
  means: tReviews(`decision.${kind}.means`),
});
/** The label of each decision and its meaning. */
export const decisionTexts: Readonly<Record<DecisionKind, ReturnType<typeof createDecisionTexts>>> = {
  clear: createDecisionTexts('clear'),
  'keep-blocked': createDecisionTexts('keep-blocked'),
  'recommend-refund': createDecisionTexts('recommend-refund'),
  report: createDecisionTexts('report'),
};

/** The place of a subject's money, by its status at the service. `unknown`: no status, or an undocumented one. */
type Situation = 'held' | 'moved' | 'waiting' | 'ended' | 'unknown';

const situationsByStatus: Readonly<Record<SubjectKind, ReadonlyMap<string | null, Situation>>> = {
  deposit: new Map([
    ['COMPLIANCE_REVIEW', 'held'],
    ['BLOCKED', 'held'],
    ['CONFIRMED', 'moved'],
    ['UNCONFIRMED', 'waiting'],
    ['UNPROCESSABLE', 'ended'],
  ]),
  withdrawal: new Map([
    ['BLOCKED', 'held'],
    ['COMPLETED', 'moved'],
    ['FAILED', 'ended'],
  ]),
  payment: new Map([
    ['BLOCKED', 'held'],
    ['DEPOSITED', 'moved'],
    ['OVERPAID', 'moved'],
    ['NEW', 'waiting'],
    ['PENDING', 'waiting'],
    ['AWAITING', 'waiting'],
    ['EXPIRED', 'waiting'],
    ['UNPROCESSABLE', 'ended'],
  ]),
};

/** Returns where the money of a subject is. */
const findSituation = (subject: SubjectKind, status: string | null): Situation =>
  situationsByStatus[subject].get(status) ?? 'unknown';

/** The next steps that follow from the status of the money alone. */
export const statusAdviceKinds = [
  'release',
  'release-if-held',
  'credited',
  'sent',
  'paid',
  'not-paid',
  'not-held',
  'keep-blocked',
  'block-if-held',
  'refund',
  'report-held',
  'report-if-held',
  'report-deposit',
  'report-withdrawal',
] as const;
export type StatusAdvice = (typeof statusAdviceKinds)[number];

/** The decisions that are offered for each subject and situation, with their next step. Null: not offered. */
const offers: Readonly<Record<SubjectKind, Record<Situation, Record<DecisionKind, StatusAdvice | null>>>> = {
  deposit: {
    held: {
      clear: 'release',
      'keep-blocked': 'keep-blocked',
      'recommend-refund': 'refund',
      report: 'report-held',
    },
    moved: {
      clear: 'credited',
      'keep-blocked': null,
      'recommend-refund': 'refund',
      report: 'report-deposit',
    },
    waiting: {
      clear: 'not-held',
      'keep-blocked': null,
      'recommend-refund': 'refund',
      report: 'report-deposit',
    },
    ended: {
      clear: 'not-held',
      'keep-blocked': null,
      'recommend-refund': 'refund',
      report: 'report-deposit',
    },
    unknown: {
      clear: 'release-if-held',
      'keep-blocked': 'block-if-held',
      'recommend-refund': 'refund',
      report: 'report-if-held',
    },
  },
  withdrawal: {
    held: {
      clear: 'release',
      'keep-blocked': 'keep-blocked',
      'recommend-refund': null,
      report: 'report-withdrawal',
    },
    moved: { clear: 'sent', 'keep-blocked': null, 'recommend-refund': null, report: 'report-withdrawal' },
    waiting: {
      clear: 'not-held',
      'keep-blocked': null,
      'recommend-refund': null,
      report: 'report-withdrawal',
    },
    ended: { clear: 'not-held', 'keep-blocked': null, 'recommend-refund': null, report: 'report-withdrawal' },
    unknown: {
      clear: 'release-if-held',
      'keep-blocked': 'block-if-held',
      'recommend-refund': null,
      report: 'report-withdrawal',
    },
  },
  payment: {
    held: {
      clear: 'release',
      'keep-blocked': 'keep-blocked',
      'recommend-refund': 'refund',
      report: 'report-held',
    },
    moved: { clear: 'paid', 'keep-blocked': null, 'recommend-refund': 'refund', report: 'report-deposit' },
    waiting: { clear: 'not-paid', 'keep-blocked': null, 'recommend-refund': null, report: 'report-deposit' },
    ended: {
      clear: 'not-held',
      'keep-blocked': null,
      'recommend-refund': 'refund',
      report: 'report-deposit',
    },
    unknown: {
      clear: 'release-if-held',
      'keep-blocked': 'block-if-held',
      'recommend-refund': 'refund',
      report: 'report-if-held',
    },
  },
};

export type OfferedSubject = { readonly subjectKind: SubjectKind; readonly status: string | null };

/** Returns the next step by the status of the subject alone, or null if the decision isn't offered for it. */
export const findStatusAdvice = (
  kind: DecisionKind,
  { subjectKind, status }: OfferedSubject,
): StatusAdvice | null => offers[subjectKind][findSituation(subjectKind, status)][kind];

/** Lists the decisions that fit at least one of the subjects of a case. */
export const listOfferedDecisions = (subjects: readonly OfferedSubject[]): readonly DecisionKind[] =>
  decisionKinds.filter((kind) => subjects.some((subject) => findStatusAdvice(kind, subject) !== null));

/** `merged`: the case was merged into another one, which shows its content. It is read-only. */
export const caseStates = ['open', 'proposed', 'decided', 'merged'] as const;
export type CaseState = (typeof caseStates)[number];

/** The items that most decisions need come first, so that the keyboard reaches them first. */
const steps = ['source', 'sanctions', 'identity', 'evidence', 'purpose', 'history'] as const;
/** Returns the checklist of a case. Step IDs are stored and must not change. */
export const listChecklist = (subject: SubjectKind) =>
  steps.map((step) => ({ step, label: tReviews(`checklist.${subject}.${step}`) }));
export type ChecklistStep = (typeof steps)[number];

/** The items that a decision needs. */
const requiredSteps: Readonly<Record<SubjectKind, Record<DecisionKind, readonly ChecklistStep[]>>> = {
  deposit: {
    clear: ['identity', 'source', 'sanctions'],
    'keep-blocked': ['source'],
    'recommend-refund': ['source', 'sanctions'],
    report: ['source', 'sanctions', 'evidence'],
  },
  withdrawal: {
    clear: ['identity', 'source', 'sanctions', 'purpose'],
    'keep-blocked': ['source'],
    'recommend-refund': ['source', 'sanctions'],
    report: ['source', 'sanctions', 'evidence'],
  },
  payment: {
    clear: ['identity', 'source', 'sanctions'],
    'keep-blocked': ['source'],
    'recommend-refund': ['source', 'sanctions'],
    report: ['source', 'sanctions', 'evidence'],
  },
};

/** Lists the items that a decision on these kinds of subjects needs, in the order of the checklist. */
export const listRequiredSteps = (
  subjects: readonly SubjectKind[],
  kind: DecisionKind,
): readonly ChecklistStep[] =>
  steps.filter((step) => subjects.some((subject) => requiredSteps[subject][kind].includes(step)));
export const checklistSteps: readonly ChecklistStep[] = steps;

/** The current status of a case's subject at the service. */
export type ServiceState = {
  readonly status: string | null;
  readonly refundStatus: string | null;
  /** True if any refund has been reported. */
  readonly refunded: boolean;
};

/** The ways in which the service contradicts a decision. Each raises one alert per subject. */
export const contradictions = ['blocked', 'let-through', 'not-refundable'] as const;
export type Contradiction = (typeof contradictions)[number];

/** Returns how the service contradicts a decision, or null if it doesn't. */
export function findContradiction(
  kind: DecisionKind,
  subject: SubjectKind,
  now: ServiceState,
): Contradiction | null {
  const credited = findSituation(subject, now.status) === 'moved';
  switch (kind) {
    case 'clear':
      return now.status === 'BLOCKED' ? 'blocked' : null;
    case 'keep-blocked':
    case 'report':
      return credited ? 'let-through' : null;
    case 'recommend-refund':
      if (now.refundStatus === 'NON_REFUNDABLE') return 'not-refundable';
      return credited && !now.refunded ? 'let-through' : null;
  }
}

/** The weight of sanctions and terrorism, which no other category reaches. */
export const sanctionsWeight = 1000;
