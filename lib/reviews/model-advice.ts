/** The next step at the service for a decision. The service doesn't receive decisions. */

import { tReviewAdvice, tReviews } from '#lib/messages/reviews.ts';
import type { DecisionKind, OfferedSubject, StatusAdvice } from './model.ts';
import { findStatusAdvice, statusAdviceKinds } from './model.ts';
import type { Finding } from './model-findings.ts';

/** A refund as the service reported it. Its status is null if a deposit has none. */
export type ReportedRefund = { readonly status: string | null; readonly type: string | null };

/** Facts about the money of a subject that its status doesn't say. */
export type MoneyFacts = {
  /** The different refunds of the subject: one of a deposit, several of the deposits of a payment. */
  readonly refunds: readonly ReportedRefund[];
  /** The service holds money of a deposit of the payment that is the subject. The status of a payment doesn't say that. */
  readonly hasHeldDeposit: boolean;
};

/** The facts that decide the advice beside the status of the subject. */
export type AdviceFacts = MoneyFacts & {
  /** A subject of the case has a category of sanctions or terrorism. */
  readonly isSanctioned: boolean;
};

/**
 * The refund of a subject's money. `part`: some of the money stays with the service. `part-pending`: the same, and the
 * service is refunding another part.
 */
type RefundState = 'none' | 'pending' | 'confirmed' | 'part' | 'part-pending' | 'impossible' | 'unknown';

const statesByStatus: ReadonlyMap<string | null, RefundState> = new Map([
  [null, 'none'],
  ['PENDING', 'pending'],
  ['CONFIRMED', 'confirmed'],
  ['NON_REFUNDABLE', 'impossible'],
]);

function findRefundState({ status, type }: ReportedRefund): RefundState {
  const state = statesByStatus.get(status) ?? 'unknown';
  if (type !== 'PARTIAL') return state;
  return state === 'pending' ? 'part-pending' : state === 'confirmed' ? 'part' : state;
}

/** Returns the state that all refunds have. Of deposits that differ, only a part of the money is refunded. */
function joinRefundStates(refunds: readonly ReportedRefund[]): RefundState {
  const states = new Set(refunds.map(findRefundState));
  if (states.has('unknown')) return 'unknown';
  const [first = 'none', ...others] = states;
  if (others.length === 0) return first;
  if (states.has('pending') || states.has('part-pending')) return 'part-pending';
  return states.has('confirmed') || states.has('part') ? 'part' : 'none';
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
/** The advice by the status of the subject, or by a held deposit of a payment. */
type UnrefundedAdvice = StatusAdvice | 'deposit-held';

/** The advice that a held deposit of a payment replaces, because the status of the payment can be older than that. */
const byHeldDeposit: Readonly<Partial<Record<StatusAdvice, UnrefundedAdvice>>> = {
  'release-if-held': 'deposit-held',
  paid: 'deposit-held',
  'not-paid': 'deposit-held',
  'not-held': 'deposit-held',
  'block-if-held': 'keep-blocked',
  'report-if-held': 'report-held',
  'report-deposit': 'report-held',
};

const ofPart = {
  release: 'release-rest',
  'release-if-held': 'release-rest',
  'keep-blocked': 'block-rest',
  'block-if-held': 'block-rest',
  refund: 'refund-rest',
} as const;

/** The advice that a reported refund replaces. */
const byRefund: Readonly<Record<RefundState, Partial<Record<UnrefundedAdvice, Advice>>>> = {
  none: {},
  pending: {
    release: 'refunding',
    'release-if-held': 'refunding',
    credited: 'refunding',
    paid: 'refunding',
    'not-paid': 'refunding',
    'not-held': 'refunding',
    'deposit-held': 'refunding',
    'keep-blocked': 'stop-refund',
    'block-if-held': 'stop-refund',
    refund: 'refund-pending',
    'report-held': 'report-refunding',
    'report-if-held': 'report-refunding',
  },
  confirmed: {
    release: 'refunded',
    'release-if-held': 'refunded',
    credited: 'refunded',
    paid: 'refunded',
    'not-paid': 'refunded',
    'not-held': 'refunded',
    'deposit-held': 'refunded',
    'keep-blocked': 'nothing-to-block',
    'block-if-held': 'nothing-to-block',
    refund: 'refund-confirmed',
    'report-held': 'report-deposit',
    'report-if-held': 'report-deposit',
  },
  part: ofPart,
  'part-pending': {
    ...ofPart,
    'keep-blocked': 'stop-refund',
    'block-if-held': 'stop-refund',
    'report-held': 'report-refunding',
    'report-if-held': 'report-refunding',
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

/** Returns the advice for a payment by its deposits. */
function adviseByDeposits(advice: StatusAdvice, { refunds, hasHeldDeposit }: MoneyFacts): UnrefundedAdvice {
  if (hasHeldDeposit) return byHeldDeposit[advice] ?? advice;
  return advice === 'not-paid' && refunds.length > 0 ? 'not-held' : advice;
}

/** Advice after which money can leave the service. */
const moving: ReadonlySet<Advice> = new Set([
  'release',
  'release-if-held',
  'release-rest',
  'refunding',
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
  const byDeposits = adviseByDeposits(byStatus, subject);
  const advice = byRefund[joinRefundStates(subject.refunds)][byDeposits] ?? byDeposits;
  const text = tReviewAdvice(`${advice}`);
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
