import 'server-only';
import type { Match } from '#lib/lists/search/identifier-search.ts';
import type { ListPlace } from '#lib/lists/search/search-condition.ts';
import { toIndexedColumn, toTaggedAddress } from '#lib/lists/search/search-condition.ts';

const own = (column: string, match: Match): ListPlace => ({
  ...toIndexedColumn('deposit', column, match),
  wanted: 'deposit_id',
  inRow: (name) => `d.${name}`,
});

// A value, not EXISTS: the planner would rather find all such payments of the table first.
const itsPayment = (has: string) =>
  `(SELECT ${has} FROM payment o WHERE o.business_id = d.business_id AND o.payment_id = d.payment_id)`;

const ofPayment = (place: ReturnType<typeof toIndexedColumn>): ListPlace => ({
  ...place,
  wanted: 'payment_id',
  rowsOf: (payments, business) =>
    `SELECT deposit_id FROM deposit WHERE business_id = ${business} AND payment_id = ANY(${payments})`,
  inRow: (column) => `o.${column}`,
  ofRecord: itsPayment,
});

const placesBy = (day: string): readonly ListPlace[] => [
  own('deposit_id', 'uuid'),
  own('payment_id', 'uuid'),
  own('transaction_id', 'hash'),
  own('refund_transaction_id', 'hash'),
  own('from_address_key', 'address'),
  own('to_address_key', 'address'),
  {
    ...ofPayment(toIndexedColumn('payment', 'client_payment_id', 'reference')),
    byDay: { from: 'deposit_reference', day, column: 'reference', id: 'deposit_id' },
  },
  ofPayment(toIndexedColumn('payment', 'destination_tag', 'text')),
  ofPayment(toTaggedAddress('payment', 'destination_tag', 'wallet_address_key')),
];

/** A deposit is found by its own ids and addresses, and by its payment's ids, reference and tag. */
export const depositPlaces = placesBy('day');

/** A refund by those of its deposit, which stands elsewhere in its own list. */
export const refundPlaces = placesBy('refund_day');
