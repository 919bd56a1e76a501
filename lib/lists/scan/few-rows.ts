import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition, TimedQuery } from '../definition.ts';
import { listCondition, readAlias } from '../definition.ts';
import { isFound, listDefiningFilters } from './split-conditions.ts';

/** So many rows are fetched from here and there and put in order within ten milliseconds. */
const usualFew = 2_000;

/** Rows of a list's table, under its own alias. */
export type FewRows = (statement: Statement) => string;

/** What an amount's own index finds, in its order and no further than a bound, so that no other way is taken. */
function byAmount(keyset: ListDefinition, businessId: BusinessId, query: TimedQuery, filter: string) {
  const range = query.amounts[filter];
  const alone: TimedQuery = {
    ...query,
    q: null,
    choices: listDefiningFilters(keyset, query),
    days: {},
    amounts: range ? { [filter]: range } : {},
    except: [],
  };
  return (select: string, bound: number) => (statement: Statement) =>
    `(SELECT ${select} FROM ${keyset.from} WHERE ${listCondition(keyset, statement, businessId, alone)}
      ORDER BY ${keyset.bounds?.amounts[filter]?.column} LIMIT ${bound}) ${readAlias(keyset)}`;
}

/** How many of them are few in this list. */
export const readFewLimit = ({ bounds }: ListDefinition): number => bounds?.few ?? usualFew;

export async function countFewRows(rows: FewRows): Promise<number> {
  const statement = new Statement();
  const text = `SELECT count(*)::int AS count FROM ${rows(statement)}`;
  const found = await databasePool().query<{ count: number }>(text, statement.values);
  return found.rows[0]?.count ?? 0;
}

/** The filters of amounts whose index holds everything that they ask for. */
function indexed(keyset: ListDefinition, query: TimedQuery): readonly string[] {
  const { bounds } = keyset;
  if (bounds === undefined || isFound(keyset, query)) return [];
  return Object.entries(query.amounts).flatMap(([name, { from }]) => {
    const index = Object.hasOwn(bounds.amounts, name) ? bounds.amounts[name] : undefined;
    const isWhole = index?.aboveZero !== true || (from !== null && /[1-9]/.test(from));
    return index !== undefined && isWhole ? [name] : [];
  });
}

/** All rows that an amount's index leads to, where they are few. */
export async function rowsByAmountIndex(
  keyset: ListDefinition,
  businessId: BusinessId,
  query: TimedQuery,
): Promise<FewRows | null> {
  for (const filter of indexed(keyset, query)) {
    const rows = byAmount(keyset, businessId, query, filter);
    const most = readFewLimit(keyset);
    if ((await countFewRows(rows('1', most + 1))) <= most) return rows(`${readAlias(keyset)}.*`, most);
  }
  return null;
}

/** How many rows there are up to a bound, where nothing but one amount is filtered for. Null: that is not so. */
export async function countByAmount(
  keyset: ListDefinition,
  businessId: BusinessId,
  query: TimedQuery,
  bound: number,
): Promise<number | null> {
  const [filter] = indexed(keyset, query);
  const asked = [query.choices, query.days, query.amounts].reduce(
    (sum, filters) => sum + Object.keys(filters).length,
    query.except.length - Object.keys(listDefiningFilters(keyset, query)).length,
  );
  if (filter === undefined || asked > 1 || query.q !== null) return null;
  return countFewRows(byAmount(keyset, businessId, query, filter)('1', bound));
}
