/** The next step at the service for a decision. The service doesn't receive decisions. */

import { tReviews } from '#lib/messages/reviews.ts';
import type { DecisionKind, OfferedSubject, StatusAdvice } from './model.ts';
import { findStatusAdvice, statusAdviceKinds } from './model.ts';
import type { Finding } from './model-findings.ts';

/** A refund as the service reported it. Its status is null if a deposit has none. */
export type ReportedRefund = { readonly status: string | null; readonly type: string | null };

/** Facts about the money of a subject that its status doesn't say. */
export type MoneyFacts = {
  /** The different refunds of the subject: one of a deposit, several of the deposits of a payment. */
  readonly refunds: readonly ReportedRefund[];
  /** The service holds a deposit of the payment that is the subject. The status of a payment doesn't say that. */
  readonly hasHeldDeposit: boolean;
};

/** The facts that decide the advice beside the status of the subject. */
export type AdviceFacts = MoneyFacts & {
  /** A subject of the case has a category of sanctions or terrorism. */
  readonly isSanctioned: boolean;
};

/** The refund of a subject's money. `part`: some of the money stays with the service. */
type RefundState = 'none' | 'pending' | 'confirmed' | 'part' | 'impossible' | 'unknown';

const statesByStatus: ReadonlyMap<string | null, RefundState> = new Map([
  [null, 'none'],
  ['PENDING', 'pending'],
  ['CONFIRMED', 'confirmed'],
  ['NON_REFUNDABLE', 'impossible'],
]);

function findRefundState({ status, type }: ReportedRefund): RefundState {
  const state = statesByStatus.get(status) ?? 'unknown';
  return type === 'PARTIAL' && (state === 'pending' || state === 'confirmed') ? 'part' : state;
}

/** Returns the state that all refunds have. Of deposits that differ, only a part of the money is refunded. */
function joinRefundStates(refunds: readonly ReportedRefund[]): RefundState {
  const states = new Set(refunds.map(findRefundState));
  if (states.has('unknown')) return 'unknown';
  const [first = 'none', ...others] = states;
  if (others.length === 0) return first;
  return states.has('pending') || states.has('confirmed') || states.has('part') ? 'part' : 'none';
}

const refundAdviceKinds = [
  'refunding',
  'refunded',
  'release-rest',
  'stop-refund',
  'nothing-to-block',
  'block-rest',
  'refund-pending',
  'refund-confirmed',
  'refund-rest',
  'not-refundable',
  'check-refund',
  'report-refunding',
] as const;
export const adviceKinds = [...statusAdviceKinds, 'deposit-held', ...refundAdviceKinds] as const;
type Advice = (typeof adviceKinds)[number];

/** The advice that a reported refund replaces. */
const byRefund: Readonly<Record<RefundState, Partial<Record<StatusAdvice, Advice>>>> = {
  none: {},
  pending: {
    release: 'refunding',
    'release-if-held': 'refunding',
    credited: 'refunding',
    paid: 'refunding',
    'not-paid': 'refunding',
    'not-held': 'refunding',
    'keep-blocked': 'stop-refund',
    'block-if-held': 'stop-refund',
    refund: 'refund-pending',
    'report-held': 'report-refunding',
  },
  confirmed: {
    release: 'refunded',
    'release-if-held': 'refunded',
    credited: 'refunded',
    paid: 'refunded',
    'not-paid': 'refunded',
    'not-held': 'refunded',
    'keep-blocked': 'nothing-to-block',
    'block-if-held': 'nothing-to-block',
    refund: 'refund-confirmed',
    'report-held': 'report-deposit',
  },
  part: {
    release: 'release-rest',
    'release-if-held': 'release-rest',
    'keep-blocked': 'block-rest',
    'block-if-held': 'block-rest',
    refund: 'refund-rest',
  },
  impossible: { refund: 'not-refundable' },
  unknown: {
    release: 'check-refund',
    'release-if-held': 'check-refund',
    'keep-blocked': 'check-refund',
    'block-if-held': 'check-refund',
    refund: 'check-refund',
  },
};

/** Returns the advice for a payment by its deposits, because its status can be older than they are. */
function adviseByDeposits(advice: StatusAdvice, { refunds, hasHeldDeposit }: MoneyFacts): Advice {
  if (advice === 'report-deposit' && hasHeldDeposit) return 'report-held';
  if (advice !== 'paid' && advice !== 'not-paid') return advice;
  if (hasHeldDeposit) return 'deposit-held';
  return advice === 'not-paid' && refunds.length > 0 ? 'not-held' : advice;
}

/** Advice after which money can leave the service. */
const moving: ReadonlySet<Advice> = new Set([
  'release',
  'release-if-held',
  'release-rest',
  'refund',
  'refund-pending',
  'refund-rest',
  'not-refundable',
  'check-refund',
]);

const sanctionFindings: ReadonlySet<Finding> = new Set(['sanctions', 'terrorism']);

/**
 * Returns the next step at the service, or null if the decision isn't offered for the status of the subject. Money of a
 * case with sanctions or terrorism, by its risk or by the finding of a person, moves only with a warning.
 */
export function describeAdvice(
  { kind, finding }: { readonly kind: DecisionKind; readonly finding: Finding | null },
  subject: OfferedSubject & AdviceFacts,
): string | null {
  const byStatus = findStatusAdvice(kind, subject);
  if (byStatus === null) return null;
  const advice = byRefund[joinRefundStates(subject.refunds)][byStatus] ?? adviseByDeposits(byStatus, subject);
  const text = tReviews(`advice.${advice}`);
  const isSanctioned = subject.isSanctioned || (finding !== null && sanctionFindings.has(finding));
  return isSanctioned && moving.has(advice) ? tReviews('sanctionsWarning', { advice: text }) : text;
}

/** A subject of a case, with the number of the case that brought it. */
type AdvisedSubject = OfferedSubject & MoneyFacts & { readonly number: number };

/**
 * Returns the next steps at the service for all subjects of a case. Where they differ, each names the cases that it is
 * about. Empty if the decision isn't offered for any subject.
 */
export function listCaseAdvice(
  decision: { readonly kind: DecisionKind; readonly finding: Finding | null },
  subjects: readonly AdvisedSubject[],
  isSanctioned: boolean,
): readonly string[] {
  const steps = Map.groupBy(subjects, (subject) => describeAdvice(decision, { ...subject, isSanctioned }));
  return [...steps].flatMap(([advice, about]) => {
    if (advice === null) return [];
    if (steps.size === 1) return [advice];
    const numbers = about.map(({ number }) => number).join(', ');
    return [tReviews('adviceOfCases', { count: about.length, numbers, advice })];
  });
}
