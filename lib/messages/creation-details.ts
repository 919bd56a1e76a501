import { createMessages } from './create-messages.ts';

/** Texts about notes, labels and links of a payment that is being created, and about payments that belong together. */
export const tCreationDetails = createMessages({
  title: 'Notes and labels',
  note: 'Note',
  noteHelp: 'Only your team sees the note. It isn’t sent to the service.',
  labels: 'Labels',
  labelsHelp: 'Separate labels with commas.',
  completes: {
    title: 'New payment for the rest',
    body: 'The new payment has the terms of <link></link> and asks for what is missing. The pages of both payments will link to each other.',
  },
  replaces: {
    title: 'New payment to replace an expired payment',
    body: 'The new payment has the same terms as <link></link>. The pages of both payments will link to each other.',
  },
});
