import { expect, test } from 'vitest';
import { auditColumns } from '#components/audit/audit-columns.tsx';
import { callbackColumns } from '#components/callbacks/callback-columns.tsx';
import { depositColumns } from '#components/deposits/deposit-columns.tsx';
import { exceptionColumns } from '#components/exceptions/exception-columns.tsx';
import { paymentColumns } from '#components/payments/payment-columns.tsx';
import { refundColumns } from '#components/refunds/refund-columns.tsx';
import { queueColumns } from '#components/reviews/queue/queue-columns.tsx';
import { reportColumns } from '#components/reviews/reports/report-columns.tsx';
import { withdrawalColumns } from '#components/withdrawals/withdrawal-columns.tsx';
import { columnsByList } from '#lib/exports/columns/columns-by-list.ts';
import { depositFields, refundFields } from '#lib/records/model/deposit.ts';
import type { FieldTable } from '#lib/records/model/field.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
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

/** A column with the name of a field has its file columns without an entry of its own. */
const tables: Readonly<Partial<Record<string, FieldTable>>> = {
  payments: paymentFields,
  deposits: depositFields,
  refunds: refundFields,
  withdrawals: withdrawalFields,
};

test.each(viewLists)('the export of %s has the columns that a person can choose', (list) => {
  // The first column names the row and can't be left out.
  const [, ...ids] = lists[list].map(({ id }) => id);
  const of = Object.keys(columnsByList[list].of);
  expect(ids.filter((id) => !of.includes(id))).toEqual([]);
  const fields = tables[list] ?? {};
  expect(of.filter((id) => !ids.includes(id) && !Object.hasOwn(fields, id))).toEqual([]);
});
