import { createMessages } from './create-messages.ts';

/** The statements of all businesses of a person. */
export const tAllStatements = createMessages({
  title: 'All businesses',
  about: 'The statements of every business whose reports you may read, one section for each.',
  description:
    'Each business has its own section, time zone and currencies. Nothing is added across businesses.',
  zone: 'Days in {zone}',
  none: 'No confirmed deposits or withdrawals in any settlement currency.',
  closed: 'Closed',
  open: 'Open statement',
  openNamed: 'Open statement of {business} in {currency}',
  table: '{business}: {period}, {currency}',
  lists: {
    title: 'Records of the period',
    detail: 'One CSV file with the records of every business where your role allows exports.',
    payments: 'Payments',
    deposits: 'Deposits',
    refunds: 'Refunds',
    withdrawals: 'Withdrawals',
    export: '{list} of all businesses as CSV',
  },
  leftOut: 'Your role doesn’t allow reports of {businesses}.',
  notExported: 'The export leaves out {businesses}, because your role there doesn’t allow it.',
});
