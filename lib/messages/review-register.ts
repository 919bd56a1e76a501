import { createMessages } from './create-messages.ts';

/** Texts of the register of suspicious activity reports. */
export const tReviewRegister = createMessages({
  title: 'Suspicious activity reports',
  emptyTitle: 'No reports yet',
  emptyNote: 'Draft a report on its case page.',
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
  amended: '{count, plural, one {Amended} other {Amended # times}}',
});
