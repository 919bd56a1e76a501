import { createMessages } from './create-messages.ts';

/** Why people resolve an exception. Payments, their timeline and the exceptions name the same reasons. */
export const tResolutionReasons = createMessages({
  label: 'Resolution reason',
  reasons: {
    'rest-paid': 'Customer paid the missing amount',
    refunded: 'Refunded to the customer',
    credited: 'Credited to the customer’s account',
    accepted: 'Received amount accepted',
    corrected: 'Corrected at the service',
    'written-off': 'Written off',
    other: 'Other',
  },
});
