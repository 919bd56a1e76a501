import 'server-only';
import type { IdentifierColumn } from '#lib/lists/search/identifier-search.ts';
import type { IndexedText } from '#lib/lists/search/indexed-text.ts';
import { toAddressText, toPlainText } from '#lib/lists/search/indexed-text.ts';
import {
  actualDepositAmountIndex,
  refundAmountIndex,
  toCheckoutLink,
  toIndexedAmount,
  toIndexedEurAmount,
} from '#lib/lists/search/search-condition.ts';
import { cryptoCurrencies, fiatCurrencies, settlementCurrencies } from '#lib/values/currencies.ts';
import type { HitField, HitKind } from './schema/search.ts';

/** An identifier, with its field name in the interface. */
export type SearchableIdentifier = IdentifierColumn & {
  readonly kind: HitKind;
  readonly field: HitField;
  /** Extra condition of its partial index. */
  readonly among?: string;
  /** Column of the tag for shared addresses, with its own index. */
  readonly tag?: string;
};

const identifiers =
  (kind: HitKind, result: string) =>
  (field: HitField, text: string | IndexedText, match: IdentifierColumn['match']): SearchableIdentifier => ({
    kind,
    table: kind,
    result,
    field,
    text: typeof text === 'string' ? toPlainText(text) : text,
    match,
  });

const payment = identifiers('payment', 'payment_id');
const deposit = identifiers('deposit', 'deposit_id');
const withdrawal = identifiers('withdrawal', 'withdrawal_id');

/** All identifiers that a customer may quote. Each has one index that starts with the business. */
export const searchableIdentifiers: readonly SearchableIdentifier[] = [
  payment('clientPaymentId', 'client_payment_id', 'reference'),
  {
    kind: 'intent',
    table: 'payment_intent',
    result: 'id',
    field: 'clientPaymentId',
    text: toPlainText('client_payment_id'),
    match: 'reference',
    among: "state <> 'CREATED'",
  },
  payment('paymentId', 'payment_id', 'uuid'),
  { ...payment('walletAddress', toAddressText('wallet_address'), 'address'), tag: 'destination_tag' },
  payment('destinationTag', 'destination_tag', 'text'),
  deposit('depositId', 'deposit_id', 'uuid'),
  deposit('transactionId', 'transaction_id', 'hash'),
  deposit('fromAddress', toAddressText('from_address'), 'address'),
  deposit('toAddress', toAddressText('to_address'), 'address'),
  deposit('refundTransactionId', 'refund_transaction_id', 'hash'),
  withdrawal('clientWithdrawalId', 'client_withdrawal_id', 'reference'),
  withdrawal('withdrawalId', 'withdrawal_id', 'uuid'),
  withdrawal('transactionId', 'transaction_id', 'hash'),
  { ...withdrawal('toTxAddress', 'to_address_key', 'address'), tag: 'to_tag' },
  withdrawal('destinationTag', 'to_tag', 'text'),
];

const fiat = { currency: 'display_currency', currencies: fiatCurrencies } as const;
const toCoin = (currency: string) => ({ currency, currencies: cryptoCurrencies });
const settled = { currency: 'settlement_currency', currencies: settlementCurrencies } as const;
const refunded = { indexed: refundAmountIndex } as const;

/** An amount or a link of a record, which people quote beside identifiers. */
type QuotedColumn = {
  readonly kind: Exclude<HitKind, 'intent'>;
  /** Its field name in the interface. */
  readonly field: HitField;
  readonly column: string;
  readonly index: ReturnType<typeof toIndexedAmount>;
};

const toAmount = (
  kind: QuotedColumn['kind'],
  field: HitField,
  column: string,
  of: Parameters<typeof toIndexedAmount>[2],
): QuotedColumn => ({
  kind,
  field,
  column: `trim_scale(${of.fallback === undefined ? column : `coalesce(${column}, ${of.fallback})`})`,
  index: toIndexedAmount(kind, column, of),
});

/** The amounts and the checkout link of records, each with an index that starts with the business. */
export const quotedColumns: readonly QuotedColumn[] = [
  toAmount('payment', 'expectedDisplayAmount', 'expected_display_amount', fiat),
  toAmount('payment', 'actualDisplayAmount', 'actual_display_amount', fiat),
  toAmount('payment', 'expectedDepositAmount', 'expected_deposit_amount', toCoin('deposit_currency')),
  toAmount('payment', 'actualDepositAmount', 'actual_deposit_amount', {
    ...toCoin('deposit_currency'),
    indexed: actualDepositAmountIndex,
  }),
  {
    kind: 'payment',
    field: 'url',
    column: 'coalesce(url, payment_url)',
    index: toCheckoutLink('payment'),
  },
  toAmount('deposit', 'depositAmount', 'deposit_amount', {
    ...toCoin('deposit_currency'),
    fallback: 'callback_deposit_amount',
  }),
  toAmount('deposit', 'displayAmount', 'display_amount', { ...fiat, fallback: 'callback_display_amount' }),
  toAmount('deposit', 'settlementPayableAmount', 'settlement_payable_amount', settled),
  {
    kind: 'deposit',
    field: 'uniformPayableAmount',
    column: 'trim_scale(uniform_payable_amount)',
    index: toIndexedEurAmount('deposit', 'uniform_payable_amount'),
  },
  toAmount('deposit', 'refundAmount', 'refund_amount', { ...toCoin('refund_deposit_currency'), ...refunded }),
  toAmount('deposit', 'refundDisplayAmount', 'refund_display_amount', {
    currency: 'refund_display_currency',
    currencies: fiatCurrencies,
    ...refunded,
  }),
  toAmount('withdrawal', 'expectedDisplayAmount', 'expected_display_amount', fiat),
  toAmount('withdrawal', 'actualDisplayAmount', 'actual_display_amount', fiat),
  toAmount('withdrawal', 'estimatedWithdrawAmount', 'estimated_withdraw_amount', toCoin('withdraw_currency')),
  toAmount('withdrawal', 'actualWithdrawAmount', 'actual_withdraw_amount', toCoin('withdraw_currency')),
  toAmount('withdrawal', 'deductedSettlementAmount', 'deducted_settlement_amount', settled),
];
