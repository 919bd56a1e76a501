import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { Along, ListDefinition } from '#lib/lists/read-page.ts';
import type { Holding } from '#lib/lists/search/identifier-search.ts';
import { holdings } from '#lib/lists/search/identifier-search.ts';
import type { ListPlace } from '#lib/lists/search/search-condition.ts';
import { toIndexedColumn, utcDay } from '#lib/lists/search/search-condition.ts';
import { interruptedAfterMs, priceColumns } from '#lib/payments/index.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { exceptionStates } from './model.ts';
import { exceptionList, listRequestedStates } from './model.ts';

const price = priceColumns('payment');

/** Of a payment: that it does not fit, as the index has it that holds these alone; and how. */
export const isExceptional = `(coverage IN ('under', 'over') OR late OR currency_mismatch OR NOT record_seen)`;
export const statesOfPayment = `array_remove(ARRAY[CASE WHEN coverage IN ('under', 'over') THEN coverage END,
  CASE WHEN late THEN 'late' END, CASE WHEN currency_mismatch THEN 'mismatch' END,
  CASE WHEN NOT record_seen THEN 'unmatched' END], NULL)`;

/** Of a request: nobody knows whether it made a payment, or it was interrupted on its way. */
const isInDoubt = `(state = 'UNKNOWN' OR state = 'SENDING' AND changed_at < now() - interval '${interruptedAfterMs} milliseconds')`;

/** What our own request says where it is of a price in money, else in a coin (§2.2). It was made by us, so it is JSON. */
const requested = (what: 'Currency' | 'Amount'): string =>
  `coalesce(request_body::json ->> 'display${what}', request_body::json ->> 'deposit${what}')`;

/**
 * Each part is walked in the order of the list by an index of its own; payments by one that holds only those that do
 * not fit. The parts stand without a condition of their own, or PostgreSQL would not walk them in order but sort all of
 * it; what a part has no say in is true of it.
 * What was asked is as the service recorded it or, where no payment is known, as we asked: each part has its own in the same column,
 * for a choice between two columns would be no column of an index any more.
 */
const subjects = `(SELECT * FROM (
  SELECT business_id, 'payment' AS kind, payment_id AS id, sort_at AS at, client_payment_id AS reference,
         ${statesOfPayment} AS states,
         ${price.currency} AS currency, ${price.asked} AS expected, ${price.came} AS actual,
         ${price.cameCurrency} AS actual_currency,
         expected_uniform_amount AS expected_eur, ${price.cameInEur} AS actual_eur,
         coverage, late, currency_mismatch, record_seen, 'UNKNOWN' AS state, NULL::timestamptz AS changed_at
    FROM payment
  UNION ALL
  SELECT business_id, 'intent', id, created_at, client_payment_id, ARRAY['unknown-outcome'],
         ${requested('Currency')}, substring(${requested('Amount')} FROM '^[0-9]+(?:[.][0-9]+)?$')::numeric, NULL, NULL,
         NULL, NULL, NULL, NULL, NULL, false, state, changed_at
    FROM payment_intent) AS part WHERE ${isExceptional} AND ${isInDoubt})`;

/** Of `e`, one of the subjects, with `x`, what was done about it. */
export const isResolved = 'coalesce(x.resolved_at IS NOT NULL AND e.states <@ x.resolved_states, false)';

/** The states as an index of each has them. */
const stateIs: Readonly<Record<(typeof exceptionStates)[number], string>> = {
  under: "e.coverage = 'under'",
  over: "e.coverage = 'over'",
  late: 'e.late',
  mismatch: 'e.currency_mismatch',
  unmatched: "e.kind = 'payment' AND NOT e.record_seen",
  'unknown-outcome': "e.kind = 'intent'",
};

