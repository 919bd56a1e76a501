import { createMessages } from './create-messages.ts';

/** The mail of a scheduled report. */
export const tScheduleMail = createMessages({
  named: 'Report ready: {name}',
  unnamed: 'A scheduled report is ready',
  ready: '{title} ({business}).',
  link: 'Sign in to open the link. It works for you until {until}.',
  withoutRate: '{count, plural, one {# entry} other {# entries}} left out, no rate. Enter a rate:',
  reason: 'You get this email because a colleague chose you as a recipient of this report.',
});
