import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import {
  annotationItemsSql,
  createLabelIndex,
  labelConditions,
  readAnnotations,
} from '#lib/annotations/index.ts';
import { readRecord, selectFields } from '#lib/database/record-columns.ts';
import type { Statement } from '#lib/database/statement.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { restrictQuery } from '#lib/lists/model/query.ts';
import type { IndexedBusiness, ListDefinition, PreparedQuery } from '#lib/lists/read-page.ts';
import { countRows, indexBusinessByKey, readPage } from '#lib/lists/read-page.ts';
import { isAddressSql } from '#lib/lists/search/indexed-text.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';
import type { PaymentRow } from '../schema/fields.ts';
import { paymentRowFields } from '../schema/fields.ts';
import { paymentList } from '../schema/list.ts';
import { readSettledSums, settledSumsItemSql } from './deposit-sums-sql.ts';
import {
  exceptionConditions,
  exceptionItemSql,
  exceptionReasonSql,
  exceptionWorkIndex,
  readExceptionItem,
} from './exception-sql.ts';
import { expiryCondition, unpaidConditions } from './expiry-sql.ts';
import { withExpiryStart } from './expiry-start.ts';
import { isRequestedCurrencySql, selectPriceIn } from './price-columns.ts';
import { paymentSearchIndexes } from './search.ts';

const display = 'p.display_currency';
const deposit = 'p.deposit_currency';

const areAll = (known: readonly string[], values: readonly string[]) =>
  values.every((value) => known.includes(value));

/** Returns true for coins, false for fiat currencies and null for a mix. */
function areCoins(values: readonly string[]): boolean | null {
  if (areAll(cryptoCurrencies, values)) return true;
  return areAll(fiatCurrencies, values) ? false : null;
}

const priced = (came: boolean) => (statement: Statement, values: readonly string[]) =>
  selectPriceIn('p', (column) => statement.oneOf(column, values), { isCoin: areCoins(values), came });

/** Columns of the filters. Several inferred states mean any of them. */
const columns: FilterColumns = {
  choices: {
    status: 'p.status',
    type: 'p.type',
    rateType: 'p.rate_type',
    depositCurrency: deposit,
    expectedNetwork: 'p.expected_network',
    displayCurrency: display,
    overpaymentPolicy: 'p.overpayment_policy',
    redirectMode: 'p.redirect_mode',
    // A language alone, or with its region behind `-` or `_`.
    locale: "lower(split_part(replace(p.locale, '_', '-'), '-', 1))",
  },
  custom: {
    pricedIn: priced(false),
    actualIn: priced(true),
    expires: (_statement, values) => expiryCondition(values),
  },
  arrays: { depositStatus: 'p.deposit_statuses', refundStatus: 'p.refund_statuses' },
  derived: {
    derived: {
      under: "p.coverage = 'under'",
      exact: "p.coverage = 'exact'",
      over: "p.coverage = 'over'",
      late: 'p.late',
      mismatch: 'p.currency_mismatch',
      several: 'p.deposit_count > 1',
      'no-deposit': 'p.deposit_count = 0',
      // The same condition as the partial index of these payments. `lastReported` explains why 0 counts as none.
      'no-eur': 'p.confirmed_deposit_count > 0 AND coalesce(p.actual_uniform_amount, 0) = 0',
      'callback-only': 'NOT p.record_seen',
      conflict: "p.conflicts <> '[]'::jsonb",
    },
    refundFollowUpDepositsForOneTimePayments: {
      true: 'p.refund_follow_up_deposits_for_one_time_payments',
      false: 'NOT p.refund_follow_up_deposits_for_one_time_payments',
    },
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
    // The initiation time is the sort column when it is known, so the sort index serves this filter.
    paymentInitiatedAt: { column: 'p.sort_at', reportedColumn: 'p.payment_initiated_at' },
    paymentRequestedAt: 'p.payment_requested_at',
    expirationTime: 'p.expiration_time',
    firstObservedAt: 'p.first_observed_at',
    changedAt: 'p.changed_at',
    lastReadAt: 'p.last_read_at',
  },
  amounts: {
    expectedDisplayAmount: { column: 'p.expected_display_amount', currency: display },
    actualDisplayAmount: { column: 'p.actual_display_amount', currency: display },
    expectedDepositAmount: { column: 'p.expected_deposit_amount', currency: deposit },
    actualDepositAmount: {
      column: 'p.actual_deposit_amount',
      currency: deposit,
      currencyKnown: isRequestedCurrencySql('p'),
    },
    expectedUniformAmount: { column: 'p.expected_uniform_amount', currency: "'EUR'" },
    actualUniformAmount: { column: 'p.actual_uniform_amount', currency: "'EUR'" },
    expectedDisplayDistributedUserServiceFee: {
      column: 'p.expected_display_distributed_user_service_fee',
      currency: display,
    },
    actualDisplayDistributedUserServiceFee: {
      column: 'p.actual_display_distributed_user_service_fee',
      currency: display,
    },
    expectedDepositDistributedUserServiceFee: {
      column: 'p.expected_deposit_distributed_user_service_fee',
      currency: deposit,
    },
    actualDepositDistributedUserServiceFee: {
      column: 'p.actual_deposit_distributed_user_service_fee',
      currency: deposit,
    },
  },
  exact: {
    clientPaymentId: { column: 'p.client_payment_id' },
    walletAddress: { column: 'p.wallet_address', isAddress: true, compare: isAddressSql },
    destinationTag: { column: 'p.destination_tag' },
  },
};

