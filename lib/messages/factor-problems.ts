import { createMessages } from './create-messages.ts';

/** Reasons why a change of two-factor authentication is refused. */
export const tFactorProblems = createMessages({
  changedMeanwhile: 'Your two-factor authentication has changed. Reload the page.',
  codeMissing: 'Enter a code.',
  foreignBusiness:
    'This person also belongs to a business that you don’t own. Ask the operator of Countinghouse to reset their two-factor authentication.',
  keyMissing:
    'Codes from your authenticator app can’t be checked now. Use a recovery code, or contact the operator of Countinghouse.',
  noFactor: 'This person has not set up two-factor authentication, so there is nothing to reset.',
  required:
    'Your role requires two-factor authentication, so you can’t turn it off. Replace the app instead.',
  resetSelf: 'To replace your own authenticator app, open Settings.',
  setUpExpired: 'The setup of two-factor authentication took too long. Start again.',
  signInExpired: 'This sign-in attempt has expired. Sign in again.',
  unavailable:
    'Two-factor authentication isn’t available. Ask the operator of Countinghouse to set FACTOR_KEYS.',
  wrongCode: 'This code doesn’t work. Each code works once. Wait for the next code, or use a recovery code.',
  fewer: {
    nothingRemoved:
      'This proposal removes no role from those that need two-factor authentication. Reload the page to see the current roles.',
    oneOwner:
      'This business has only one active owner. Add another owner or an approver, who must approve that fewer roles need two-factor authentication.',
    proposalClosed: 'This proposal is already closed. Reload the page.',
    proposalOpen:
      'Another proposal is still open. Approve, decline or withdraw that proposal before you make a new one.',
    proposerNoOwner:
      'The person who made this proposal is no longer an owner. Decline the proposal, then propose the change again.',
    rolesChanged:
      'The roles have changed since this proposal. Decline the proposal, then propose the change again.',
  },
});
