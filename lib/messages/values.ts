import { createMessages } from './create-messages.ts';

/** Names of roles and of the sources of values. */
export const tValues = createMessages({
  role: { compliance: 'Compliance', finance: 'Finance', owner: 'Owner', viewer: 'Viewer' },
  source: {
    callback: 'callback',
    create: 'create response',
    import: 'import',
    read: 'read from the service',
    seed: 'seed data',
  },
});
