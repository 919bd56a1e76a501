import { createMessages } from './create-messages.ts';

/** Texts of the page that lists proposals that wait for a second person. */
export const tApprovalsPage = createMessages({
  title: 'Approvals',
  description: 'Proposals that wait for a second person.',
  empty: {
    title: 'No proposals yet',
    text: 'Proposals appear here when a colleague makes them. You can approve once you have been a member for 72 hours.',
  },
  settings: 'Changes of settings',
  limit: {
    higher: 'Raise the {currency} payment limit from <before></before> to <after></after>.',
    removal: 'Remove the {currency} payment limit of <before></before>.',
  },
  retention: {
    shorter:
      '{kind}: remove after {years, plural, one {# year} other {# years}} instead of {before, plural, one {# year} other {# years}}.',
    first: '{kind}: remove after {years, plural, one {# year} other {# years}} instead of never.',
  },
  desk: {
    title: 'Reviews and legal holds',
    cases:
      '{count, plural, one {# decision on a review case waits} other {# decisions on review cases wait}} for a second person.',
    manyCases: 'More than {count} decisions on review cases wait for a second person.',
    openCases: 'Open these cases',
    settings: 'Use less strict review settings. Reason: {reason}',
    lift: 'Lift the legal hold on {record} ({kind}). Reason: {reason}',
    liftLog: 'Lift the legal hold on the audit log. Reason: {reason}',
    liftConsequence: 'The record can be removed once its retention time is over.',
    rule: {
      activate: 'Activate the review rule {name}. Reason: {reason}',
      pause: 'Pause the review rule {name}. Reason: {reason}',
      resume: 'Resume the review rule {name}. Reason: {reason}',
      retire: 'Retire the review rule {name}. Reason: {reason}',
    },
    open: 'Open proposal',
  },
  confirm: {
    title: 'Approve this proposal?',
    text: 'The change takes effect immediately.',
    label: 'Approve proposal',
  },
  done: {
    approve: 'Proposal approved',
    decline: 'Proposal declined',
    withdraw: 'Proposal withdrawn',
  },
  paymentAnswered: 'Your answer was saved',
  failed: 'Your answer couldn’t be saved',
  outdated: 'The proposals couldn’t be refreshed',
});
