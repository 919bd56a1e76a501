import { createMessages } from './create-messages.ts';

/** The names of the rows of each list, for a number of them. */
export const tListNouns = createMessages({
  payments: '{count, plural, one {payment} other {payments}}',
  deposits: '{count, plural, one {deposit} other {deposits}}',
  refunds: '{count, plural, one {refund} other {refunds}}',
  withdrawals: '{count, plural, one {withdrawal} other {withdrawals}}',
  exceptions: '{count, plural, one {exception} other {exceptions}}',
  callbacks: '{count, plural, one {callback} other {callbacks}}',
  reviews: '{count, plural, one {case} other {cases}}',
  'case-reports': '{count, plural, one {report} other {reports}}',
  audit: '{count, plural, one {entry} other {entries}}',
});
