import 'server-only';
import type { Holding, Match } from '#lib/lists/search/identifier-search.ts';
import type { ListPlace } from '#lib/lists/search/search-condition.ts';
import { toIndexedColumn, toTaggedAddress } from '#lib/lists/search/search-condition.ts';

/** "17" or "case 17" is the case of that number. */
function numbers(q: string): readonly Holding[] {
  const [, number] = /^(?:case\s*)?#?(\d{1,9})$/i.exec(q) ?? [];
  return number === undefined
    ? []
    : [(statement, naming) => `${naming('number')} = ${statement.bind(number)}::int`];
}

const casesOf = (subjects: string, business: string) =>
  `SELECT case_id FROM review_case WHERE business_id = ${business}
    AND subject_kind IN ('deposit', 'withdrawal') AND subject_id = ANY(${subjects})`;

/** An identifier of the deposit or withdrawal that a case is about. */
const ofSubject = (table: 'deposit' | 'withdrawal', alias: string) => ({
  wanted: `${table}_id`,
  rowsOf: casesOf,
  // No column of the table, by which the planner would find all such records first.
  inRow: (column: string) => `(CASE WHEN c.subject_kind = '${table}' THEN ${alias}.${column} END)`,
});

const deposit = (column: string, match: Match): ListPlace => ({
  ...toIndexedColumn('deposit', column, match),
  ...ofSubject('deposit', 'd'),
});
const ofWithdrawal = ofSubject('withdrawal', 'w');
const withdrawal = (column: string, match: Match): ListPlace => ({
  ...toIndexedColumn('withdrawal', column, match),
  ...ofWithdrawal,
});

/** Where the queue is searched: cases by their number, and by whatever names what they are about. */
export const casePlaces: readonly ListPlace[] = [
  {
    table: 'review_case',
    wanted: 'case_id',
    holdings: numbers,
    inRow: (column) => `c.${column}`,
  },
  deposit('deposit_id', 'uuid'),
  deposit('payment_id', 'uuid'),
  deposit('transaction_id', 'hash'),
  deposit('from_address_key', 'address'),
  {
    ...toIndexedColumn('payment', 'client_payment_id', 'reference'),
    wanted: 'payment_id',
    rowsOf: (payments, business) =>
      casesOf(
        `ARRAY(SELECT deposit_id FROM deposit WHERE business_id = ${business} AND payment_id = ANY(${payments}))`,
        business,
      ),
    inRow: (column) => `o.${column}`,
    // A value, not EXISTS: the planner would rather find all such payments of the table first.
    ofRecord: (has) =>
      `(SELECT ${has} FROM payment o WHERE o.business_id = d.business_id AND o.payment_id = d.payment_id)`,
  },
  withdrawal('withdrawal_id', 'uuid'),
  withdrawal('client_withdrawal_id', 'reference'),
  withdrawal('transaction_id', 'hash'),
  withdrawal('to_address_key', 'address'),
  { ...toTaggedAddress('withdrawal', 'to_tag', 'to_address_key'), ...ofWithdrawal },
];
