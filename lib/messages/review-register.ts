import { createMessages } from './create-messages.ts';

/** Texts of the register of suspicious activity reports. */
export const tReviewRegister = createMessages({
  title: 'Suspicious activity reports',
  search: 'authority reference, case number, reference, record ID',
  emptyTitle: 'No reports yet',
  emptyNote: 'To start a report, open the review case and go to the Report tab.',
  columns: {
    case: 'Case',
    record: 'Flagged record',
    state: 'Report status',
    reference: 'Authority reference',
    author: 'Author',
    filedOn: 'Filed on',
    recordedAt: 'Recorded at',
  },
  filter: {
    state: 'Report status',
    kind: 'Report type',
    subject: 'Flagged record',
    author: 'Author',
    filedOn: 'Filed on',
    recordedAt: 'Recorded at',
  },
  filterChoice: {
    first: 'First report',
    amended: 'Amended report',
    amendment: 'Amendment',
    deposit: 'Deposit',
    withdrawal: 'Withdrawal',
    payment: 'Payment',
    me: 'Me',
    others: 'Other people',
  },
  state: { draft: 'Draft', filed: 'Filed' },
  noReference: 'Not filed yet',
  noDay: 'The day of filing was not recorded',
  amended: '{count, plural, one {# amendment} other {# amendments}}',
  amends: 'Amendment {number} of the report <link>{reference}</link>',
  amendmentOfCase: '{case}, amendment {number}',
});
