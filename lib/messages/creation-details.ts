import { createMessages } from './create-messages.ts';

/** Texts about notes, labels and links of a payment that is being created, and about payments that belong together. */
export const tCreationDetails = createMessages({
  title: 'Notes and labels',
  note: 'Note',
  noteHelp: 'Only your team sees the note. It isn’t sent to the service.',
  labels: 'Labels',
  labelsHelp: 'Separate labels with commas.',
  replaces: {
    title: 'New payment for an expired one',
    body: 'The new payment has the same terms as <link></link>. The pages of both payments will link to each other.',
  },
  createAgain: 'Create again',
  createAgainHint: 'This payment has expired. Create a new payment with the same terms.',
  related: {
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
  problem: {
    noteTooLong: 'Use at most {maximum, number} characters.',
    tooManyLabels: 'Use at most {maximum, number} labels.',
    noFormer: 'The payment to replace doesn’t exist. Create a new payment instead.',
  },
});
