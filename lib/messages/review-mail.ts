import { createMessages } from './create-messages.ts';

/** Texts of the review desk's mail. It never describes a case: only its number, its kind and a link. */
export const tReviewMail = createMessages({
  subject: 'Reviews at {business}: {counts}',
  title: 'Reviews',
  heading: 'Reviews at <name>{business}</name>',
  unnamedBusiness: 'your business',
  case: 'Case {number}',
  more: 'and {count, plural, one {# more case} other {# more cases}}',
  queue: 'Open the review queue',
  queueAt: 'Open the review queue: {url}',
  confidential:
    'For confidentiality, this email contains no case details. Don’t discuss cases with anyone outside compliance.',
  reason: 'You get this email because you work on reviews at {business}.',
  switchOff: 'Turn off these emails',
  switchOffAt: 'Turn off these emails: {url}',
  count: {
    opened: '{count, plural, one {# new case} other {# new cases}}',
    reopened: '{count, plural, one {# reopened case} other {# reopened cases}}',
    overdue: '{count, plural, one {# overdue case} other {# overdue cases}}',
    disagreement:
      '{count, plural, one {# case where the service status contradicts the decision} other {# cases where the service status contradicts the decision}}',
  },
  group: {
    opened: '{count, plural, one {# new case} other {# new cases}}',
    reopened: '{count, plural, one {# case was reopened} other {# cases were reopened}}',
    overdue: '{count, plural, one {# case is overdue} other {# cases are overdue}}',
    disagreement:
      '{count, plural, one {The service status contradicts the decision on # case} other {The service status contradicts the decision on # cases}}',
  },
});
