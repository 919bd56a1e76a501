import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { ListDefinition } from '#lib/lists/read-page.ts';
import type { SearchIndex } from '#lib/lists/search/search-condition.ts';
import { toIndexedColumn } from '#lib/lists/search/search-condition.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { casePaymentJoinSql } from '../../queries/queue-row.ts';
import { caseSearchIndexes } from '../../queries/queue-search.ts';
import { reportList } from '../schema-list.ts';

const selectCases = ({ toRowIds }: SearchIndex, result: string, business: string): string =>
  toRowIds === undefined ? `SELECT unnest(${result})` : toRowIds(result, business);

/** Searches what the queue searches, for the reports of these cases. */
const placesOfCases = caseSearchIndexes.map(
  (place): SearchIndex => ({
    ...place,
    toRowIds: (result, business) =>
      `SELECT filing_id FROM review_filing WHERE business_id = ${business}
         AND case_id = ANY(ARRAY(${selectCases(place, result, business)}))`,
  }),
);

const places: readonly SearchIndex[] = [
  {
    ...toIndexedColumn('review_filing', 'reference', 'reference'),
    result: 'filing_id',
    inRow: (column) => `f.${column}`,
  },
  ...placesOfCases,
];

const columns: FilterColumns = {
  choices: { state: 'f.state', subject: 'c.subject_kind' },
  derived: {
    kind: {
      first: 'f.number = 0',
      amended: `f.number = 0 AND EXISTS (SELECT FROM review_filing later WHERE later.business_id = f.business_id
        AND later.case_id = f.case_id AND later.number > 0)`,
      amendment: 'f.number > 0',
    },
  },
  days: { filedOn: '(f.filed_on::timestamp AT TIME ZONE b.time_zone)', recordedAt: 'f.recorded_at' },
};

function authorCondition(statement: Statement, values: readonly string[], me: PersonId): string {
  const bound = () => `${statement.bind(me)}::uuid`;
  const parts = values.flatMap((value) => {
    if (value === 'me') return [`f.recorded_by = ${bound()}`];
    return value === 'others' ? [`f.recorded_by <> ${bound()}`] : [];
  });
  return parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
}

/** Returns the list definition of the register for this reader, newest first. */
export const reportDefinition = (me: PersonId): ListDefinition => ({
  name: reportList.name,
  from: 'review_filing f',
  joins: `JOIN review_case c ON c.business_id = f.business_id AND c.case_id = f.case_id
    JOIN business b ON b.id = f.business_id
    LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
    LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
      AND w.business_id = c.business_id AND w.withdrawal_id = c.subject_id
    ${casePaymentJoinSql}
    LEFT JOIN review_filing first ON f.number > 0 AND first.business_id = f.business_id AND first.case_id = f.case_id
      AND first.number = 0`,
  at: 'f.recorded_at',
  id: 'f.filing_id',
  business: 'f.business_id',
  search: places,
  indexHints: {
    orderedFilters: { state: 'any' },
    listTimeFilters: ['recordedAt'],
    amounts: {},
    // Records and cases are scattered over their tables.
    batchRows: 350,
    maximumCost: 1_200,
  },
  conditions: (statement, query, businessId) => {
    const { author, ...choices } = query.choices;
    return [
      ...filterConditions(statement, columns, { ...query, choices }, businessId),
      ...(author === undefined ? [] : [authorCondition(statement, author, me)]),
    ];
  },
});
