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

/** Texts of pages that are shown instead of the requested one. Every page loads them. */
export const tErrorPages = createMessages({
  toOverview: 'Go to the first page',
  tryAgain: 'Try again',
  failed: {
    title: 'This page could not be shown',
    effect: 'Nothing was changed.',
    advice: 'Try again. If the page fails again, send the request ID to the operator of Countinghouse.',
    request: 'Request ID <id></id>',
  },
  noAddress: {
    title: 'Page not found',
    text: 'The web address may be wrong, or it belongs to a business that you aren’t a member of.',
  },
  noRecord: {
    title: 'Page or record not found in this business',
    text: 'The web address may be wrong, or it belongs to another business.',
    search: 'You can search for any ID, reference, transaction or address of this business.',
  },
  noBusiness: {
    title: 'You are not a member of any business yet',
    text: 'You are signed in as {email}. Ask an owner of the business to give you a role.',
  },
});
