import 'server-only';
import type { SearchPlace } from '#lib/platform/identifier-search.ts';
import { foundIn } from '#lib/platform/identifier-search.ts';
import type { Statement } from '#lib/platform/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';

const places: readonly SearchPlace[] = [
  { table: 'deposit', wanted: 'deposit_id', column: 'deposit_id', match: 'uuid' },
  { table: 'deposit', wanted: 'deposit_id', column: 'payment_id', match: 'uuid' },
  { table: 'deposit', wanted: 'deposit_id', column: 'transaction_id', match: 'hash' },
  { table: 'deposit', wanted: 'deposit_id', column: 'refund_transaction_id', match: 'hash' },
  { table: 'deposit', wanted: 'deposit_id', column: 'from_address_key', match: 'address' },
  { table: 'deposit', wanted: 'deposit_id', column: 'to_address_key', match: 'address' },
  {
    table: 'deposit JOIN payment USING (business_id, payment_id)',
    wanted: 'deposit_id',
    column: 'client_payment_id',
    match: 'text',
  },
  {
    table: 'deposit JOIN payment USING (business_id, payment_id)',
    wanted: 'deposit_id',
    column: 'destination_tag',
    match: 'text',
  },
];

/** A deposit is found by its own ids and addresses, and by its payment's ids, reference and tag. */
export const depositSearch = (statement: Statement, q: string, businessId: BusinessId): string =>
  foundIn(statement, 'd.deposit_id', places, q, businessId);
