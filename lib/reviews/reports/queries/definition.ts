import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import { toIndexedColumn } from '#lib/lists/search/search-condition.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { casePaymentJoinSql } from '../../queue/queries/queue-row.ts';
import { caseSearchIndexes } from '../../queue/queries/queue-search.ts';
import { reportList } from '../schema-list.ts';

const selectCases = ({ toRowIds }: SearchIndex, result: string, business: string): string =>
  toRowIds === undefined ? `SELECT unnest(${result})` : toRowIds(result, business);

/** Searches what the queue searches, for the reports of these cases. */
const placesOfCases = caseSearchIndexes.map(
  (place): SearchIndex => ({
    ...place,
    toRowIds: (result, business) =>
      `SELECT report_id FROM review_report WHERE business_id = ${business}
         AND case_id = ANY(ARRAY(${selectCases(place, result, business)}))`,
  }),
);

const places: readonly SearchIndex[] = [
  {
    ...toIndexedColumn('review_report', 'reference', 'reference'),
    result: 'report_id',
    inRow: (column) => `r.${column}`,
  },
  ...placesOfCases,
];

/** The time at which it was filed, or at which the draft was last saved. */
const recordedAt = 'coalesce(r.filed_at, r.saved_at)';

const columns: FilterColumns = {
  choices: {
    state: `CASE WHEN r.filed_at IS NULL THEN 'draft' ELSE 'filed' END`,
    subject: 'c.subject_kind',
  },
  derived: {
    kind: {
      first: 'r.number = 0',
      amended: `r.number = 0 AND EXISTS (SELECT FROM review_report later WHERE later.business_id = r.business_id
        AND later.case_id = r.case_id AND later.number > 0)`,
      amendment: 'r.number > 0',
    },
  },
  days: { filedOn: '(r.filed_on::timestamp AT TIME ZONE b.time_zone)', recordedAt },
};

function authorCondition(statement: Statement, values: readonly string[], me: PersonId): string {
  const bound = () => `${statement.bind(me)}::uuid`;
  const parts = values.flatMap((value) => {
    if (value === 'me') return [`coalesce(r.filed_by, r.saved_by) = ${bound()}`];
    return value === 'others' ? [`coalesce(r.filed_by, r.saved_by) <> ${bound()}`] : [];
  });
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
}

/** Returns the list definition of the register for this reader, newest first. */
export const reportDefinition = (me: PersonId): ListDefinition => ({
  name: reportList.name,
  from: 'review_report r',
  joins: `JOIN review_case c ON c.business_id = r.business_id AND c.case_id = r.case_id
    JOIN business b ON b.id = r.business_id
    LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
    LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
      AND w.business_id = c.business_id AND w.withdrawal_id = c.subject_id
    ${casePaymentJoinSql}
    LEFT JOIN review_report first ON r.number > 0 AND first.business_id = r.business_id AND first.case_id = r.case_id
      AND first.number = 0`,
  at: recordedAt,
  id: 'r.report_id',
  business: 'r.business_id',
  ownTime: 'recordedAt',
  search: places,
  conditions: (statement, query, businessId) => {
    const { author, ...choices } = query.choices;
    return [
      ...filterConditions(statement, columns, { ...query, choices }, businessId),
      ...(author === undefined ? [] : [authorCondition(statement, author, me)]),
    ];
  },
});
