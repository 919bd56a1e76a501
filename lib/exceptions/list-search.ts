import 'server-only';
import { labelSearchIndex, noteSearchIndex, shortestText } from '#lib/annotations/index.ts';
import { escapePattern } from '#lib/database/statement.ts';
import type { IdentifierCondition } from '#lib/lists/search/identifier-search.ts';
import { identifierConditions } from '#lib/lists/search/identifier-search.ts';
import { toPlainText } from '#lib/lists/search/indexed-text.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import {
  actualDepositAmountIndex,
  toCheckoutLink,
  toIndexedAmount,
  toIndexedColumn,
} from '#lib/lists/search/search-condition.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';

const ofDisplay = { currency: 'display_currency', currencies: fiatCurrencies } as const;
const ofCoin = { currency: 'deposit_currency', currencies: cryptoCurrencies } as const;

// The records of each row are read by its ID. Without OFFSET 0 the planner may read all records that match instead.
const inRelated = (table: string) => (has: string) =>
  `EXISTS (SELECT FROM (SELECT * FROM ${table} WHERE business_id = e.business_id AND payment_id = e.id OFFSET 0) o
    WHERE ${has})`;

const inPayment = inRelated('payment');
const inDeposit = inRelated('deposit');

/** Values of the payment that the rows of this list don't have. */
const ofPayment: readonly SearchIndex[] = [
  toIndexedAmount('payment', 'actual_display_amount', ofDisplay),
  toIndexedAmount('payment', 'expected_deposit_amount', ofCoin),
  toIndexedAmount('payment', 'actual_deposit_amount', { ...ofCoin, indexed: actualDepositAmountIndex }),
  toCheckoutLink('payment'),
].map((index) => ({
  ...index,
  result: 'payment_id',
  inRow: (column) => `o.${column}`,
  inRelatedRecord: inPayment,
}));

const ofDeposits: readonly SearchIndex[] = [
  toIndexedColumn('deposit', 'deposit_id', 'uuid'),
  toIndexedColumn('deposit', 'transaction_id', 'hash'),
  toIndexedColumn('deposit', 'refund_transaction_id', 'hash'),
].map((index) => ({
  ...index,
  result: 'payment_id',
  inRow: (column) => `o.${column}`,
  inRelatedRecord: inDeposit,
}));

/**
 * A search finds an exception by the ID, reference, amounts and checkout link of its payment, and by labels and notes. It
 * also finds it by the IDs and transactions of its deposits, and by the reference of its request.
 */
export const exceptionSearchIndexes: readonly SearchIndex[] = [
  {
    ...toIndexedColumn('payment', 'client_payment_id', 'reference'),
    result: 'payment_id',
    inRow: () => 'e.reference',
  },
  {
    ...toIndexedAmount('payment', 'expected_display_amount', {
      currency: 'display_currency',
      currencies: fiatCurrencies,
    }),
    result: 'payment_id',
    inRow: (column) => (column === 'display_currency' ? 'e.currency' : 'e.expected'),
  },
  {
    ...toIndexedColumn('payment', 'payment_id', 'uuid'),
    result: 'payment_id',
    inRow: () => 'e.id',
  },
  ...ofPayment,
  ...ofDeposits,
  {
    table: 'payment_intent',
    // The condition of the partial index: most requests created a payment and are not in this list.
    conditions: (q) =>
      identifierConditions('reference', toPlainText('client_payment_id'), q).map(
        (holds): IdentifierCondition =>
          (statement, naming) =>
            `state <> 'CREATED' AND ${holds(statement, naming)}`,
      ),
    result: 'id',
    inRow: () => 'e.reference',
  },
  labelSearchIndex('payment', 'e.id', 'e.business_id'),
  noteSearchIndex('payment', 'e.id', 'e.business_id'),
  {
    table: 'payment_exception',
    conditions: (q) =>
      q.length < shortestText
        ? []
        : [(statement, naming) => statement.isLike(naming('note'), `%${escapePattern(q)}%`)],
    result: 'subject_id',
    inRow: (column) => `x.${column}`,
    inRelatedRecord: (has) =>
      `EXISTS (SELECT FROM payment_exception x WHERE x.business_id = e.business_id AND x.subject_id = e.id AND ${has})`,
  },
];
