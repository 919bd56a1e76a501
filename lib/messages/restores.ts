import { createMessages } from './create-messages.ts';

/** Texts about a restored backup, for owners. */
export const tRestores = createMessages({
  intent: 'A backup was restored. The request may have been sent after the backup was made.',
  batchRow:
    'A backup was restored. This row may have been sent after the backup was made. Check the payment at the service.',
  title: 'A backup was restored',
  age: 'The data ends at <until></until>. Callbacks, payments and changes after that are missing.',
  people: {
    title: 'Confirm the people',
    help: 'The backup may contain people who were removed later. Until you confirm, only owners have access to this business. Remove a person first if they no longer belong here.',
    button: 'Confirm people',
    done: 'People confirmed',
    disabled: 'Disabled',
  },
  work: {
    title: 'Resume jobs and emails',
    help: 'Jobs and emails are paused for the whole installation. Payment refreshes, alerts, review rules and exports start again when you resume.',
    button: 'Resume jobs and emails',
    done: 'Jobs and emails resumed',
  },
  failed: 'The change wasn’t saved',
  connectionLost: 'The connection was lost. Try again.',
  check: {
    good: 'No restored backup waits for an owner’s confirmation.',
    paused: 'A backup was restored. Jobs and emails are paused until an owner resumes them on Connection.',
    unconfirmed:
      '{count, plural, one {# business waits} other {# businesses wait}} for an owner to confirm its people on Connection.',
  },
});