/** The indexes of exceptions begin with the ID of the business. With further filters, other indexes may find the rows. */
function findIndexedBusiness(query: PreparedQuery): IndexedBusiness {
  const { exceptional, exception: _, ...others } = query.choices;
  const usual = indexBusinessByKey(query);
  if (exceptional === undefined) return usual;
  const isAlone = [others, query.days, query.amounts].every((filters) => Object.keys(filters).length === 0);
  return usual === 'key' && isAlone ? 'id' : 'both';
}

/** The list of payments: when initiated, else requested, else first seen; newest first. */
export const paymentDefinition: ListDefinition = {
  name: 'payments',
  from: 'payment p',
  at: 'p.sort_at',
  id: 'p.payment_id',
  business: 'p.business_id',
  indexedBusiness: findIndexedBusiness,
  hasTimesWithoutIds: true,
  sorts: {
    expectedDisplayAmount: {
      column: 'p.expected_display_amount',
      kind: 'amount',
      nullable: true,
      indexFilters: ['displayCurrency'],
    },
    actualDisplayAmount: {
      column: 'p.actual_display_amount',
      kind: 'amount',
      nullable: true,
      indexFilters: ['displayCurrency'],
    },
    expectedUniformAmount: { column: 'p.expected_uniform_amount', kind: 'amount', nullable: true },
    actualUniformAmount: { column: 'p.actual_uniform_amount', kind: 'amount', nullable: true },
    changedAt: { column: 'p.changed_at', kind: 'time', nullable: false },
    paymentRequestedAt: { column: 'p.payment_requested_at', kind: 'time', nullable: true },
    expirationTime: { column: 'p.expiration_time', kind: 'time', nullable: true },
    firstObservedAt: { column: 'p.first_observed_at', kind: 'time', nullable: false },
    lastReadAt: { column: 'p.last_read_at', kind: 'time', nullable: true },
  },
  isAppendOnly: true,
  // The index of exceptions is scanned, and the work on each is checked row by row.
  defaultChoices: ({ choices: { exception = [], expires = [] } }): ListQuery['choices'] => ({
    ...(exception.length > 0 && !exception.includes('assigned') && { exceptional: ['yes'] }),
    // `expiryCondition` relies on this: for `soon` alone it leaves out the condition of open payments.
    ...(expires.length > 0 && { unpaid: [expires.includes('past') ? 'all' : 'open'] }),
  }),
  indexHints: {
    orderedFilters: {
      exceptional: 'any',
      unpaid: 'any',
      derived: ['under', 'over', 'late', 'mismatch', 'several', 'no-eur', 'callback-only', 'conflict'],
      status: { except: 'DEPOSITED' },
      pricedIn: cryptoCurrencies,
      actualIn: cryptoCurrencies,
    },
    labelIndexes: { label: createLabelIndex('payment'), exception: exceptionWorkIndex },
    commonValues: { exception: 'open', status: 'DEPOSITED' },
    relatedFilters: ['assessment'],
    listTimeFilters: ['paymentInitiatedAt'],
    amounts: {
      expectedDisplayAmount: { column: 'p.expected_display_amount' },
      actualDisplayAmount: { column: 'p.actual_display_amount' },
      expectedDepositAmount: { column: 'p.expected_deposit_amount' },
      actualDepositAmount: { column: 'p.actual_deposit_amount', aboveZero: true },
      expectedUniformAmount: { column: 'p.expected_uniform_amount' },
      actualUniformAmount: { column: 'p.actual_uniform_amount' },
    },
  },
  search: paymentSearchIndexes,
  conditions: (statement, query, businessId) => [
    ...filterConditions(statement, columns, query, businessId),
    ...labelConditions(statement, 'payment', 'p.payment_id', query, businessId),
  ],
};

/**
 * Returns a page of the business's payments.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listPayments(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<PaymentRow>> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return readPage(paymentDefinition, {
    businessId,
    query: restrictQuery(paymentList, may('risk.read'), query),
    ...(size === undefined ? {} : { size }),
    select: `${selectFields(paymentRowFields, 'p')}, ${annotationItemsSql('payment', 'p.business_id', 'p.payment_id')}, ${exceptionItemSql}, ${settledSumsItemSql}`,
    read: (row) => ({
      ...withExpiryStart(readRecord(paymentRowFields, row)),
      ...readAnnotations(row),
      ...readExceptionItem(row),
      settledSums: readSettledSums(row),
    }),
  });
}

/** Counts the filtered payments, exactly up to 10,000. */
export async function countPayments(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return countRows(paymentDefinition, businessId, restrictQuery(paymentList, may('risk.read'), query));
}
