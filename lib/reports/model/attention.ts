import { compareTotal, zeroTotal } from '#lib/values/total.ts';
import type { AttentionItem, AttentionKind } from '../schema/overview.ts';

/** `bad`: money or data may be lost. `attention`: money waits for a person. `waiting`: a check that can wait. */
export type Severity = 'bad' | 'attention' | 'waiting';

export const attentionSeverity: Readonly<Record<AttentionKind, Severity>> = {
  'clock-skew': 'bad',
  'worker-stopped': 'bad',
  'callback-lost': 'bad',
  'callback-overdue': 'bad',
  'callback-silence': 'bad',
  'withdrawal-refused': 'bad',
  'callback-unavailable': 'bad',
  'callback-misaddressed': 'bad',
  'reading-paused': 'bad',
  'sign-in-guessing': 'bad',
  'audit-unanchored': 'bad',
  'deposit-unlisted': 'bad',
  'intent-unknown': 'bad',
  'withdrawal-unexpected': 'bad',
  'review-overdue': 'bad',
  'review-second': 'attention',
  'review-open': 'attention',
  'payment-blocked': 'attention',
  'deposit-blocked': 'attention',
  'deposit-review': 'attention',
  'withdrawal-failed': 'attention',
  'withdrawal-blocked': 'attention',
  'callback-quarantined': 'attention',
  'callback-refused': 'attention',
  'payment-unprocessable': 'attention',
  'deposit-unprocessable': 'attention',
  'payment-overpaid': 'waiting',
  'refund-pending': 'waiting',
  'exception-open': 'waiting',
  contradiction: 'waiting',
};

const ranks: Readonly<Record<Severity, number>> = { bad: 0, attention: 1, waiting: 2 };

/** Data is lost after a deadline. A paused refresh only says when it is tried again. */
const findDeadline = ({ kind, until }: AttentionItem): number =>
  kind === 'reading-paused' ? Number.POSITIVE_INFINITY : (until ?? Number.POSITIVE_INFINITY);

/** Compares also two items without a deadline, whose difference would not be a number. */
const compareNumbers = (left: number, right: number): number => (left === right ? 0 : left < right ? -1 : 1);

/** Sorts by severity. Within one, items with a deadline come first, then the largest EUR amount, then the most items. */
export const sortAttention = (items: readonly AttentionItem[]): readonly AttentionItem[] =>
  items.toSorted(
    (left, right) =>
      ranks[attentionSeverity[left.kind]] - ranks[attentionSeverity[right.kind]] ||
      compareNumbers(findDeadline(left), findDeadline(right)) ||
      compareTotal(right.eur ?? zeroTotal, left.eur ?? zeroTotal) ||
      right.count - left.count,
  );
