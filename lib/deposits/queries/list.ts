import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { annotationItemsSql, labelConditions, readAnnotations } from '#lib/annotations/index.ts';
import type { ListAnnotations } from '#lib/annotations/model.ts';
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
import { depositFields } from '#lib/records/model/deposit.ts';
import { brand } from '#lib/values/brand.ts';
import type { DepositRow } from '../schema.ts';
import { depositList, depositRowFields } from '../schema.ts';
import { callbackDepegCurrency } from './detail.ts';
import { depositSearchIndexes } from './search.ts';

/** The amounts that the list shows: the record's, or else the callback's. */
const deposited = 'coalesce(d.deposit_amount, d.callback_deposit_amount)';
const displayed = 'coalesce(d.display_amount, d.callback_display_amount)';

const { facts, sorts, ...fieldColumns } = toFilterColumns(depositFields, 'd');

const columns: FilterColumns = {
  ...fieldColumns,
  facets: {
    column: 'd.facets',
    names: {
      ...facts,
      refundStatus: 'refund-status',
      refundReason: 'refund-reason',
      refundType: 'refund-type',
      amountFrom: 'amount-from',
      displayFrom: 'display-from',
      derived: 'is',
    },
  },
  derived: {
    assessment: {
      never: `NOT EXISTS (SELECT FROM deposit_risk r WHERE r.business_id = d.business_id
        AND r.deposit_id = d.deposit_id AND r.assessment IS NOT NULL)`,
    },
  },
  custom: {
    // An equality lets the index of one payment return rows in list order. A reusable payment can have a million deposits.
    payment: (statement, values) =>
      values.length === 1
        ? `d.payment_id = ${statement.bind(values[0])}::uuid`
        : `d.payment_id = ANY(${statement.bind([...values])}::uuid[])`,
  },
  days: {
    ...fieldColumns.days,
    // The list is ordered by the time of receipt, so its index serves this filter.
    depositReceivedAt: { column: 'd.sort_at', reportedColumn: 'd.deposit_received_at' },
    // The partial index holds refunds only.
    refundConfirmedAt: { column: 'd.refund_confirmed_at', reportedColumn: 'd.refund_first_seen_at' },
  },
  amounts: {
    ...fieldColumns.amounts,
    depositAmount: { column: deposited, currency: 'd.deposit_currency' },
    displayAmount: { column: displayed, currency: 'd.display_currency' },
    settlementPayableAmount: { column: 'd.settlement_payable_amount', currency: 'd.settlement_currency' },
    callbackDisplayDepegLoss: {
      column: 'd.callback_display_depeg_loss',
      get currency() {
        return callbackDepegCurrency();
      },
    },
  },
};

/** The deposits list, newest first, by the time of receipt or else of the first observation. */
export const depositDefinition: ListDefinition = {
  name: 'deposits',
  from: 'deposit d',
  at: 'd.sort_at',
  id: 'd.deposit_id',
  business: 'd.business_id',
  ownTime: 'depositReceivedAt',
  sorts: {
    ...sorts,
    depositAmount: { column: deposited, kind: 'amount', nullable: true },
    depositValueInEur: { column: 'd.uniform_payable_amount', kind: 'amount', nullable: true },
    refundConfirmedAt: { column: 'd.refund_confirmed_at', kind: 'time', nullable: true },
  },
  search: depositSearchIndexes,
  conditions: (statement, query, businessId) => [
    ...filterConditions(statement, columns, query, businessId),
    ...labelConditions(statement, 'deposit', 'd.deposit_id', query, businessId),
  ],
};

/** The client ID of the payment, looked up only for the rows of a page. */
const clientReference = `(SELECT p.client_payment_id FROM payment p
  WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS "clientPaymentId"`;

const recordColumns: RowColumns<Omit<DepositRow, keyof ListAnnotations>> = {
  select: `${selectFields(depositRowFields, 'd')}, ${clientReference}`,
  read: (row) => ({
    ...readRecord(depositRowFields, row),
    clientPaymentId: brand<string | null>(row['clientPaymentId']),
  }),
};

const pageColumns: RowColumns<DepositRow> = {
  select: `${recordColumns.select}, ${annotationItemsSql('deposit', 'd.business_id', 'd.deposit_id')}`,
  read: (row) => ({ ...recordColumns.read(row), ...readAnnotations(row) }),
};

const createList =
  <Row>(rowColumns: RowColumns<Row>) =>
  async (
    context: Context<PersonActor>,
    business: string,
    query: ListQuery,
    size?: number,
  ): Promise<ListPage<Row>> => {
    const { businessId, may } = requirePermission(context, business, 'read', 'deposits:read');
    return readPage(depositDefinition, {
      businessId,
      query: restrictQuery(depositList, may('risk.read'), query),
      ...(size === undefined ? {} : { size }),
      ...rowColumns,
    });
  };

/**
 * Returns a page of the business's deposits.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export const listDeposits = createList(pageColumns);

/** Does the same with the fields of the deposits only, without what the page adds from other tables. */
export const listDepositRecords = createList(recordColumns);

/**
 * Counts the deposits under these filters, exactly up to 10,000.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function countDeposits(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return countRows(depositDefinition, businessId, restrictQuery(depositList, may('risk.read'), query));
}
