import 'server-only';
import { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition } from './definition.ts';
import { buildOrder, listCondition, listRows } from './definition.ts';
import { prepareQuery } from './prepare-query.ts';

/**
 * Builds a statement that returns the ids of all rows in list order, grouped into stretches, up to `maximum`. Its
 * columns are `number`, from 0 on, and `ids`. One statement reads one snapshot.
 */
export async function selectIds(
  definition: ListDefinition,
  businessId: BusinessId,
  requestedQuery: ListQuery,
  { stretch, maximum }: { readonly stretch: number; readonly maximum: number | null },
): Promise<Statement & { readonly text: string }> {
  const query = await prepareQuery(definition, businessId, requestedQuery);
  const statement = new Statement();
  const where = listCondition(definition, statement, businessId, query);
  const text = `SELECT ((number - 1) / ${stretch})::int AS number, array_agg(id ORDER BY number) AS ids
      FROM (SELECT id, row_number() OVER () AS number
              FROM (SELECT ${definition.id} AS id FROM ${listRows(definition)} WHERE ${where}
                    ${buildOrder(definition, query)} LIMIT ${statement.bind(maximum)}::bigint) AS ordered) AS listed
     GROUP BY 1`;
  return Object.assign(statement, { text });
}
