import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { ListDefinition, PreparedQuery } from '#lib/lists/definition.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { isUuid } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { urgencySql } from '../../cases/store/urgency-sql.ts';
import type { SubjectKind } from '../../model.ts';
import { sanctionsWeight } from '../../model.ts';
import { queueList } from '../schema.ts';
import type { QueueView } from '../schema-queue-views.ts';
import { informationDueSql, queueRowJoins } from './queue-row.ts';
import { caseSearchIndexes } from './queue-search.ts';

/**
 * Returns an expression of `review_case c` that looks up a column of its record `x`, for the kinds that have it.
 *
 * Filters use it instead of the joined records. Joins would make the planner read all withdrawals before the few rows that
 * are checked, and counts couldn't be answered by the index alone.
 */
function lookUpSubject(columns: Readonly<Partial<Record<SubjectKind, string>>>): string {
  const lookups = Object.entries(columns).map(
    ([kind, column]) => `WHEN '${kind}' THEN (SELECT ${column} FROM ${kind} x
      WHERE x.business_id = c.business_id AND x.${kind}_id = c.subject_id)`,
  );
  return `(CASE c.subject_kind ${lookups.join(' ')} END)`;
}

/** The reader of the queue and the time at which snoozes end and cases become overdue. */
export type QueueReader = { readonly me: PersonId; readonly at: Instant };

/** Returns the current person and time. */
export const toQueueReader = ({ actor, clock }: Context<PersonActor>): QueueReader => ({
  me: actor.personId,
  at: clock.now(),
});

/** Must equal the condition of the queue's partial indexes. */
const waiting = `c.state IN ('open', 'proposed')`;

/** Returns the SQL condition of a view for this reader. */
export function queueViewCondition(
  view: QueueView,
  statement: Statement,
  { me: person, at }: QueueReader,
): string {
  const now = () => `${statement.bind(toDate(at))}::timestamptz`;
  const me = () => `${statement.bind(person)}::uuid`;
  const awake = () => `(c.snoozed_until IS NULL OR c.snoozed_until <= ${now()})`;
  switch (view) {
    case 'open':
      return `${waiting} AND ${awake()}`;
    case 'mine':
      return `${waiting} AND c.assignee_id = ${me()} AND ${awake()}`;
    case 'unassigned':
      return `c.state = 'open' AND c.assignee_id IS NULL AND ${awake()}`;
    case 'overdue':
      return `${waiting} AND c.due_at < ${now()}`;
    case 'second':
      return `c.state = 'proposed' AND NOT EXISTS (SELECT FROM review_decision p WHERE p.business_id = c.business_id
        AND p.case_id = c.case_id AND p.state = 'proposed' AND p.proposed_by = ${me()})`;
    case 'snoozed':
      return `${waiting} AND c.snoozed_until IS NOT NULL AND c.snoozed_until > ${now()}`;
    case 'disagrees':
      return `c.state = 'decided' AND c.disagrees_at IS NOT NULL`;
    case 'decided':
      return `c.state = 'decided'`;
  }
}

const isView = (text: string): text is QueueView =>
  queueList.filters.queue.choices.some(({ value }) => value === text);

/**
 * Returns the condition of the selected views. Unknown views match nothing; a search without a view covers every case
 * that isn't merged.
 */
function selectParts(statement: Statement, query: PreparedQuery, asker: QueueReader): string {
  const chosen = query.choices['queue'];
  if (chosen === undefined)
    return query.q === null ? queueViewCondition('open', statement, asker) : `c.state <> 'merged'`;
  const parts = chosen.filter(isView).map((view) => queueViewCondition(view, statement, asker));
  if (parts.length === 0) return 'false';
  return parts.length === 1 ? parts.join('') : `(${parts.map((part) => `(${part})`).join(' OR ')})`;
}

function assignedTo(statement: Statement, values: readonly string[], asker: QueueReader): string {
  const me = () => `${statement.bind(asker.me)}::uuid`;
  const parts = values.flatMap((value) => {
    if (value === 'me') return [`c.assignee_id = ${me()}`];
    if (value === 'nobody') return ['c.assignee_id IS NULL'];
    if (value === 'others') return [`c.assignee_id <> ${me()}`];
    return isUuid(value) ? [`c.assignee_id = ${statement.bind(value)}::uuid`] : [];
  });
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
}

/** Keeps the planner from scanning all facts: they are read per case. */
const caseByCase = 'OFFSET 0';
const standing =
  'SELECT FROM review_fact f WHERE f.business_id = c.business_id AND f.case_id = c.case_id AND f.ended_at IS NULL';

