import { createMessages } from './create-messages.ts';

/** Limits above which a payment needs a second person, and the payments that wait for one. */
export const tCreationLimits = createMessages({
  title: 'Payments that need approval',
  explanation:
    'A payment above the limit is created only after a second person approves it. This includes payments from a file. Each currency needs its own limit, because prices are not converted.',
  empty: 'No limits. One person can create payments of any amount.',
  currency: 'Currency',
  amount: 'Highest amount without approval',
  add: 'Add limit',
  set: 'Set limit',
  remove: 'Remove',
  removeNamed: 'Remove the {currency} limit',
  saved: 'Payment limit set',
  proposed: 'Change proposed. A second owner must approve it.',
  failed: 'The payment limit could not be changed',
  stricter:
    'A lower limit takes effect immediately. Raising or removing a limit needs a second owner’s approval.',
  change: {
    higher: '{person} proposed to raise the {currency} limit to <amount></amount>.',
    removal: '{person} proposed to remove the {currency} limit.',
  },
  answers: { approve: 'Approve', decline: 'Decline', withdraw: 'Withdraw proposal' },
  waiting: {
    title: 'Payments waiting for approval',
    heading: '{count, plural, one {A payment waits for approval} other {# payments wait for approval}}',
    by: 'Proposed by {person}',
    approved: 'Approved, but not sent yet. The approval expires after {days, number} days.',
    send: 'Send request now',
    second: 'Send the request {clientPaymentId} even though a payment may already exist?',
    secondBody:
      'A payment with this ID may already exist. Sending the request could create a second checkout link.',
    secondLabel: 'Send request anyway',
    details: 'Request details',
    confirm: 'Approve and send the request {clientPaymentId}?',
    confirmBody: 'The payment is created at the service immediately. This can’t be undone.',
    confirmLabel: 'Approve and create payment',
    failed: 'Your decision could not be saved',
    sendFailed: 'The payment request could not be sent',
  },
  form: {
    notice:
      'Prices above <amount></amount> need a second person’s approval. Nothing is sent before the approval.',
    submit: 'Submit for approval',
    submitted: 'Submitted for approval',
  },
  problem: {
    currency: 'Choose a currency',
    amount: 'Enter an amount above 0 in digits, such as 10000',
    none: 'There is no payment limit for this currency.',
    pending: 'Another change to this limit is already waiting for approval.',
    gone: 'This proposal is already closed. Reload the page.',
    own: 'Another person must approve or decline your proposal.',
    notYours: 'Only the person who made this proposal can withdraw it.',
    changed:
      'Someone changed the limit after this proposal. Decline the proposal, then propose the change again.',
    proposerNoOwner:
      'The person who made this proposal is no longer an owner, so the proposal can’t be approved. Decline the proposal.',
    dependent:
      'In the last 72 hours, you gave the proposer access, or the proposer gave you access. Another person must approve this.',
    proposerRole:
      'The person who made this proposal can no longer create payments, so this payment can’t be created. Decline the proposal.',
    proposed:
      'A payment request with this client payment ID is waiting for approval, or is approved but not sent yet.',
    taken: 'A payment request with this client payment ID already exists.',
    notNeeded: 'This price isn’t above the limit. You can create the payment without approval.',
  },
});
