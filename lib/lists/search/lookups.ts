import 'server-only';
import { bindBusiness } from '#lib/database/business-key.ts';
import { estimateRows } from '#lib/database/plan-estimate.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { IdentifierCondition, IndexCondition } from './identifier-search.ts';

/** One range of one index. */
type Range = {
  readonly index: {
    readonly table: string;
    readonly result: string;
    readonly order?: string;
    readonly isShort?: boolean;
    readonly isUuid?: boolean;
    readonly toRowIds?: (result: string, business: string) => string;
  };
  readonly condition: IndexCondition;
};

/** Builds the FROM and WHERE clause of a range. */
const buildRange = (
  { table, isUuid = false }: Range['index'],
  condition: IdentifierCondition,
  { statement, businessId }: { statement: Statement; businessId: BusinessId },
): string => {
  const inBusiness = bindBusiness(table, statement, businessId, { isUuid });
  return `FROM ${table} WHERE ${inBusiness} AND ${condition(statement, (column) => column)}`;
};

async function selectLists<Item>(statement: Statement, selects: readonly string[]): Promise<readonly Item[]> {
  const text = `SELECT ${selects.map((select, at) => `${select} AS "${at}"`).join(', ')}`;
  const { rows } = await databasePool().query<Record<string, Item>>(text, statement.values);
  return selects.flatMap((_, at) => rows[0]?.[String(at)] ?? []);
}

/** Expected rows from which a range is not counted up to the bound. */
const veryManyRows = 20_000;
/** Matches with which such a range is not a wrong guess. */
const someRows = 200;

/**
 * Returns how far each range is counted. An index of short starts can't count alone: each row is read. So for a beginning
 * that very many texts have, such as `0x`, a few matches are enough.
 */
async function chooseBounds(
  ranges: readonly Range[],
  businessId: BusinessId,
  bound: number,
): Promise<readonly number[]> {
  const isUnsure = ({ index, condition }: Range) =>
    index.isShort === true && condition.byIndex === undefined && bound > someRows;
  const unsure = ranges.filter(isUnsure);
  const statement = new Statement();
  const queries = unsure.map(
    ({ index, condition }) =>
      `SELECT 1 ${buildRange(index, condition, { statement, businessId })} LIMIT ${veryManyRows}`,
  );
  const expected = await estimateRows(queries, statement.values);
  const wide = new Set(unsure.filter((_, at) => (expected[at] ?? 0) >= veryManyRows));
  return ranges.map((range) => (wide.has(range) ? someRows : bound));
}

/** Counts the matches of each range up to a bound, by its index. A range that is expected to reach it counts as such. */
export async function countMatches(
  ranges: readonly Range[],
  businessId: BusinessId,
  bound: number,
): Promise<readonly number[]> {
  const bounds = await chooseBounds(ranges, businessId, bound);
  const statement = new Statement();
  const counts = ranges.map(({ index, condition }, at) => {
    const order = index.order === undefined ? '' : ` ORDER BY ${index.order}`;
    const stretch = `SELECT ${buildRange(index, condition.byIndex ?? condition, { statement, businessId })}${order} LIMIT ${bounds[at] ?? bound}`;
    return `(SELECT count(*)::int FROM (${stretch}) AS stretch)`;
  });
  const counted = await selectLists<number>(statement, counts);
  return counted.map((count, at) => (count === bounds[at] ? bound : count));
}

/** Reads the row ids of short ranges, each up to a bound. */
export function readRowIds(
  ranges: readonly Range[],
  businessId: BusinessId,
  bound: number,
): Promise<readonly { readonly ids: readonly string[] }[]> {
  const statement = new Statement();
  const selects = ranges.map(({ index, condition }) => {
    const { result, toRowIds } = index;
    const resultsQuery = `SELECT ${result} ${buildRange(index, condition, { statement, businessId })} LIMIT ${bound}`;
    const text = toRowIds
      ? `${toRowIds(`ARRAY(${resultsQuery})`, `${statement.bind(businessId)}::uuid`)} LIMIT ${bound}`
      : resultsQuery;
    return `json_build_object('ids', ARRAY(${text}))`;
  });
  return selectLists(statement, selects);
}
