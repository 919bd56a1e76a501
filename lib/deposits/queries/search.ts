import 'server-only';
import { labelSearchIndex, noteSearchIndex } from '#lib/annotations/index.ts';
import type { IdentifierMatch } from '#lib/lists/search/identifier-search.ts';
import type { IndexedText } from '#lib/lists/search/indexed-text.ts';
import { toAddressText, toPlainText } from '#lib/lists/search/indexed-text.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import {
  refundAmountIndex,
  toCheckoutLink,
  toIndexedAmount,
  toIndexedColumn,
  toIndexedEurAmount,
  toIndexedText,
  toTaggedAddress,
} from '#lib/lists/search/search-condition.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';

const toOwnPlace = (text: IndexedText, match: IdentifierMatch): SearchIndex => ({
  ...toIndexedText('deposit', text, match),
  result: 'deposit_id',
  inRow: (name) => `d.${name}`,
});

// A scalar subquery instead of EXISTS, because the planner would start an EXISTS from all matching payments.
const selectFromPayment = (condition: string) =>
  `(SELECT ${condition} FROM payment o WHERE o.business_id = d.business_id AND o.payment_id = d.payment_id)`;

const toPaymentPlace = (place: ReturnType<typeof toIndexedColumn>): SearchIndex => ({
  ...place,
  result: 'payment_id',
  toRowIds: (payments, business) =>
    `SELECT deposit_id FROM deposit WHERE business_id = ${business} AND payment_id = ANY(${payments})`,
  inRow: (column) => `o.${column}`,
  inRelatedRecord: selectFromPayment,
});

const listPlaces: readonly SearchIndex[] = [
  toOwnPlace(toPlainText('deposit_id'), 'uuid'),
  toOwnPlace(toPlainText('payment_id'), 'uuid'),
  toOwnPlace(toPlainText('transaction_id'), 'hash'),
  toOwnPlace(toPlainText('refund_transaction_id'), 'hash'),
  toOwnPlace(toAddressText('from_address'), 'address'),
  toOwnPlace(toAddressText('to_address'), 'address'),
  toPaymentPlace(toIndexedColumn('payment', 'client_payment_id', 'reference')),
  toPaymentPlace(toCheckoutLink('payment')),
  toPaymentPlace(toIndexedColumn('payment', 'destination_tag', 'text')),
  toPaymentPlace(toTaggedAddress('payment', 'destination_tag', toAddressText('wallet_address'))),
  labelSearchIndex('deposit', 'd.deposit_id', 'd.business_id'),
  noteSearchIndex('deposit', 'd.deposit_id', 'd.business_id'),
];

const toOwnAmount = (index: ReturnType<typeof toIndexedAmount>): SearchIndex => ({
  ...index,
  result: 'deposit_id',
  inRow: (name) => `d.${name}`,
});

const amounts: readonly SearchIndex[] = [
  toIndexedAmount('deposit', 'deposit_amount', {
    currency: 'deposit_currency',
    currencies: cryptoCurrencies,
    fallback: 'callback_deposit_amount',
  }),
  toIndexedAmount('deposit', 'display_amount', {
    currency: 'display_currency',
    currencies: fiatCurrencies,
    fallback: 'callback_display_amount',
  }),
  // A statement of the account has the credited amounts.
  toIndexedAmount('deposit', 'settlement_payable_amount', {
    currency: 'settlement_currency',
    currencies: settlementCurrencies,
  }),
  toIndexedEurAmount('deposit', 'uniform_payable_amount'),
].map(toOwnAmount);

const refundAmounts: readonly SearchIndex[] = [
  toIndexedAmount('deposit', 'refund_amount', {
    currency: 'refund_deposit_currency',
    currencies: cryptoCurrencies,
    indexed: refundAmountIndex,
  }),
  toIndexedAmount('deposit', 'refund_display_amount', {
    currency: 'refund_display_currency',
    currencies: fiatCurrencies,
    indexed: refundAmountIndex,
  }),
].map(toOwnAmount);

/**
 * A search finds a deposit by its own IDs and addresses, its amounts and those of its refund, its labels and notes. It also
 * finds it by the IDs, reference and tag of its payment.
 */
export const depositSearchIndexes = [...listPlaces, ...amounts, ...refundAmounts];

/**
 * A search finds a refund by its own amounts, and otherwise by the same values of its deposit.
 */
export const refundSearchIndexes = [...listPlaces, ...refundAmounts];
