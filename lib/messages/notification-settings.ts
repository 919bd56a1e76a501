import { createMessages } from './create-messages.ts';

/** Texts of the settings for notifications. */
export const tNotificationSettings = createMessages({
  explanation: 'These settings apply to this business. To see notifications in the app, select the bell.',
  kind: {
    'payment-paid': 'Payment paid',
    'exception-opened': 'Exception opened',
    'refund-confirmed': 'Refund confirmed',
    'withdrawal-failed': 'Withdrawal failed',
    'callbacks-silent': 'No callbacks arrive',
    'creation-approval': 'Payment awaits approval',
    'batch-ended': 'Payments from a file: finished or paused',
    mention: 'Colleague mentions you in a note',
    'case-opened': 'Case opened',
    'case-assigned': 'Case assigned to you',
    'case-proposal': 'Proposal for a case awaits approval',
    'case-mention': 'Colleague mentions you in a case or review note',
  },
  mailedByDesk: 'Emails about this event are sent as review alerts.',
  delivery: {
    off: 'Off',
    app: 'In the app',
    'at-once': 'In the app and by email immediately',
    hourly: 'In the app and by hourly email',
    daily: 'In the app and by daily email',
  },
  dailyTime: 'Daily emails and quiet hours use the time zone {zone}. Daily emails arrive at 8:00.',
  quiet: 'Quiet hours',
  quietHelp: 'Notification emails are sent after the quiet hours end. Security emails arrive at any time.',
  from: 'From',
  until: 'Until',
  timeZone: 'Your time zone',
  changeZone: 'Change time zone',
  save: 'Save notifications',
  saved: 'Notification settings saved',
  failed: 'The notification settings couldn’t be saved',
  problem: {
    time: 'Enter a time, such as 22:00.',
    noDuration: 'Choose different times for the start and the end of quiet hours.',
    otherRole: 'Your role gets no notifications of this kind. Reload the page.',
    noMember: 'You are no longer a member of this business.',
  },
});
