import { createMessages } from './create-messages.ts';

/** Reasons why the server refuses a review rule, a change of it or a backtest. */
export const tRuleRefusals = createMessages({
  form: {
    tooLong: 'Use at most {most, number} characters.',
    version: 'This page is out of date. Reload the page.',
    day: 'Enter a date, such as 2026-11-01.',
    dayOrder: 'Choose a date on or after the start date.',
  },
  problem: {
    notFound: 'This business has no rule with this ID.',
    changed: 'This rule has changed since you opened it. Reload the page.',
    retired: 'A retired rule can’t be changed. Create a new rule instead.',
    pendingBeforeSaving:
      'A change to this rule is pending approval. Withdraw, approve or decline that change before you save a new version.',
    pendingBeforeProposing: 'A change to this rule is already pending approval. Reload the page.',
    notPossible: 'This change isn’t possible for the current rule status. Reload the page.',
    notDraft: 'You can only discard a draft that has not been proposed for approval. Reload the page.',
    noProposal: 'This rule has no proposal to approve or decline. Reload the page.',
    backtestEnded: 'This backtest has already ended. Reload the page.',
    writing:
      'Deposits of this business are being saved at the moment, for example by an import. Try again in a minute.',
  },
});
