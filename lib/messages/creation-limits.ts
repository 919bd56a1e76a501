import { createMessages } from './create-messages.ts';

/** Limits above which a payment needs a second person, and the payments that wait for one. */
export const tCreationLimits = createMessages({
  title: 'Payments that need approval',
  explanation:
    'A payment above the limit is created only after a second person approves it. The limit also applies to payments from a file. Each currency needs its own limit, because prices are not converted.',
  empty: 'No limits. One person can create payments of any amount.',
  currency: 'Currency',
  amount: 'Highest amount without approval',
  add: 'Add limit',
  set: 'Set limit',
  remove: 'Remove',
  removeNamed: 'Remove the {currency} limit',
  saved: 'Payment limit set',
  proposed: 'Change proposed. A second owner must approve the change.',
  failed: 'The payment limit could not be changed',
  stricter:
    'A lower limit takes effect immediately. To raise or remove a limit, a second owner must approve the change.',
  change: {
    higher: '{person} proposed to raise the {currency} limit to <amount></amount>.',
    removal: '{person} proposed to remove the {currency} limit.',
  },
  answers: { approve: 'Approve', decline: 'Decline', withdraw: 'Withdraw proposal' },
});
