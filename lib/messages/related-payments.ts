import { createMessages } from './create-messages.ts';

/** Texts of payments that belong together with another one. */
export const tRelatedPayments = createMessages({
  createAgain: 'Create payment again',
  createAgainHint: 'This payment has expired. Create a new payment with the same terms.',
  requestRest: 'Request the rest',
  requestRestHint: '<amount></amount> is missing.',
  related: {
    original: 'This payment requests the rest of <link></link>.',
    remainders: 'The rest was requested with:',
    former: 'This payment replaces the expired payment <link></link>.',
    successors:
      '{count, plural, one {This payment was created again:} other {This payment was created again # times:}}',
    preferred: {
      title: 'Second payment from the same request',
      body: 'Share the checkout link of <link></link> instead. Otherwise, a customer could pay twice.',
    },
    further: {
      title: 'This request created several payments',
      body: 'Share only this payment’s checkout link. Customers could also pay these payments by mistake:',
    },
  },
});
