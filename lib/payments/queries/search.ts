import 'server-only';
import type { SearchPlace } from '#lib/platform/identifier-search.ts';
import { foundIn } from '#lib/platform/identifier-search.ts';
import type { Statement } from '#lib/platform/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/** A payment is found by its own ids, its address and tag, and by whatever names one of its deposits. */
const places: readonly SearchPlace[] = [
  { table: 'payment', wanted: 'payment_id', column: 'payment_id', match: 'uuid' },
  { table: 'payment', wanted: 'payment_id', column: 'client_payment_id', match: 'text' },
  { table: 'payment', wanted: 'payment_id', column: 'wallet_address_key', match: 'address' },
  { table: 'payment', wanted: 'payment_id', column: 'destination_tag', match: 'text' },
  { table: 'deposit', wanted: 'payment_id', column: 'deposit_id', match: 'uuid' },
  { table: 'deposit', wanted: 'payment_id', column: 'transaction_id', match: 'hash' },
  { table: 'deposit', wanted: 'payment_id', column: 'refund_transaction_id', match: 'hash' },
  { table: 'deposit', wanted: 'payment_id', column: 'from_address_key', match: 'address' },
  { table: 'deposit', wanted: 'payment_id', column: 'to_address_key', match: 'address' },
];

export const paymentSearch = (statement: Statement, q: string, businessId: BusinessId): string =>
  foundIn(statement, 'p.payment_id', places, q, businessId);
