import { createMessages } from './create-messages.ts';

/** Texts of the settings for notifications. */
export const tNotificationSettings = createMessages({
  explanation: 'These settings apply to this business. To read your notifications, select the bell.',
  kind: {
    'payment-paid': 'Payment paid',
    'exception-opened': 'Exception opened',
    'refund-confirmed': 'Refund confirmed',
    'withdrawal-failed': 'Withdrawal failed',
    'callbacks-silent': 'No deposit callbacks arriving',
    'creation-approval': 'Payment needs approval',
    'batch-ended': 'Batch of payments finished or paused',
    mention: 'You are mentioned in a note',
    'case-opened': 'Review case opened',
    'case-assigned': 'Review case assigned to you',
    'case-proposal': 'Proposal for a case needs approval',
    'case-mention': 'You are mentioned in a case or review note',
  },
  mailedByDesk: 'To get emails about this event, turn on the review alerts.',
  delivery: {
    off: 'Off',
    app: 'In the app',
    'at-once': 'In the app and by email immediately',
    hourly: 'In the app and by hourly email',
    daily: 'In the app and by daily email',
  },
  dailyTime: 'Daily emails and quiet hours use the time zone {zone}. Daily emails arrive at 8:00.',
  quiet: 'Quiet hours',
  quietHelp: 'Notification emails arrive after the quiet hours end. Security emails arrive at any time.',
  from: 'Quiet hours start',
  until: 'Quiet hours end',
  timeZone: 'Your time zone',
  changeZone: 'Change time zone',
  save: 'Save notifications',
  saved: 'Notification settings saved',
  failed: 'The notification settings couldn’t be saved',
  problem: {
    time: 'Enter a time, such as 22:00.',
    noDuration: 'The start and the end must be different times.',
    otherRole: 'Your role doesn’t get this kind of notification. Reload the page.',
    noMember: 'You are no longer a member of this business.',
  },
});
