import { createMessages } from './create-messages.ts';

/** Texts of the disposition of a decision, and of what follows from a decision. */
export const tReviewFindings = createMessages({
  label: 'Disposition',
  help: 'The result of your review.',
  choose: 'Choose a disposition',
  required: 'Choose a disposition that matches the decision.',
  found: 'Disposition: {finding}',
  names: {
    'no-concern': 'No suspicion',
    explained: 'Explained by the customer',
    'wrong-match': 'False positive: wrong match in the risk data',
    'unproven-source': 'Source of funds not proven',
    mixer: 'Mixer or similar service',
    darknet: 'Darknet market',
    fraud: 'Fraud or scam',
    'stolen-funds': 'Stolen funds or ransomware',
    structuring: 'Structuring: amounts split to stay below limits',
    sanctions: 'Sanctions',
    terrorism: 'Financing of terrorism',
    other: 'Other',
  },
  checks: {
    missing: 'Complete the required checklist items first: {items}.',
    missingTitle: 'Complete these checklist items first',
    completed: 'Completed checklist items: {items}',
    none: 'No checklist item was completed.',
  },
  next: {
    title: 'What happens next',
    alone: 'Your decision takes effect immediately. You can reopen the case later.',
    second: 'Another person must approve or decline your proposal. Until then, the case stays open.',
    refresh: 'If payment refresh is set up, Countinghouse first refreshes the payments of this case.',
    clear: 'If Countinghouse finds a new reason for this case, the case reopens automatically.',
    clearWatch:
      'If the service blocks the money, the case is marked “Provider status conflict” and the team is alerted.',
    holdWatch:
      'If the service releases the money, the case is marked “Provider status conflict” and the team is alerted.',
    refundWatch:
      'If the service can’t refund the money, the case is marked “Provider status conflict” and the team is alerted.',
    report: 'After the approval, file the report with the authority and record it on the Report tab.',
  },
});
