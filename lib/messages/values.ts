import { createMessages } from './create-messages.ts';

/** Names of roles and of the sources of values. */
export const tValues = createMessages({
  role: {
    accountant: 'Accountant',
    compliance: 'Compliance',
    finance: 'Finance',
    owner: 'Owner',
    viewer: 'Viewer',
  },
  source: {
    callback: 'callback',
    create: 'answer to the payment request',
    import: 'import',
    read: 'refresh from the service',
    seed: 'sample data',
  },
});
