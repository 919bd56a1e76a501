import 'server-only';
import { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition } from '../definition.ts';
import { isDescending, listCondition, selectSort, withJoins } from '../definition.ts';
import { prepareQuery } from '../prepare-query.ts';
import { rowsByAmountIndex } from './indexed-rows.ts';

/**
 * Builds a statement that returns the ids of all rows in list order, grouped into stretches, up to `maximum`. Its
 * columns are `number`, from 0 on, and `ids`. One statement reads one snapshot.
 */
export async function chooseScan(
  definition: ListDefinition,
  businessId: BusinessId,
  requestedQuery: ListQuery,
  { stretch, maximum }: { readonly stretch: number; readonly maximum: number | null },
): Promise<Statement & { readonly text: string }> {
  const query = await prepareQuery(definition, businessId, requestedQuery);
  const fewRows = await rowsByAmountIndex(definition, businessId, query);
  const { column, nullable } = selectSort(definition, query);
  const direction = isDescending(definition, query) ? 'DESC' : 'ASC';
  const order = `${nullable ? `${column} IS NULL, ` : ''}${column} ${direction}, ${definition.id} ${direction}`;
  const statement = new Statement();
  const rows = withJoins(definition, fewRows?.(statement) ?? definition.from);
  const where = listCondition(definition, statement, businessId, query);
  const text = `SELECT ((number - 1) / ${stretch})::int AS number, array_agg(id ORDER BY number) AS ids
      FROM (SELECT id, row_number() OVER () AS number
              FROM (SELECT ${definition.id} AS id FROM ${rows} WHERE ${where}
                     ORDER BY ${order} LIMIT ${statement.bind(maximum)}::bigint) AS ordered) AS listed
     GROUP BY 1`;
  return Object.assign(statement, { text });
}
