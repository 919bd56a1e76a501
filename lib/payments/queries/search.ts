import 'server-only';
import type { IdentifierMatch } from '#lib/lists/search/identifier-search.ts';
import type { IndexedText } from '#lib/lists/search/indexed-text.ts';
import { depositTransaction, toAddressText, toPlainText } from '#lib/lists/search/indexed-text.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import {
  actualDepositAmountIndex,
  toCheckoutLink,
  toIndexedAmount,
  toIndexedText,
  toReferenceTails,
  toTaggedAddress,
  utcDaySql,
} from '#lib/lists/search/search-condition.ts';
import { cryptoCurrencies, fiatCurrencies } from '#lib/values/currencies.ts';

const ofPayment = { result: 'payment_id', inRow: (column: string) => `p.${column}` };
const own = (text: IndexedText, match: IdentifierMatch): SearchIndex => ({
  ...toIndexedText('payment', text, match),
  ...ofPayment,
});

// A scalar subquery, because with EXISTS the planner would first find all such deposits of the table.
const someDeposit = (has: string) =>
  `(SELECT true FROM deposit o WHERE o.business_id = p.business_id AND o.payment_id = p.payment_id AND ${has} LIMIT 1)`;

const ofDeposit = (text: IndexedText, match: IdentifierMatch): SearchIndex => ({
  ...toIndexedText('deposit', text, match),
  result: 'payment_id',
  inRow: (name) => `o.${name}`,
  inRelatedRecord: someDeposit,
});

const reference: SearchIndex = {
  ...own(toPlainText('client_payment_id'), 'reference'),
  byDay: [{ from: 'payment', day: utcDaySql('sort_at'), column: 'client_payment_id', id: 'payment_id' }],
};

const ofDisplay = { currency: 'display_currency', currencies: fiatCurrencies } as const;
const ofCoin = { currency: 'deposit_currency', currencies: cryptoCurrencies } as const;

/** Indexes of the parts of a reference, the amounts and the checkout link of a payment. */
const quotedPlaces: readonly SearchIndex[] = [
  ...toReferenceTails('payment', 'client_payment_id'),
  toIndexedAmount('payment', 'expected_display_amount', ofDisplay),
  toIndexedAmount('payment', 'actual_display_amount', ofDisplay),
  toIndexedAmount('payment', 'expected_deposit_amount', ofCoin),
  toIndexedAmount('payment', 'actual_deposit_amount', { ...ofCoin, indexed: actualDepositAmountIndex }),
  toCheckoutLink('payment'),
].map((index) => ({ ...index, ...ofPayment }));

/** A payment is found by its own ids, its address and tag, and the identifiers of its deposits. */
export const paymentSearchIndexes: readonly SearchIndex[] = [
  own(toPlainText('payment_id'), 'uuid'),
  reference,
  own(toAddressText('wallet_address'), 'address'),
  own(toPlainText('destination_tag'), 'text'),
  { ...toTaggedAddress('payment', 'destination_tag', toAddressText('wallet_address')), ...ofPayment },
  ofDeposit(toPlainText('deposit_id'), 'uuid'),
  ofDeposit(depositTransaction, 'hash'),
  ofDeposit(toPlainText('refund_transaction_id'), 'hash'),
  ofDeposit(toAddressText('from_address'), 'address'),
  ofDeposit(toAddressText('to_address'), 'address'),
  ...quotedPlaces,
];
