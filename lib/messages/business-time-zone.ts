import { createMessages } from './create-messages.ts';

/** Texts of the setting for the time zone of a business. */
export const tBusinessTimeZone = createMessages({
  timeZone: {
    cancel: 'Cancel',
    change: 'Change time zone',
    explanation: 'Daily totals use this time zone. You set it here, not at the service.',
    failed: 'The time zone couldn’t be saved',
    label: 'Time zone',
    save: 'Save time zone',
    saved: 'Days now begin at midnight in {timeZone}',
    title: 'Time zone',
  },
});
