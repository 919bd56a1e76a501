import { createMessages } from './create-messages.ts';

/** Texts of the register of suspicious activity reports. */
export const tReviewRegister = createMessages({
  title: 'Suspicious activity reports',
  emptyTitle: 'No reports yet',
  emptyNote: 'You draft a report on the page of its case.',
  columns: {
    subject: 'Flagged record',
    state: 'Report status',
    reference: 'Authority reference',
    author: 'Author',
    date: 'Date',
  },
  draft: 'Draft',
  filed: 'Filed',
  noReference: 'Not filed',
});
