import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import {
  exceptionReasonSql,
  exceptionStatesSql,
  interruptedAfterMs,
  isToleratedSql,
  priceColumns,
  withoutToleratedSql,
} from '#lib/payments/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import { exceptionSearchIndexes } from './list-search.ts';
import type { exceptionStates } from './model.ts';
import { exceptionList, listRequestedStates } from './model.ts';

const price = priceColumns('payment');

/** SQL condition of payments with a reason. It matches the partial index on them word for word. */
export const exceptionCondition = exceptionReasonSql('');
/** SQL array of a payment's reasons. */
export const paymentStatesSql = exceptionStatesSql('');

/** SQL condition of requests whose outcome is unknown or that were interrupted while being sent. */
const isUnknownOutcome = `(state = 'UNKNOWN' OR state = 'SENDING' AND changed_at < now() - interval '${interruptedAfterMs} milliseconds')`;

/** SQL of a field of our own request: the display price, else the deposit price (§2.2). We wrote the body, so it is JSON. */
const requestedField = (suffix: 'Currency' | 'Amount'): string =>
  `coalesce(request_body::json ->> 'display${suffix}', request_body::json ->> 'deposit${suffix}')`;

/**
 * Payments and requests as one table. Each part is scanned in list order by an index of its own; payments use the
 * partial index on those with a reason. The parts carry no WHERE of their own: with one, PostgreSQL would sort the
 * whole set instead of merging the ordered scans. Columns that a part doesn't have are constants that pass the
 * condition.
 * The expected amount is the service's, or our own where no payment is known. Each part selects it from one indexed
 * column, because a choice between two columns can't use an index.
 */
const subjects = `(SELECT * FROM (
  SELECT business_id, 'payment' AS kind, payment_id AS id, sort_at AS at, client_payment_id AS reference,
         ${paymentStatesSql} AS states,
         ${price.currency} AS currency, ${price.requested} AS expected, ${price.received} AS actual,
         ${price.receivedCurrency} AS actual_currency,
         ${price.difference} AS difference, ${price.differenceInEur} AS difference_eur,
         expected_uniform_amount AS expected_eur, ${price.receivedInEur} AS actual_eur,
         coverage, late, currency_mismatch, record_seen, read_differences, 'UNKNOWN' AS state, NULL::timestamptz AS changed_at,
         changed_at AS record_changed_at
    FROM payment
  UNION ALL
  SELECT business_id, 'intent', id, created_at, client_payment_id, ARRAY['unknown-outcome'],
         ${requestedField('Currency')}, substring(${requestedField('Amount')} FROM '^[0-9]+(?:[.][0-9]+)?$')::numeric, NULL, NULL,
         NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, NULL, state, changed_at, changed_at
    FROM payment_intent) AS part WHERE ${exceptionCondition} AND ${isUnknownOutcome})`;

const isTolerated = isToleratedSql({
  coverage: 'e.coverage',
  requested: 'e.expected',
  difference: 'e.difference',
  differenceInEur: 'e.difference_eur',
});

/** SQL array of the reasons of `e` that its tolerance `t` doesn't exclude. Empty: it is no exception. */
export const untoleratedStatesSql = `(${withoutToleratedSql('e.states', isTolerated)})`;

/** SQL of the columns of a payment that a tolerance is compared with. */
export const toleranceComparisonSql = `coverage, ${price.requested} AS expected, ${price.difference} AS difference,
  ${price.differenceInEur} AS difference_eur`;

const isException = `cardinality(${untoleratedStatesSql}) > 0`;

/** SQL condition that `e` is resolved; `x` is its row in payment_exception and `t` the tolerance of its business. */
export const resolvedCondition = `coalesce(x.resolved_at IS NOT NULL AND ${untoleratedStatesSql} <@ x.resolved_states, false)`;

/** SQL time of the last change of `e` or of the work on it, `x`. */
export const changedAtSql = 'greatest(e.record_changed_at, x.changed_at)';

/**
 * Returns an indexed condition that a change since a time implies. Otherwise every exception of the business would be read, because
 * the later of two times has no index.
 */
function changedSinceHint(statement: Statement, since: string, businessId: BusinessId): string {
  const from = `${statement.bind(since)}::timestamptz`;
  return `(e.record_changed_at >= ${from} OR e.id = ANY (ARRAY(SELECT subject_id FROM payment_exception
    WHERE business_id = ${statement.bind(businessId)}::uuid AND changed_at >= ${from})))`;
}

