import { createMessages } from './create-messages.ts';

/** Texts of pages that can’t be shown: refused and failed requests. */
export const tPageStates = createMessages({
  request: 'Request ID <id></id>',
  copyRequestId: 'Copy request ID',
  forbidden: {
    title: '{subject} isn’t available to your role',
    thisPage: 'This page',
    otherRoles: 'people with another role in this business',
    text: 'Available to {roles}. An owner of this business can change your role.',
  },
});
