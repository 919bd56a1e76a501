import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import {
  annotationItemsSql,
  labelConditions,
  labelSearchIndex,
  noteSearchIndex,
  readAnnotations,
} from '#lib/annotations/index.ts';
import { readRecord, selectFields } from '#lib/database/record-columns.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import type { RowColumns } from '#lib/lists/read-page.ts';
import { readPage } from '#lib/lists/read-page.ts';
import type { IdentifierMatch } from '#lib/lists/search/identifier-search.ts';
import { toPlainText } from '#lib/lists/search/indexed-text.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import { toIndexedAmount, toIndexedColumn, toTaggedAddress } from '#lib/lists/search/search-condition.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { toFilterColumns } from '#lib/records/index.ts';
import { withdrawalFields } from '#lib/records/model/withdrawal.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';
import type { RecordFromFields } from '#lib/values/record-fields.ts';
import type { WithdrawalRow } from '../schema.ts';
import { withdrawalRowFields } from '../schema.ts';

const { facts, sorts, ...fieldColumns } = toFilterColumns(withdrawalFields, 'w');

const columns: FilterColumns = {
  ...fieldColumns,
  facets: { column: 'w.facets', names: { ...facts, derived: 'is' } },
  days: { ...fieldColumns.days, receivedAt: 'w.first_received_at' },
  exact: { ...fieldColumns.exact, toAddress: { column: 'w.to_address_key', isAddress: true } },
};

const ownRecord = { result: 'withdrawal_id', inRow: (column: string) => `w.${column}` };
const toPlace = (column: string, match: IdentifierMatch): SearchIndex => ({
  ...toIndexedColumn('withdrawal', column, match),
  ...ownRecord,
});

const ofDisplay = { currency: 'display_currency', currencies: fiatCurrencies } as const;
const ofCoin = { currency: 'withdraw_currency', currencies: cryptoCurrencies } as const;

/** Indexes of the amounts of a withdrawal, which a search can name. */
const amountPlaces: readonly SearchIndex[] = [
  toIndexedAmount('withdrawal', 'expected_display_amount', ofDisplay),
  toIndexedAmount('withdrawal', 'actual_display_amount', ofDisplay),
  toIndexedAmount('withdrawal', 'estimated_withdraw_amount', ofCoin),
  toIndexedAmount('withdrawal', 'actual_withdraw_amount', ofCoin),
  toIndexedAmount('withdrawal', 'deducted_settlement_amount', {
    currency: 'settlement_currency',
    currencies: settlementCurrencies,
  }),
].map((index) => ({ ...index, ...ownRecord }));

/** The withdrawals list, newest first, by the receipt of the first callback. The callback has no time of its own. */
export const withdrawalDefinition: ListDefinition = {
  name: 'withdrawals',
  from: 'withdrawal w',
  at: 'w.first_received_at',
  id: 'w.withdrawal_id',
  business: 'w.business_id',
  ownTime: 'receivedAt',
  sorts,
  search: [
    toPlace('withdrawal_id', 'uuid'),
    toPlace('client_withdrawal_id', 'reference'),
    ...amountPlaces,
    toPlace('transaction_id', 'hash'),
    toPlace('to_address_key', 'address'),
    toPlace('to_tag', 'text'),
    { ...toTaggedAddress('withdrawal', 'to_tag', toPlainText('to_address_key')), ...ownRecord },
    labelSearchIndex('withdrawal', 'w.withdrawal_id', 'w.business_id'),
    noteSearchIndex('withdrawal', 'w.withdrawal_id', 'w.business_id'),
  ],
  conditions: (statement, query, businessId) => [
    ...filterConditions(statement, columns, query, businessId),
    ...labelConditions(statement, 'withdrawal', 'w.withdrawal_id', query, businessId),
  ],
};

const recordColumns: RowColumns<RecordFromFields<typeof withdrawalRowFields>> = {
  select: selectFields(withdrawalRowFields, 'w'),
  read: (row) => readRecord(withdrawalRowFields, row),
};

const pageColumns: RowColumns<WithdrawalRow> = {
  select: `${recordColumns.select}, ${annotationItemsSql('withdrawal', 'w.business_id', 'w.withdrawal_id')}`,
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
    const { businessId } = requirePermission(context, business, 'read', 'withdrawals:read');
    return readPage(withdrawalDefinition, {
      businessId,
      query,
      ...(size === undefined ? {} : { size }),
      ...rowColumns,
    });
  };

/**
 * Returns a page of the business's withdrawals.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export const listWithdrawals = createList(pageColumns);

/** Does the same with the fields of the withdrawals only, without what the page adds from other tables. */
export const listWithdrawalRecords = createList(recordColumns);

/**
 * Counts the withdrawals under these filters, exactly up to 10,000.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function countWithdrawals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'read');
  return countRows(withdrawalDefinition, businessId, query);
}