/** Of `work`, the alias of what was done about a subject: whose it is, by a word or by the person's id. */
function ownedBy(work: string, whose: string, statement: Statement, me: PersonId): string {
  const owner = (id: string) => `${statement.bind(id)}::uuid`;
  switch (whose) {
    case 'me':
      return `${work}.owner_id = ${owner(me)}`;
    case 'others':
      return `${work}.owner_id <> ${owner(me)}`;
    case 'nobody':
      return `${work}.owner_id IS NULL`;
    default:
      return isUuid(whose) ? `${work}.owner_id = ${owner(whose)}` : 'false';
  }
}

/** What people worked on leads to its subjects in the list's order: few of all that does not fit. */
const workedOn = (
  fits: (value: string) => boolean,
  where: (statement: Statement, value: string) => string,
): Along => ({
  from: 'payment_exception w',
  at: 'w.sort_at',
  id: 'w.subject_id',
  where: (statement, value, businessId) =>
    `w.business_id = ${statement.bind(businessId)}::uuid AND ${where(statement, value)}`,
  fits,
  uncertain: true,
});

/** What is open, unless it is asked for otherwise. `me` is whoever asks. */
export const exceptionKeyset = (me: PersonId): ListDefinition => ({
  name: exceptionList.name,
  from: `${subjects} e`,
  joins: `LEFT JOIN payment_exception x ON x.business_id = e.business_id AND x.kind = e.kind AND x.subject_id = e.id
    LEFT JOIN person o ON o.id = x.owner_id`,
  at: 'e.at',
  id: 'e.id',
  business: 'e.business_id',
  search: places,
  usual: (asked) => ({ work: listRequestedStates(asked) }),
  // Each stands in another part of the table.
  bounds: {
    inOrder: { state: 'any', currency: 'any', actualIn: 'any' },
    along: {
      owner: workedOn(
        (whose) => whose !== 'nobody',
        (statement, whose) => ownedBy('w', whose, statement, me),
      ),
      work: workedOn(
        (work) => work === 'resolved',
        () => 'w.resolved_at IS NOT NULL',
      ),
    },
    ownTimes: ['at'],
    amounts: {},
    nearlyAll: { work: 'open' },
    walk: 1_500,
    walkGuided: 500,
  },
  conditions: (statement, query, businessId) => {
    const { owner, ...choices } = query.choices;
    const filters = filterConditions(
      statement,
      {
        choices: { currency: 'e.currency', actualIn: 'e.actual_currency' },
        derived: { state: stateIs, work: { open: `NOT ${isResolved}`, resolved: isResolved } },
        days: {
          at: 'e.at',
          resolvedAt: `CASE WHEN ${isResolved} THEN x.resolved_at END`,
          changedAt: 'x.changed_at',
        },
        amounts: {
          expected: { column: 'e.expected', currency: 'e.currency' },
          actual: { column: 'e.actual', currency: 'e.actual_currency' },
          expectedUniformAmount: { column: 'e.expected_eur', currency: "'EUR'" },
          actualUniformAmount: { column: 'e.actual_eur', currency: "'EUR'" },
        },
      },
      { ...query, choices },
      businessId,
    );
    if (owner === undefined) return filters;
    const owned = owner.map((whose) => ownedBy('x', whose, statement, me));
    return [...filters, `(${owned.join(' OR ')})`];
  },
});

const places: readonly ListPlace[] = [
  {
    ...toIndexedColumn('payment', 'client_payment_id', 'reference'),
    wanted: 'payment_id',
    inRow: () => 'e.reference',
    byDay: { from: 'payment', day: utcDay('sort_at'), column: 'client_payment_id', id: 'payment_id' },
  },
  {
    ...toIndexedColumn('payment', 'payment_id', 'uuid'),
    wanted: 'payment_id',
    inRow: () => 'e.id',
  },
  {
    table: 'payment_intent',
    // As the index has it of those that made no payment for sure: most did, and are no part of this list.
    holdings: (q) =>
      holdings('reference', 'client_payment_id', q).map(
        (holds): Holding =>
          (statement, naming) =>
            `state <> 'CREATED' AND ${holds(statement, naming)}`,
      ),
    wanted: 'id',
    inRow: () => 'e.reference',
  },
];
