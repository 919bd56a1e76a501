import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { annotationItemsSql, labelConditions, readAnnotations } from '#lib/annotations/index.ts';
import { readRecord, selectFields } from '#lib/database/record-columns.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { restrictQuery } from '#lib/lists/model/query.ts';
import type { RowColumns } from '#lib/lists/read-page.ts';
import { readPage } from '#lib/lists/read-page.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { toFilterColumns } from '#lib/records/index.ts';
import { paymentFields } from '#lib/records/model/payment.ts';
import type { RecordFromFields } from '#lib/values/record-fields.ts';
import type { PaymentRow } from '../schema/fields.ts';
import { paymentRowFields } from '../schema/fields.ts';
import { paymentList } from '../schema/list.ts';
import { readSettledSums, settledSumsItemSql } from './deposit-sums-sql.ts';
import {
  exceptionConditions,
  exceptionItemSql,
  exceptionReasonSql,
  readExceptionItem,
} from './exception-sql.ts';
import { expiryCondition, unpaidConditions } from './expiry-sql.ts';
import { withExpiryStart } from './expiry-start.ts';
import { mismatchItemSql, readMismatches } from './mismatch-sql.ts';
import { isRequestedCurrencySql } from './price-columns.ts';
import { paymentSearchIndexes } from './search.ts';

const { facts, sorts, ...fieldColumns } = toFilterColumns(paymentFields, 'p');

/** Columns of the filters. Several inferred states mean any of them. */
const columns: FilterColumns = {
  ...fieldColumns,
  facets: {
    column: 'p.facets',
    names: {
      ...facts,
      pricedIn: 'price',
      actualIn: 'received',
      depositStatus: 'deposit-status',
      refundStatus: 'refund-status',
      derived: 'is',
    },
  },
  custom: { expires: (_statement, values) => expiryCondition(values) },
  derived: {
    exception: exceptionConditions,
    // Only together with the filter above, whose index it is.
    exceptional: { yes: exceptionReasonSql('p.') },
    // Only together with the filter by expiry, which is checked row by row.
    unpaid: unpaidConditions,
    assessment: {
      never: `EXISTS (SELECT FROM deposit d WHERE d.business_id = p.business_id AND d.payment_id = p.payment_id
        AND NOT EXISTS (SELECT FROM deposit_risk r WHERE r.business_id = d.business_id
          AND r.deposit_id = d.deposit_id AND r.assessment IS NOT NULL))`,
    },
  },
  days: {
    ...fieldColumns.days,
    // The initiation time is the sort column when it is known, so the sort index serves this filter.
    paymentInitiatedAt: { column: 'p.sort_at', reportedColumn: 'p.payment_initiated_at' },
  },
  amounts: {
    ...fieldColumns.amounts,
    expectedDepositAmount: { column: 'p.expected_deposit_amount', currency: 'p.deposit_currency' },
    actualDepositAmount: {
      column: 'p.actual_deposit_amount',
      currency: 'p.deposit_currency',
      currencyKnown: isRequestedCurrencySql('p'),
    },
  },
};

/** The list of payments: when initiated, else requested, else first seen; newest first. */
export const paymentDefinition: ListDefinition = {
  name: 'payments',
  from: 'payment p',
  at: 'p.sort_at',
  id: 'p.payment_id',
  business: 'p.business_id',
  ownTime: 'paymentInitiatedAt',
  sorts,
  // The index of exceptions finds the rows, and the work on each is checked row by row.
  defaultChoices: ({ choices: { exception = [], expires = [] } }): ListQuery['choices'] => ({
    ...(exception.length > 0 && !exception.includes('assigned') && { exceptional: ['yes'] }),
    // `expiryCondition` relies on this: for `soon` alone it leaves out the condition of open payments.
    ...(expires.length > 0 && { unpaid: [expires.includes('past') ? 'all' : 'open'] }),
  }),
  search: paymentSearchIndexes,
  conditions: (statement, query, businessId) => [
    ...filterConditions(statement, columns, query, businessId),
    ...labelConditions(statement, 'payment', 'p.payment_id', query, businessId),
  ],
};

const recordColumns: RowColumns<RecordFromFields<typeof paymentRowFields>> = {
  select: selectFields(paymentRowFields, 'p'),
  read: (row) => readRecord(paymentRowFields, row),
};

const pageColumns: RowColumns<PaymentRow> = {
  select: `${recordColumns.select}, ${annotationItemsSql('payment', 'p.business_id', 'p.payment_id')}, ${exceptionItemSql}, ${settledSumsItemSql}, ${mismatchItemSql('p.currency_mismatch', 'p.business_id', 'p.payment_id')}`,
  read: (row) => ({
    ...withExpiryStart(recordColumns.read(row)),
    ...readAnnotations(row),
    ...readExceptionItem(row),
    settledSums: readSettledSums(row),
    mismatches: readMismatches(row),
  }),
};

const createList =
  <Row>(rowColumns: RowColumns<Row>) =>
  async (
    context: Context<PersonActor>,
    business: string,
    query: ListQuery,
    size?: number,
  ): Promise<ListPage<Row>> => {
    const { businessId, may } = requirePermission(context, business, 'read', 'payments:read');
    return readPage(paymentDefinition, {
      businessId,
      query: restrictQuery(paymentList, may('risk.read'), query),
      ...(size === undefined ? {} : { size }),
      ...rowColumns,
    });
  };

/**
 * Returns a page of the business's payments.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export const listPayments = createList(pageColumns);

/** Does the same with the fields of the payments only, without what the page adds from other tables. */
export const listPaymentRecords = createList(recordColumns);

/** Counts the filtered payments, exactly up to 10,000. */
export async function countPayments(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return countRows(paymentDefinition, businessId, restrictQuery(paymentList, may('risk.read'), query));
}
