/** The next step at the service for a decision. The service doesn't receive decisions. */

import { tReviews } from '#lib/messages/reviews.ts';
import type { DecisionKind, OfferedSubject, StatusAdvice } from './model.ts';
import { findStatusAdvice, statusAdviceKinds } from './model.ts';
import type { Finding } from './model-findings.ts';

/** A refund as the service reported it. Its status is null if a deposit has none. */
export type ReportedRefund = { readonly status: string | null; readonly type: string | null };

/** The facts that decide the advice beside the status of the subject. */
export type AdviceFacts = {
  /** The different refunds of the subject: one of a deposit, several of the deposits of a payment. */
  readonly refunds: readonly ReportedRefund[];
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
export const adviceKinds = [...statusAdviceKinds, ...refundAdviceKinds] as const;
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
  const advice = byRefund[joinRefundStates(subject.refunds)][byStatus] ?? byStatus;
  const text = tReviews(`advice.${advice}`);
  const isSanctioned = subject.isSanctioned || (finding !== null && sanctionFindings.has(finding));
  return isSanctioned && moving.has(advice) ? tReviews('sanctionsWarning', { advice: text }) : text;
}
