import { expect, test } from 'vitest';
import { auditColumns } from '#components/audit/audit-columns.tsx';
import { callbackColumns } from '#components/callbacks/callback-columns.tsx';
import { depositColumns } from '#components/deposits/deposit-columns.tsx';
import { exceptionColumns } from '#components/exceptions/exception-columns.tsx';
import { paymentColumns } from '#components/payments/payment-columns.tsx';
import { refundColumns } from '#components/refunds/refund-columns.tsx';
import { queueColumns } from '#components/reviews/queue-columns.tsx';
import { reportColumns } from '#components/reviews/report-columns.tsx';
import { withdrawalColumns } from '#components/withdrawals/withdrawal-columns.tsx';
import { columnsByList } from '#lib/exports/columns/columns-by-list.ts';
import { viewLists } from '#lib/saved-views/schema.ts';

const path = () => '';
const lists = {
  payments: paymentColumns(path),
  deposits: depositColumns(''),
  refunds: refundColumns(''),
  withdrawals: withdrawalColumns(''),
  exceptions: exceptionColumns('', path, true),
  callbacks: callbackColumns(''),
  reviews: queueColumns(path),
  'case-reports': reportColumns(''),
  audit: auditColumns('', path),
} as const;

test.each(viewLists)('the export of %s has the columns that a person can choose', (list) => {
  // The first column names the row and can't be left out.
  const [, ...ids] = lists[list].map(({ id }) => id);
  expect(Object.keys(columnsByList[list].of).toSorted()).toEqual(ids.toSorted());
});
