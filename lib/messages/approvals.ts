import { createMessages } from './create-messages.ts';

/** Messages of every proposal: the answers, and why a person can't approve it and from when they can. */
export const tApprovals = createMessages({
  answers: { approve: 'Approve', decline: 'Decline', withdraw: 'Withdraw proposal' },
  blocked: {
    title: 'You can’t approve this proposal yet',
    deputy: 'You are the deputy of {giver}, who proposed this or can’t approve it.',
    eachOther: 'In the last 72 hours, one of you gave the other access, directly or through others.',
    sameGiver:
      'In the last 72 hours, you and the proposer both received access from {giver}, directly or through others.',
    sameUnknownGiver:
      'In the last 72 hours, you and the proposer both received access from the same person, directly or through others.',
    sameProvider: 'In the last 72 hours, single sign-on gave access to both you and the proposer.',
    link: 'You joined by a copied link or through a directory.',
    address: 'Verify your email address in Settings, or ask an owner who didn’t invite you to verify it.',
    token: 'You approved the API token that proposed this. Another person must approve it.',
    revokedToken:
      'The API token that proposed this was revoked or has expired. Decline it, and propose it again yourself if it is right.',
    factor: 'Set up two-factor authentication in Settings.',
    from: 'You can approve from <time></time>.',
    fromUtc: 'You can approve from {time}.',
    another: 'Another person with the same permission can approve before that.',
  },
});

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

/** Texts of payments that wait for a second person. */
export const tPaymentsForApproval = createMessages({
  waiting: {
    title: 'Payments waiting for approval',
    heading: '{count, plural, one {A payment waits for approval} other {# payments wait for approval}}',
    by: 'Proposed by {person}',
    approved: 'Approved, but the request isn’t sent yet. The approval expires after {days, number} days.',
    send: 'Send request now',
    second: 'Send the request {clientPaymentId} even though a payment may already exist?',
    secondBody:
      'A payment with this ID may already exist. Sending the request could create a second checkout link.',
    secondLabel: 'Send request anyway',
    details: 'Request details',
    confirm: 'Approve and send the request {clientPaymentId}?',
    confirmBody:
      'This payment of <price></price> is created at the service immediately. This can’t be undone.',
    confirmLabel: 'Approve and create payment',
    failed: 'Your decision could not be saved',
    sendFailed: 'The payment request could not be sent',
  },
});
