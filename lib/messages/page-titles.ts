import { createMessages } from './create-messages.ts';

/** Titles of browser tabs that no page shows as its heading, and the description of the product. */
export const tPageTitles = createMessages({
  product: 'Countinghouse',
  template: '%s · Countinghouse',
  description: 'Payments, deposits, refunds and withdrawals, exact to the last digit.',
  record: '{reference} · {page}',
  auditEntry: 'Audit entry',
  callback: 'Callback',
  deposit: 'Deposit',
  deskFigures: 'Case metrics',
  newRule: 'New rule',
  noBusiness: 'No business',
  notFound: 'Not found',
  payment: 'Payment',
  review: 'Review',
  rule: 'Rule',
  withdrawal: 'Withdrawal',
});
