import { createMessages } from './create-messages.ts';

/** Why a limit or an approval was refused. */
export const tCreationLimitRefusals = createMessages({
  problem: {
    currency: 'Choose a currency',
    amount: 'Enter an amount above 0 in digits, such as 10000',
    ambiguous: 'This number can be read in two ways. Enter {first} or {second}.',
    none: 'There is no payment limit for this currency.',
    pending: 'Another change to this limit is already waiting for approval.',
    gone: 'This proposal is already closed. Reload the page.',
    changed:
      'Someone changed the limit after this proposal. Decline the proposal, then propose the change again.',
    proposerNoOwner:
      'The person who made this proposal is no longer an owner, so the proposal can’t be approved. Decline the proposal.',
    proposerRole:
      'The person who made this proposal can no longer create payments, so this payment can’t be created. Decline the proposal.',
    proposed:
      'A payment request with this reference is waiting for approval, or is approved but not sent yet.',
    tokenLimited: 'This price is above the limit. Only a token that another owner approved can propose it.',
    notNeeded: 'This price isn’t above the limit. You can create the payment without approval.',
  },
});
