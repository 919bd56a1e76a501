import { createMessages } from './create-messages.ts';

/** Texts of the inbox. */
export const tNotifications = createMessages({
  title: 'Notifications',
  description: 'Events in this business. Notifications are deleted 90 days after you read them.',
  unread: 'Unread',
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  showMore: 'Show more',
  failed: {
    list: 'Your notifications couldn’t be loaded. Reload this page.',
    mark: 'The notifications couldn’t be marked as read.',
  },
  empty: {
    title: 'No notifications yet',
    text: 'This page will show events for your role and the notes that mention you.',
  },
  case: 'Case {number}',
  kind: {
    paid: 'Payment paid',
    overpaid: 'Payment overpaid',
    under: 'Exception opened: amount lower than expected',
    over: 'Exception opened: amount higher than expected',
    late: 'Exception opened: late deposit',
    mismatch: 'Exception opened: wrong currency',
    'unknown-outcome': 'Exception opened: unknown whether a payment was created',
    'refund-confirmed': 'Refund confirmed',
    'withdrawal-failed': 'Withdrawal failed',
    'callbacks-silent': 'No deposit callbacks are arriving, although payments are open',
    'creation-approval': 'Payment above the limit needs approval',
    finished: 'Batch of payments finished',
    paused: 'Batch of payments paused',
    mention: 'You are mentioned in a note',
    'case-opened': 'Review case opened',
    'case-assigned': 'Review case assigned to you',
    'case-proposal': 'Proposal for a review case needs approval',
    'case-mention': 'You are mentioned in a review case',
    'counterparty-mention': 'You are mentioned in a review note',
  },
});
