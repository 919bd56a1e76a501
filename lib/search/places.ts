import 'server-only';
import type { SearchPlace } from '#lib/lists/search/identifier-search.ts';
import type { HitKind } from './schema/search.ts';

/** An identifier of a record, and the name that the interface gives it. */
export type IdentifierPlace = SearchPlace & {
  readonly kind: HitKind;
  readonly field: string;
  /** What else must be true, as the index has it. */
  readonly among?: string;
  /** Of an address that many may share: the column of what tells them apart, which has an index of its own. */
  readonly tag?: string;
};

const of =
  (kind: HitKind, wanted: string) =>
  (field: string, column: string, match: SearchPlace['match']): IdentifierPlace => ({
    kind,
    table: kind,
    wanted,
    field,
    column,
    match,
  });

const payment = of('payment', 'payment_id');
const deposit = of('deposit', 'deposit_id');
const withdrawal = of('withdrawal', 'withdrawal_id');

/** Everything that a customer may quote: each is one index that begins with the business. */
export const identifierPlaces: readonly IdentifierPlace[] = [
  payment('clientPaymentId', 'client_payment_id', 'reference'),
  {
    kind: 'intent',
    table: 'payment_intent',
    wanted: 'id',
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
