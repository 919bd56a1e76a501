import { tNotifications } from '#lib/messages/notifications.ts';
import type { NotificationKind } from './model.ts';
import {
  isAboutCounterparty,
  isAboutDesk,
  isAboutInformation,
  isReviewKind,
  settingTransition,
} from './model.ts';

const reasons = ['under', 'over', 'late', 'mismatch', 'contradicted', 'unknown-outcome'] as const;
const parseReason = (transition: string) =>
  reasons.find((reason) => transition.startsWith(reason)) ?? 'mismatch';

const accessGiven = [
  'invited',
  'joined',
  'raised',
  'deputy',
  'enabled',
  'resetLink',
  'factorReset',
  'confirmed',
] as const;
const parseAccess = (transition: string) => accessGiven.find((how) => transition.startsWith(how)) ?? 'joined';

/** Returns what happened, in words. */
export function formatEvent(kind: NotificationKind, transition: string): string {
  switch (kind) {
    case 'payment-paid':
      return tNotifications(transition === 'overpaid' ? 'kind.overpaid' : 'kind.paid');
    case 'exception-opened':
      return tNotifications(`kind.${parseReason(transition)}`);
    case 'batch-ended':
      return tNotifications(transition.startsWith('paused') ? 'kind.paused' : 'kind.finished');
    case 'access-given':
      return tNotifications(`access.${parseAccess(transition)}`);
    case 'proposal-waiting':
      return tNotifications(
        transition.startsWith(settingTransition) ? 'kind.setting-proposal' : 'kind.payment-proposal',
      );
    case 'case-overdue':
      return tNotifications(
        isAboutInformation(transition) ? 'kind.information-overdue' : 'kind.case-overdue',
      );
    case 'case-proposal':
      return tNotifications(isAboutDesk(transition) ? 'kind.desk-proposal' : 'kind.case-proposal');
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
