import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Keyset } from '#lib/platform/keyset.ts';
import { countRows, readPage, withinDays } from '#lib/platform/keyset.ts';
import { readRecord, selectFields } from '#lib/platform/record-columns.ts';
import type { Statement } from '#lib/platform/statement.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/values/list-query.ts';
import type { PaymentRow } from '../schema-fields.ts';
import { paymentRowFields } from '../schema-fields.ts';
import { paymentSearch } from './search.ts';

/** Filters that compare one column with the values given. */
const columns: Readonly<Record<string, string>> = {
  status: 'p.status',
  type: 'p.type',
  rateType: 'p.rate_type',
  depositCurrency: 'p.deposit_currency',
  expectedNetwork: 'p.expected_network',
  displayCurrency: 'p.display_currency',
  overpaymentPolicy: 'p.overpayment_policy',
};

/** Filters over what the payment's deposits are in. */
const arrays: Readonly<Record<string, string>> = {
  depositStatus: 'p.deposit_statuses',
  refundStatus: 'p.refund_statuses',
};

/** Our own states. They stand beside each other, so several mean "any of them". */
const derived: Readonly<Record<string, string>> = {
  under: "p.coverage = 'under'",
  over: "p.coverage = 'over'",
  late: 'p.late',
  mismatch: 'p.currency_mismatch',
  several: 'p.deposit_count > 1',
  'callback-only': 'NOT p.record_seen',
};

function derivedCondition(values: readonly string[]): string {
  const known = values.flatMap((value) => (Object.hasOwn(derived, value) ? [`(${derived[value]})`] : []));
  return known.length === 0 ? 'false' : `(${known.join(' OR ')})`;
}

function condition(statement: Statement, name: string, values: readonly string[]): string | null {
  const column = columns[name];
  if (column !== undefined) return statement.oneOf(column, values);
  const array = arrays[name];
  if (array !== undefined) return `${array} && ${statement.bind([...values])}::text[]`;
  return name === 'derived' ? derivedCondition(values) : null;
}

/** The list of payments: when initiated, else requested, else first seen; newest first. */
export const paymentKeyset: Keyset = {
  name: 'payments',
  from: 'payment p',
  at: 'p.sort_at',
  id: 'p.payment_id',
  business: 'p.business_id',
  conditions: (statement, query, businessId) => {
    const parts = Object.entries(query.choices).map(([name, values]) => condition(statement, name, values));
    const initiated = query.days['paymentInitiatedAt'];
    if (initiated) {
      // Where it was initiated at is what the list is ordered by, so the index of the order serves.
      parts.push(
        'p.payment_initiated_at IS NOT NULL',
        withinDays(statement, 'p.sort_at', initiated, businessId),
      );
    }
    if (query.q !== null) parts.push(paymentSearch(statement, query.q, businessId));
    return parts.filter((part) => part !== null);
  },
};

/** A page of the business's payments. Throws Problem 'not-found' or 'forbidden'. */
export async function listPayments(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<PaymentRow>> {
  const { businessId } = requirePermission(context, business, 'read');
  return readPage(paymentKeyset, {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select: selectFields(paymentRowFields, 'p'),
    read: (row) => readRecord(paymentRowFields, row),
  });
}

/** How many payments that is, exact up to 10,000. */
export async function countPayments(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'read');
  return countRows(paymentKeyset, businessId, query);
}
