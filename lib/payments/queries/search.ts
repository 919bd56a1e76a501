import 'server-only';
import { labelSearchIndex, noteSearchIndex } from '#lib/annotations/index.ts';
import type { IdentifierMatch } from '#lib/lists/search/identifier-search.ts';
import type { IndexedText } from '#lib/lists/search/indexed-text.ts';
import { toAddressText, toPlainText } from '#lib/lists/search/indexed-text.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import {
  actualDepositAmountIndex,
  toCheckoutLink,
  toIndexedAmount,
  toIndexedText,
  toTaggedAddress,
} from '#lib/lists/search/search-condition.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';

const ofPayment = { result: 'payment_id', inRow: (column: string) => `p.${column}` };
const own = (text: IndexedText, match: IdentifierMatch): SearchIndex => ({
  ...toIndexedText('payment', text, match),
  ...ofPayment,
});

// The deposits of each payment are read by its ID. Without OFFSET 0 the planner may read all deposits that match instead.
const someDeposit = (has: string) =>
  `EXISTS (SELECT FROM (SELECT * FROM deposit WHERE business_id = p.business_id AND payment_id = p.payment_id OFFSET 0) o
    WHERE ${has})`;

const ofDeposit = (text: IndexedText, match: IdentifierMatch): SearchIndex => ({
  ...toIndexedText('deposit', text, match),
  result: 'payment_id',
  inRow: (name) => `o.${name}`,
  inRelatedRecord: someDeposit,
});

const ofDisplay = { currency: 'display_currency', currencies: fiatCurrencies } as const;
const ofCoin = { currency: 'deposit_currency', currencies: cryptoCurrencies } as const;

/** Indexes of the amounts and the checkout link of a payment. */
const quotedPlaces: readonly SearchIndex[] = [
  toIndexedAmount('payment', 'expected_display_amount', ofDisplay),
  toIndexedAmount('payment', 'actual_display_amount', ofDisplay),
  toIndexedAmount('payment', 'expected_deposit_amount', ofCoin),
  toIndexedAmount('payment', 'actual_deposit_amount', { ...ofCoin, indexed: actualDepositAmountIndex }),
  toCheckoutLink('payment'),
].map((index) => ({ ...index, ...ofPayment }));

/** A payment is found by its own ids, its address and tag, its labels and notes, and the identifiers of its deposits. */
export const paymentSearchIndexes: readonly SearchIndex[] = [
  own(toPlainText('payment_id'), 'uuid'),
  own(toPlainText('client_payment_id'), 'reference'),
  own(toAddressText('wallet_address'), 'address'),
  own(toPlainText('destination_tag'), 'text'),
  { ...toTaggedAddress('payment', 'destination_tag', toAddressText('wallet_address')), ...ofPayment },
  ofDeposit(toPlainText('deposit_id'), 'uuid'),
  ofDeposit(toPlainText('transaction_id'), 'hash'),
  ofDeposit(toPlainText('refund_transaction_id'), 'hash'),
  ofDeposit(toAddressText('from_address'), 'address'),
  ofDeposit(toAddressText('to_address'), 'address'),
  ...quotedPlaces,
  labelSearchIndex('payment', 'p.payment_id', 'p.business_id'),
  noteSearchIndex('payment', 'p.payment_id', 'p.business_id'),
];
