import { createMessages } from './create-messages.ts';

/** Texts of the review desk's mail. It never describes a case: only its number, its kind and a link. */
export const tReviewMail = createMessages({
  subject: 'Review desk of {business}: {counts}',
  title: 'Review desk',
  heading: 'Review desk of <name>{business}</name>',
  unnamedBusiness: 'your business',
  case: 'Case {number}',
  more: 'and {count, number} more',
  queue: 'Open the review queue',
  queueAt: 'Open the review queue: {url}',
  confidential:
    'This email contains no case details on purpose. Don’t discuss cases with anyone outside compliance.',
  reason: 'You get this email because you work on reviews at {business}.',
  switchOff: 'Turn off these emails',
  switchOffAt: 'Turn off these emails: {url}',
  count: {
    opened: '{count, number} new',
    reopened: '{count, number} reopened',
    overdue: '{count, number} overdue',
    disagreement: '{count, plural, one {# conflict} other {# conflicts}}',
  },
  group: {
    opened: '{count, plural, one {# new case} other {# new cases}}',
    reopened: '{count, plural, one {# case was reopened} other {# cases were reopened}}',
    overdue: '{count, plural, one {# case is overdue} other {# cases are overdue}}',
    disagreement:
      '{count, plural, one {# case conflicts with the service status} other {# cases conflict with the service status}}',
  },
});
