import { tNotifications } from '#lib/messages/notifications.ts';
import type { NotificationKind } from './model.ts';
import { isAboutCounterparty, isReviewKind } from './model.ts';

const reasons = ['under', 'over', 'late', 'mismatch', 'unknown-outcome'] as const;
const parseReason = (transition: string) => reasons.find((reason) => reason === transition) ?? 'mismatch';

/** Returns what happened, in words. */
export function formatEvent(kind: NotificationKind, transition: string): string {
  switch (kind) {
    case 'payment-paid':
      return tNotifications(transition === 'overpaid' ? 'kind.overpaid' : 'kind.paid');
    case 'exception-opened':
      return tNotifications(`kind.${parseReason(transition)}`);
    case 'batch-ended':
      return tNotifications(transition.startsWith('paused') ? 'kind.paused' : 'kind.finished');
    case 'case-mention':
      return tNotifications(
        isAboutCounterparty(transition) ? 'kind.counterparty-mention' : 'kind.case-mention',
      );
    default:
      return tNotifications(`kind.${kind}`);
  }
}

/** Returns what it happened to: the number of a case, or the reference of another record. Empty if it is not known. */
export const formatObject = (kind: NotificationKind, label: string): string =>
  isReviewKind(kind) && label !== '' ? tNotifications('case', { number: label }) : label;
