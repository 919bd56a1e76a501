import { createMessages } from './create-messages.ts';

/** How the service's status contradicts a decision. Combinations that `findContradiction` never returns keep the keys regular. */
export const tReviewDisagreements = createMessages({
  clear: {
    blocked: 'Your team cleared this case, but the service has blocked the money.',
    'let-through': 'Your team cleared this case, and the service released the money.',
    'not-refundable': 'Your team cleared this case, and the service can’t refund the money.',
  },
  'keep-blocked': {
    blocked: 'Your team decided to keep the money blocked, and the service has blocked the money.',
    'let-through': 'Your team decided to keep the money blocked, but the service released the money.',
    'not-refundable': 'Your team decided to keep the money blocked, and the service can’t refund the money.',
  },
  'recommend-refund': {
    blocked: 'Your team recommended a refund, but the service has blocked the money.',
    'let-through': 'Your team recommended a refund, but the service released the money without a refund.',
    'not-refundable': 'Your team recommended a refund, but the service can’t refund the money.',
  },
  report: {
    blocked: 'Your team reported this case, and the service has blocked the money.',
    'let-through': 'Your team reported this case, but the service released the money.',
    'not-refundable': 'Your team reported this case, and the service can’t refund the money.',
  },
  ofMerged: 'The service’s status contradicts the decision on a merged case.',
  inMerged: 'Merged case {number}: {disagreement}',
});
