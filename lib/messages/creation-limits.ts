import { createMessages } from './create-messages.ts';

/** Limits above which a payment needs a second person, and the payments that wait for one. */
export const tCreationLimits = createMessages({
  title: 'Payments that need approval',
  explanation:
    'A payment above the limit is created only after a second person approves it. The limit also applies to payments from a file. Prices are not converted. Once you set a limit, each price in a currency without one needs approval.',
  empty: 'No limits. One person can create payments of any amount.',
  currency: 'Currency',
  amount: 'Highest amount without approval',
  add: 'Add limit',
  set: 'Set limit',
  remove: 'Remove',
  removeNamed: 'Remove the {currency} limit',
  saved: 'Payment limit set',
  proposed: 'Change proposed. Another owner or an approver must approve the change.',
  failed: 'The payment limit could not be changed',
  stricter:
    'The first limit and a lower one take effect immediately. Another owner or an approver must approve other changes.',
  change: {
    higher: '{person} proposed a {currency} limit of <amount></amount>.',
    removal: '{person} proposed to remove the {currency} limit.',
  },
});
