/** The pure rules of the review desk: why a case opens, what can be decided, and when the service disagrees. */

export const subjectKinds = ['deposit', 'withdrawal'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

export const factKinds = [
  'deposit-review',
  'deposit-blocked',
  'refund-illicit',
  'refund-restricted',
  'risk-entity',
  'risk-score',
  'withdrawal-blocked',
  'rule',
] as const;
export type FactKind = (typeof factKinds)[number];

const factWords: Readonly<Record<FactKind, string>> = {
  'deposit-review': 'Deposit held for compliance review',
  'deposit-blocked': 'Deposit blocked',
  'refund-illicit': 'Refund for an illicit deposit',
  'refund-restricted': 'Refund for a restricted currency',
  'risk-entity': 'Risk entities named',
  'risk-score': 'Risk score over the threshold',
  'withdrawal-blocked': 'Withdrawal blocked',
  rule: 'Rule of our own',
};
export const factWord = (kind: FactKind): string => factWords[kind];

/** A fact as it is kept: a rule's carries the rule's id, so that a case names each rule once. */
export type StoredFactKind = Exclude<FactKind, 'rule'> | `rule:${string}`;
/** The kind of a kept fact. Unknown text stays as it is, for a schema to refuse. */
export const parseStoredKind = (kept: string): string => (kept.startsWith('rule:') ? 'rule' : kept);

export const decisionKinds = ['clear', 'keep-blocked', 'recommend-refund', 'report'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** What a decision is called, what it says, and what is left to do at the service, which is told nothing. */
export const decisionWords: Readonly<
  Record<DecisionKind, { readonly label: string; readonly means: string; readonly there: string }>
> = {
  clear: {
    label: 'Clear',
    means: 'Nothing speaks against letting it through.',
    there: 'Ask the service to release it, in its own admin, with the transaction and your reason.',
  },
  'keep-blocked': {
    label: 'Keep blocked',
    means: 'It stays where it is until the service or an authority says otherwise.',
    there: 'Tell the service to keep it blocked, and agree who answers the payer.',
  },
  'recommend-refund': {
    label: 'Recommend refund',
    means: 'It should go back to where it came from.',
    there: 'Ask the service for the refund in its own admin: refunds are not issued from here.',
  },
  report: {
    label: 'Report',
    means: 'It is suspicious and goes to the authority. A second person always confirms.',
    there: 'Tell the service to keep it blocked. Do not tell the payer why.',
  },
};

/** A withdrawal has nothing to refund. */
export const decisionsFor = (subject: SubjectKind): readonly DecisionKind[] =>
  subject === 'deposit' ? decisionKinds : decisionKinds.filter((kind) => kind !== 'recommend-refund');

/** `merged`: it joined another case, is read there, and is worked on no more. */
export const caseStates = ['open', 'proposed', 'decided', 'merged'] as const;
export type CaseState = (typeof caseStates)[number];

/** The steps of a case. Their ids are stored: words may change, ids never. */
export const checklist = [
  { step: 'identity', label: 'Who paid, and is it the customer we know?' },
  { step: 'source', label: 'Where do the funds come from? Entities and owner looked at' },
  { step: 'history', label: 'Other payments, refunds and withdrawals of the same address looked at' },
  { step: 'sanctions', label: 'Names checked against the sanctions lists that apply to us' },
  { step: 'purpose', label: 'The payment fits what the customer buys' },
  { step: 'evidence', label: 'What this rests on is attached or noted' },
] as const;
export type ChecklistStep = (typeof checklist)[number]['step'];
export const checklistSteps: readonly ChecklistStep[] = checklist.map(({ step }) => step);

/** What the service says now of what the case is about. */
export type ServiceState = {
  readonly status: string | null;
  readonly refundStatus: string | null;
  /** Whether a refund is known at all. */
  readonly refunded: boolean;
};

/** In what the service contradicts a decision: each is told of once for each thing that a case is about. */
export const contradictions = ['blocked', 'let-through', 'not-refundable'] as const;
export type Contradiction = (typeof contradictions)[number];

/** In what the service contradicts what we decided; null where it does not. */
export function findContradiction(
  kind: DecisionKind,
  subject: SubjectKind,
  now: ServiceState,
): Contradiction | null {
  const credited = subject === 'deposit' ? now.status === 'CONFIRMED' : now.status === 'COMPLETED';
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

const ours: Readonly<Record<DecisionKind, string>> = {
  clear: 'We cleared it',
  'keep-blocked': 'We keep it blocked',
  'recommend-refund': 'We recommend a refund',
  report: 'We reported it',
};
const theirs: Readonly<Record<Contradiction, string>> = {
  blocked: 'the service has it blocked',
  'let-through': 'the service let it through',
  'not-refundable': 'the service says that it can’t be refunded',
};

/** The contradiction in words; null where there is none. */
export function disagreement(kind: DecisionKind, subject: SubjectKind, now: ServiceState): string | null {
  const what = findContradiction(kind, subject, now);
  return what === null ? null : `${ours[kind]}; ${theirs[what]}.`;
}
