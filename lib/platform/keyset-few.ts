import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import { databasePool } from './db.ts';
import type { Keyset, TimedQuery } from './keyset-shape.ts';
import { aliasOf, listCondition } from './keyset-shape.ts';
import { groundOf, isFound } from './keyset-split.ts';
import { Statement } from './statement.ts';

/** So many rows are fetched from here and there and put in order within ten milliseconds. */
const usualFew = 2_000;

/** Rows of a list's table, under its own alias. */
export type FewRows = (statement: Statement) => string;

/** What an amount's own index finds, in its order and no further than a bound, so that no other way is taken. */
function byAmount(keyset: Keyset, businessId: BusinessId, query: TimedQuery, filter: string) {
  const range = query.amounts[filter];
  const alone: TimedQuery = {
    ...query,
    q: null,
    choices: groundOf(keyset, query),
    days: {},
    amounts: range ? { [filter]: range } : {},
    except: [],
  };
  return (select: string, bound: number) => (statement: Statement) =>
    `(SELECT ${select} FROM ${keyset.from} WHERE ${listCondition(keyset, statement, businessId, alone)}
      ORDER BY ${keyset.bounds?.amounts[filter]?.column} LIMIT ${bound}) ${aliasOf(keyset)}`;
}

/** How many of them are few in this list. */
export const fewOf = ({ bounds }: Keyset): number => bounds?.few ?? usualFew;

export async function countOf(rows: FewRows): Promise<number> {
  const statement = new Statement();
  const text = `SELECT count(*)::int AS count FROM ${rows(statement)}`;
  const found = await databasePool().query<{ count: number }>(text, statement.values);
  return found.rows[0]?.count ?? 0;
}

/** The filters of amounts whose index holds everything that they ask for. */
function indexed(keyset: Keyset, query: TimedQuery): readonly string[] {
  const { bounds } = keyset;
  if (bounds === undefined || isFound(keyset, query)) return [];
  return Object.entries(query.amounts).flatMap(([name, { from }]) => {
    const index = Object.hasOwn(bounds.amounts, name) ? bounds.amounts[name] : undefined;
    const isWhole = index?.aboveZero !== true || (from !== null && /[1-9]/.test(from));
    return index !== undefined && isWhole ? [name] : [];
  });
}

/** All rows that an amount's index leads to, where they are few. */
export async function fewByAmount(
  keyset: Keyset,
  businessId: BusinessId,
  query: TimedQuery,
): Promise<FewRows | null> {
  for (const filter of indexed(keyset, query)) {
    const rows = byAmount(keyset, businessId, query, filter);
    const most = fewOf(keyset);
    if ((await countOf(rows('1', most + 1))) <= most) return rows(`${aliasOf(keyset)}.*`, most);
  }
  return null;
}

/** How many rows there are up to a bound, where nothing but one amount is filtered for. Null: that is not so. */
export async function countByAmount(
  keyset: Keyset,
  businessId: BusinessId,
  query: TimedQuery,
  bound: number,
): Promise<number | null> {
  const [filter] = indexed(keyset, query);
  const asked = [query.choices, query.days, query.amounts].reduce(
    (sum, filters) => sum + Object.keys(filters).length,
    query.except.length - Object.keys(groundOf(keyset, query)).length,
  );
  if (filter === undefined || asked > 1 || query.q !== null) return null;
  return countOf(byAmount(keyset, businessId, query, filter)('1', bound));
}