/** SQL condition of each reason, in the form that its index has. */
const stateConditions: Readonly<Record<(typeof exceptionStates)[number], string>> = {
  under: "e.coverage = 'under'",
  over: "e.coverage = 'over'",
  late: 'e.late',
  mismatch: 'e.currency_mismatch',
  unmatched: "e.kind = 'payment' AND NOT e.record_seen",
  contradicted: 'e.read_differences IS NOT NULL',
  'unknown-outcome': "e.kind = 'intent'",
};

/** SQL condition of each reason, without the differences that the tolerance `t` of `e` excludes. No index has it. */
const remainingConditions: typeof stateConditions = {
  ...stateConditions,
  under: `(${stateConditions.under} AND NOT ${isTolerated})`,
  over: `(${stateConditions.over} AND NOT ${isTolerated})`,
};

/** Returns the choices of the filter by reason if a tolerance can exclude one of them. */
const tolerableReasons = ({ choices: { state = [] } }: ListQuery): ListQuery['choices'] =>
  state.includes('under') || state.includes('over') ? { remaining: state } : {};

/** Returns the condition on the assignee. `alias` names payment_exception; `choice` is a keyword or a person's id. */
function assigneeCondition(alias: string, choice: string, statement: Statement, me: PersonId | null): string {
  const owner = (id: string) => `${statement.bind(id)}::uuid`;
  switch (choice) {
    case 'me':
      return me === null ? 'false' : `${alias}.owner_id = ${owner(me)}`;
    case 'others':
      return me === null ? 'false' : `${alias}.owner_id <> ${owner(me)}`;
    case 'nobody':
      return `${alias}.owner_id IS NULL`;
    default:
      return isUuid(choice) ? `${alias}.owner_id = ${owner(choice)}` : 'false';
  }
}

/** Defines the exceptions list: open ones, unless the query asks otherwise. `me` is the person who reads it, or null. */
export const exceptionDefinition = (me: PersonId | null): ListDefinition => ({
  name: exceptionList.name,
  from: `${subjects} e`,
  joins: `LEFT JOIN payment_exception x ON x.business_id = e.business_id AND x.kind = e.kind AND x.subject_id = e.id
    LEFT JOIN person o ON o.id = x.owner_id
    LEFT JOIN business t ON t.id = e.business_id`,
  at: 'e.at',
  id: 'e.id',
  sorts: {
    differenceInEur: { column: 'e.difference_eur', kind: 'amount', nullable: true },
    changedAt: { column: changedAtSql, kind: 'time', nullable: false },
  },
  business: 'e.business_id',
  ownTime: 'at',
  search: exceptionSearchIndexes,
  // The index of exceptions finds the rows, and the tolerance is checked row by row.
  defaultChoices: (query) => ({ work: listRequestedStates(query), ...tolerableReasons(query) }),
  conditions: (statement, query, businessId) => {
    const { owner, ...choices } = query.choices;
    const filters = filterConditions(
      statement,
      {
        choices: {
          currency: 'e.currency',
          actualIn: 'e.actual_currency',
          resolutionReason: `CASE WHEN ${resolvedCondition} THEN x.resolution_reason END`,
        },
        derived: {
          state: stateConditions,
          remaining: remainingConditions,
          work: {
            open: `${isException} AND NOT ${resolvedCondition}`,
            // Without the first condition, every exception would be read, and not only those that people have worked on.
            resolved: `x.resolved_at IS NOT NULL AND ${isException} AND ${resolvedCondition}`,
          },
        },
        days: {
          at: 'e.at',
          resolvedAt: `CASE WHEN ${resolvedCondition} THEN x.resolved_at END`,
          changedAt: changedAtSql,
        },
        amounts: {
          expected: { column: 'e.expected', currency: 'e.currency' },
          actual: { column: 'e.actual', currency: 'e.actual_currency' },
          difference: { column: 'e.difference', currency: 'e.currency' },
          expectedUniformAmount: { column: 'e.expected_eur', currency: "'EUR'" },
          actualUniformAmount: { column: 'e.actual_eur', currency: "'EUR'" },
        },
      },
      { ...query, choices },
      businessId,
    );
    const since = query.times?.['changedAt']?.from ?? null;
    const owned = owner?.map((choice) => assigneeCondition('x', choice, statement, me));
    return [
      ...filters,
      ...(since === null ? [] : [changedSinceHint(statement, since, businessId)]),
      ...(owned === undefined ? [] : [`(${owned.join(' OR ')})`]),
    ];
  },
});