/** Matches current reasons. A fact of the merchant's rule is stored with the rule's ID. */
const because = (statement: Statement, values: readonly string[]): string =>
  `EXISTS (${standing}
     AND (f.kind = ANY(${statement.bind([...values])}::text[])${values.includes('rule') ? " OR f.kind LIKE 'rule:%'" : ''})
     ${caseByCase})`;

/** Matches the proposed or current decision. */
const decided = (statement: Statement, values: readonly string[]): string =>
  `EXISTS (SELECT FROM review_decision x WHERE x.business_id = c.business_id AND x.case_id = c.case_id
     AND (x.state = 'proposed' OR x.decision_id = c.decision_id) AND x.kind = ANY(${statement.bind([...values])}::text[]))`;

/** Returns a category in the form of its indexes. */
const toIndexedCategory = (category: string): string => category.trim().toLowerCase();

/** Matches the most serious category of a case, in any letters, as in the owner's list. */
const ofCategory = (statement: Statement, values: readonly string[]): string =>
  statement.oneOf('lower(trim(c.risk_category))', values.map(toIndexedCategory));

/** The currency of the case's own record. It is that of the total, where that has one: only then is the total computed. */
const ownCurrency = lookUpSubject({ deposit: 'x.deposit_currency', withdrawal: 'x.withdraw_currency' });
const hasTotalCurrency = 'total.currency IS NOT NULL';

const columns: FilterColumns = {
  choices: {
    subject: 'c.subject_kind',
    serviceStatus: lookUpSubject({ deposit: 'x.status', withdrawal: 'x.status', payment: 'x.status' }),
  },
  custom: {
    category: ofCategory,
    currency: (statement, values) => `${statement.oneOf(ownCurrency, values)} AND ${hasTotalCurrency}`,
  },
  numbers: { score: 'c.risk_score_number' },
  derived: {
    risk: {
      sanctions: `c.risk_weight >= ${sanctionsWeight}`,
      entities: 'c.risk_weight > 0',
      none: 'c.risk_weight = 0',
    },
    cases: {
      joined: `EXISTS (SELECT FROM review_case m WHERE m.business_id = c.business_id AND m.owner_id = c.case_id
        AND m.case_id <> c.case_id)`,
      'no-eur': 'c.eur IS NULL',
      ended: `NOT EXISTS (${standing} ${caseByCase})`,
      information: `(${informationDueSql('c')}) IS NOT NULL`,
      'information-overdue': `(${informationDueSql('c')}) <= now()`,
    },
  },
  days: {
    dueAt: 'c.due_at',
    openedAt: 'c.opened_at',
    decidedAt: 'c.decided_at',
    snoozedUntil: 'c.snoozed_until',
    changedAt: 'c.changed_at',
    disagreesAt: 'c.disagrees_at',
  },
  amounts: {
    amount: { column: 'total.amount', currency: ownCurrency, currencyKnown: hasTotalCurrency },
    // The stored value of the case, because deposit amounts have no index in the order of cases.
    eur: { column: 'c.eur', currency: "'EUR'" },
  },
};

/**
 * Returns the list definition of the queue for this reader, the most urgent case first. The statement binds the business
 * as `$1`.
 */
export const queueDefinition = (asker: QueueReader): ListDefinition => ({
  name: queueList.name,
  from: 'review_case c',
  joins: queueRowJoins,
  at: 'c.due_at',
  ownOrder: { column: urgencySql, kind: 'amount', nullable: false },
  id: 'c.case_id',
  business: 'c.business_id',
  sorts: {
    score: { column: 'c.risk_score_number', kind: 'amount', nullable: true },
    eur: { column: 'c.eur', kind: 'amount', nullable: true },
    // Named differently from the filters `dueAt` and `openedAt`, which would otherwise sort the list.
    due: { column: 'c.due_at', kind: 'time', nullable: false },
    opened: { column: 'c.opened_at', kind: 'time', nullable: false },
    // The order of opening, by an index of all cases. For programs, to which urgency would say the risk.
    number: { column: 'c.number', kind: 'integer', nullable: false },
    changed: { column: 'c.changed_at', kind: 'time', nullable: false },
  },
  search: caseSearchIndexes,
  conditions: (statement, query, businessId) => {
    const { queue: _queue, assignee, reason, decision, ...choices } = query.choices;
    return [
      selectParts(statement, query, asker),
      ...filterConditions(statement, columns, { ...query, choices }, businessId),
      ...(assignee === undefined ? [] : [assignedTo(statement, assignee, asker)]),
      ...(reason === undefined ? [] : [because(statement, reason)]),
      ...(decision === undefined ? [] : [decided(statement, decision)]),
    ];
  },
});
