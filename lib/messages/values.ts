import { createMessages } from './create-messages.ts';

/** Names of roles and of the sources of values, and the errors of reasons that people enter. */
export const tValues = createMessages({
  role: {
    accountant: 'Accountant',
    approver: 'Approver',
    auditor: 'Auditor',
    'auditor-risk': 'Auditor with risk detail',
    compliance: 'Compliance',
    finance: 'Finance',
    owner: 'Owner',
    viewer: 'Viewer',
  },
  reason: {
    short: 'Write a sentence of at least three words and 15 letters.',
    longest: 'Use at most {count, number} characters.',
  },
  source: {
    callback: 'callback',
    create: 'answer to the payment request',
    import: 'import',
    read: 'refresh from the service',
    seed: 'sample data',
  },
});

/** Texts about the source of a value: who reported it, and the original message. */
export const tSources = createMessages({
  rawJson: 'Original data (JSON)',
  copyRawJson: 'Copy original data',
  rawHidden: 'Original data not shown: {reason}',
  riskRemoved: 'Risk details removed: {fields}',
  provenance: '{field}: {source}, {time}',
});
