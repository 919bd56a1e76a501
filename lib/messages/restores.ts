import { createMessages } from './create-messages.ts';

/** Texts about a restored backup, for owners. */
export const tRestores = createMessages({
  intent: 'A backup was restored. This payment request may have been sent after the backup was made.',
  title: 'A backup was restored',
  age: 'The backup contains data until <until></until>. Callbacks, payments and changes after this time are missing. Numbered references skip 10,000 numbers, because some may have been used.',
  people: {
    title: 'Confirm who has access',
    help: 'The backup may contain people who were removed later. Until you confirm, only owners can open this business. Before you confirm, remove everyone who should no longer have access.',
    button: 'Confirm access',
    done: 'Access confirmed',
    until: 'until <end></end>',
    disabled: 'Disabled',
  },
  work: {
    title: 'Resume jobs and emails',
    help: 'Jobs and emails are paused for the whole installation. Payment refreshes, alerts, review rules and exports start again when you resume.',
    button: 'Resume jobs and emails',
    done: 'Jobs and emails resumed',
  },
  failed: 'The change couldn’t be saved',
  connectionLost: 'The connection was lost. Try again.',
  check: {
    good: 'No restored backup is waiting for an owner’s confirmation.',
    paused:
      'A backup was restored. Jobs and emails are paused until an owner resumes them on the Connection page.',
    unconfirmed:
      'After a restore, an owner must confirm who has access to {count, plural, one {# business} other {# businesses}}. Owners do this on the Connection page.',
  },
});
