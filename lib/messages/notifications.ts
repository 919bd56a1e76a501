import { createMessages } from './create-messages.ts';

/** Texts of the inbox. */
export const tNotifications = createMessages({
  title: 'Notifications',
  description: 'What happened in this business. Read notifications are deleted after 90 days.',
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
    text: 'Events that concern your work, and notes that mention you, will appear here.',
  },
  case: 'Case {number}',
  kind: {
    paid: 'Payment paid',
    overpaid: 'Payment overpaid',
    under: 'Exception opened: below expected',
    over: 'Exception opened: above expected',
    late: 'Exception opened: late deposit',
    mismatch: 'Exception opened: wrong currency',
    'unknown-outcome': 'Exception opened: unknown outcome of a request',
    'refund-confirmed': 'Refund confirmed',
    'withdrawal-failed': 'Withdrawal failed',
    'callbacks-silent': 'No deposit callbacks arrive, although payments are waiting',
    'creation-approval': 'A payment above the limit awaits approval',
    finished: 'Payments from a file: finished',
    paused: 'Payments from a file: paused',
    mention: 'You are mentioned in a note',
    'case-opened': 'Case opened',
    'case-assigned': 'Case assigned to you',
    'case-proposal': 'A proposal for a case awaits approval',
    'case-mention': 'You are mentioned in a case',
    'counterparty-mention': 'You are mentioned in a review note',
  },
});
