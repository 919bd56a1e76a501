import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition, PreparedQuery } from '../definition.ts';
import { listCondition, readTableAlias } from '../definition.ts';
import { isSelective, listDefiningFilters } from './split-conditions.ts';

/** Rows that are fetched by index and sorted within ten milliseconds. */
const defaultFewRows = 2_000;

/** Selects rows of a list's table, under its own alias. */
export type IndexedRowsQuery = (statement: Statement) => string;

/** Selects rows in the order of an amount's index, up to a bound. The order keeps the planner on this index. */
function amountRows(
  definition: ListDefinition,
  businessId: BusinessId,
  query: PreparedQuery,
  filter: string,
) {
  const range = query.amounts[filter];
  const amountQuery: PreparedQuery = {
    ...query,
    q: null,
    choices: listDefiningFilters(definition, query),
    days: {},
    amounts: range ? { [filter]: range } : {},
    except: [],
  };
  return (select: string, bound: number) => (statement: Statement) =>
    `(SELECT ${select} FROM ${definition.from} WHERE ${listCondition(definition, statement, businessId, amountQuery)}
      ORDER BY ${definition.indexHints?.amounts[filter]?.column} LIMIT ${bound}) ${readTableAlias(definition)}`;
}

/** Returns the most rows that are fetched by index and sorted. */
export const readIndexedRowLimit = ({ indexHints }: ListDefinition): number =>
  indexHints?.fewRows ?? defaultFewRows;

export async function countIndexedRows(rows: IndexedRowsQuery): Promise<number> {
  const statement = new Statement();
  const text = `SELECT count(*)::int AS count FROM ${rows(statement)}`;
  const found = await databasePool().query<{ count: number }>(text, statement.values);
  return found.rows[0]?.count ?? 0;
}

/** Returns the amount filters that their index answers completely. */
function listIndexedAmounts(definition: ListDefinition, query: PreparedQuery): readonly string[] {
  const { indexHints } = definition;
  if (indexHints === undefined || isSelective(definition, query)) return [];
  return Object.entries(query.amounts).flatMap(([name, { from }]) => {
    const index = Object.hasOwn(indexHints.amounts, name) ? indexHints.amounts[name] : undefined;
    const isWhole = index?.aboveZero !== true || (from !== null && /[1-9]/.test(from));
    return index !== undefined && isWhole ? [name] : [];
  });
}

/** Returns all rows that match an amount filter, if they are few. */
export async function rowsByAmountIndex(
  definition: ListDefinition,
  businessId: BusinessId,
  query: PreparedQuery,
): Promise<IndexedRowsQuery | null> {
  for (const filter of listIndexedAmounts(definition, query)) {
    const rows = amountRows(definition, businessId, query, filter);
    const maximum = readIndexedRowLimit(definition);
    if ((await countIndexedRows(rows('1', maximum + 1))) <= maximum)
      return rows(`${readTableAlias(definition)}.*`, maximum);
  }
  return null;
}

/** Counts rows up to a bound where one amount is the only filter. Returns null otherwise. */
export async function countByAmount(
  definition: ListDefinition,
  businessId: BusinessId,
  query: PreparedQuery,
  bound: number,
): Promise<number | null> {
  const [filter] = listIndexedAmounts(definition, query);
  const filterCount = [query.choices, query.days, query.amounts].reduce(
    (sum, filters) => sum + Object.keys(filters).length,
    query.except.length - Object.keys(listDefiningFilters(definition, query)).length,
  );
  if (filter === undefined || filterCount > 1 || query.q !== null) return null;
  return countIndexedRows(amountRows(definition, businessId, query, filter)('1', bound));
}
