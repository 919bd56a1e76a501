import 'server-only';
import { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition } from '../definition.ts';
import { isDownwards, joinTables, listCondition, selectSort } from '../definition.ts';
import { prepareQuery } from '../prepare-query.ts';
import { rowsByAmountIndex } from './few-rows.ts';

/**
 * A statement for all rows of a list, no more than `most` (null: however many): their ids in list order, so many to a
 * stretch. Its columns are the stretch's `number`, from 0 on, and `ids`. Being one statement, it sees one moment.
 */
export async function chooseScan(
  keyset: ListDefinition,
  businessId: BusinessId,
  asked: ListQuery,
  { stretch, most }: { readonly stretch: number; readonly most: number | null },
): Promise<Statement & { readonly text: string }> {
  const query = await prepareQuery(keyset, businessId, asked);
  const few = await rowsByAmountIndex(keyset, businessId, query);
  const { column, nullable } = selectSort(keyset, query);
  const way = isDownwards(keyset, query) ? 'DESC' : 'ASC';
  const order = `${nullable ? `${column} IS NULL, ` : ''}${column} ${way}, ${keyset.id} ${way}`;
  const statement = new Statement();
  const rows = joinTables(keyset, few?.(statement) ?? keyset.from);
  const where = listCondition(keyset, statement, businessId, query);
  const text = `SELECT ((number - 1) / ${stretch})::int AS number, array_agg(id ORDER BY number) AS ids
      FROM (SELECT id, row_number() OVER () AS number
              FROM (SELECT ${keyset.id} AS id FROM ${rows} WHERE ${where}
                     ORDER BY ${order} LIMIT ${statement.bind(most)}::bigint) AS ordered) AS listed
     GROUP BY 1`;
  return Object.assign(statement, { text });
}
