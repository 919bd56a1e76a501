import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition, ScanStart } from '../cursor.ts';
import { afterPosition, upToPosition } from '../cursor.ts';
import type { LabelIndex, ListDefinition, PreparedQuery, SortColumn } from '../definition.ts';
import { readTableAlias, selectSort } from '../definition.ts';

/** Rows that are fetched by id within a few milliseconds. */
const maximumEntries = 1_000;

/** A filter with a label index, and its requested value. */
type LeadingLabel = { readonly name: string; readonly index: LabelIndex; readonly value: string };

/**
 * Returns the filter with a label index and a single value, in the list's own order. Returns null where there is
 * none.
 */
export function findLeadingLabel(definition: ListDefinition, query: PreparedQuery): LeadingLabel | null {
  const indexes = definition.indexHints?.labelIndexes ?? {};
  const isFound = query.q !== null || query.only.length > 0 || Object.keys(query.exact).length > 0;
  if (isFound || selectSort(definition, query).column !== definition.at) return null;
  for (const [name, index] of Object.entries(indexes)) {
    const [value, ...more] = query.choices[name] ?? [];
    if (value !== undefined && more.length === 0 && index.canMatch(value)) return { name, index, value };
  }
  return null;
}

/** Removes the filter that the label index answers. */
export const withoutLeadingLabel = (query: PreparedQuery, { name }: LeadingLabel): PreparedQuery => ({
  ...query,
  choices: Object.fromEntries(Object.entries(query.choices).filter(([other]) => other !== name)),
});

/** Entries of the label index from a position on, up to `end` where it is known. */
type LabelRange = {
  readonly businessId: BusinessId;
  readonly from: ScanStart;
  readonly sort: SortColumn;
  readonly end?: CursorPosition | null;
};

const buildEntries = (
  { index, value }: LeadingLabel,
  statement: Statement,
  { businessId, from: { position, downwards }, sort, end = null }: LabelRange,
): string => {
  const indexSort = { ...sort, column: index.at };
  const from = position === null ? [] : [afterPosition(index, statement, indexSort, position, downwards)];
  const upTo = end === null ? [] : [upToPosition(index, statement, indexSort, end, downwards)];
  const direction = downwards ? 'DESC' : 'ASC';
  return `FROM ${index.from} WHERE ${[index.where(statement, value, businessId), ...from, ...upTo].join(' AND ')}
    ORDER BY ${index.at} ${direction}, ${index.id} ${direction}`;
};

/** Selects the rows of the next entries, under the list's own alias. */
export function readRowsByLabel(
  definition: ListDefinition,
  label: LeadingLabel,
  statement: Statement,
  range: LabelRange,
): string {
  const alias = readTableAlias(definition);
  const entries = buildEntries(label, statement, range);
  return `(SELECT ${alias}.* FROM (SELECT ${label.index.id} AS row_id ${entries} LIMIT ${2 * maximumEntries}) entry
    JOIN ${definition.from} ON ${definition.business} = ${statement.bind(range.businessId)}::uuid AND ${definition.id} = entry.row_id) ${alias}`;
}

/** Selects the last of those entries as a cursor position. */
export const findEndByLabel = (label: LeadingLabel, statement: Statement, range: LabelRange): string =>
  `SELECT (extract(epoch from ${label.index.at}) * 1000000)::bigint::text AS "positionKey", ${label.index.id}::text AS "positionId"
    ${buildEntries(label, statement, range)} OFFSET ${maximumEntries - 1} LIMIT 1`;

/** Counts entries up to a bound where the label is the only filter. Returns null otherwise. */
export function countByLabel(
  definition: ListDefinition,
  query: PreparedQuery,
  { statement, businessId, bound }: { statement: Statement; businessId: BusinessId; bound: number },
): string | null {
  const label = findLeadingLabel(definition, query);
  const { choices, days, amounts, except } = query;
  const filterCount = [choices, days, amounts, except].reduce((sum, one) => sum + Object.keys(one).length, 0);
  if (label === null || label.index.isApproximate || filterCount > 1) return null;
  return `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${label.index.from}
    WHERE ${label.index.where(statement, label.value, businessId)} LIMIT ${bound}) AS bounded`;
}
