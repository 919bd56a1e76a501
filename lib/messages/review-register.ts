import { createMessages } from './create-messages.ts';

/** Texts of the register of suspicious activity reports. */
export const tReviewRegister = createMessages({
  title: 'Reports to the authority',
  emptyTitle: 'No reports yet',
  emptyNote: 'You draft a report on the page of its case.',
  columns: {
    subject: 'Subject',
    state: 'State',
    reference: 'Authority reference',
    author: 'Author',
    date: 'Date',
  },
  draft: 'Draft',
  filed: 'Filed',
  noReference: 'Not filed',
});
