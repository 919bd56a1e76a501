import 'server-only';
import type { IdentifierColumn } from '#lib/lists/search/identifier-search.ts';
import type { HitKind } from './schema/search.ts';

/** An identifier column, with its field name in the interface. */
export type SearchableIdentifier = IdentifierColumn & {
  readonly kind: HitKind;
  readonly field: string;
  /** Extra condition of its partial index. */
  readonly among?: string;
  /** Column of the tag for shared addresses, with its own index. */
  readonly tag?: string;
};

const identifiers =
  (kind: HitKind, result: string) =>
  (field: string, column: string, match: IdentifierColumn['match']): SearchableIdentifier => ({
    kind,
    table: kind,
    result,
    field,
    column,
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
    column: 'client_payment_id',
    match: 'reference',
    among: "state <> 'CREATED'",
  },
  payment('paymentId', 'payment_id', 'uuid'),
  { ...payment('walletAddress', 'wallet_address_key', 'address'), tag: 'destination_tag' },
  payment('destinationTag', 'destination_tag', 'text'),
  deposit('depositId', 'deposit_id', 'uuid'),
  deposit('transactionId', 'transaction_id', 'hash'),
  deposit('fromAddress', 'from_address_key', 'address'),
  deposit('toAddress', 'to_address_key', 'address'),
  deposit('refundTransactionId', 'refund_transaction_id', 'hash'),
  withdrawal('clientWithdrawalId', 'client_withdrawal_id', 'reference'),
  withdrawal('withdrawalId', 'withdrawal_id', 'uuid'),
  withdrawal('transactionId', 'transaction_id', 'hash'),
  { ...withdrawal('toTxAddress', 'to_address_key', 'address'), tag: 'to_tag' },
  withdrawal('destinationTag', 'to_tag', 'text'),
];
