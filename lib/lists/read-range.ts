import 'server-only';
import type pg from 'pg';
import type { RawRow } from '#lib/database/record-columns.ts';
import { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition } from './cursor.ts';
import { afterPosition, positionColumns } from './cursor.ts';
import type { ListDefinition, PreparedQuery } from './definition.ts';
import { isDescending, listCondition, listRows, orderColumns, selectSort } from './definition.ts';

/** The list and query that a page reads. */
export type ListReader = {
  readonly definition: ListDefinition;
  readonly businessId: BusinessId;
  readonly query: PreparedQuery;
  /** The select list. */
  readonly select: string;
  /** Only rows of the newest days are read. Null: all rows. */
  readonly days: number | null;
  readonly client: pg.ClientBase;
};

type Range = {
  readonly position: CursorPosition | null;
  readonly backwards: boolean;
  readonly limit: number;
};

/** Reads rows among those with a sort value (`known`), or among those without one. */
async function readPart(
  { definition, businessId, query, select, days, client }: ListReader,
  part: 'known' | 'unknown',
  { position, backwards, limit }: Range,
): Promise<readonly RawRow[]> {
  const sort = selectSort(definition, query);
  const downwards = isDescending(query) !== backwards;
  const statement = new Statement();
  const where = [
    listCondition(definition, statement, businessId, query),
    ...(days === null ? [] : [`${definition.at} >= now() - interval '${days} days'`]),
    ...(sort.nullable ? [`${sort.column} IS ${part === 'known' ? 'NOT NULL' : 'NULL'}`] : []),
    ...(position === null ? [] : [afterPosition(definition, statement, sort, position, downwards)]),
  ].join(' AND ');
  const rows = listRows(definition);
  const order = `ORDER BY ${orderColumns({ ...sort, nullable: false }, definition, downwards)}`;
  const page = `WHERE ${where} ${order} LIMIT ${statement.bind(limit)}`;
  // Another order than the list's own, and an amount, may have no index of their own. An index that holds the column selects
  // the IDs of the page then, so that only its rows are read from a large table, and only for them what their columns join.
  const isByIds = sort.column !== definition.at || Object.keys(query.amounts).length > 0;
  const chosen = isByIds
    ? `WHERE ${definition.business} = ${statement.bind(businessId)}::uuid
         AND ${definition.id} = ANY(ARRAY(SELECT ${definition.id} FROM ${rows} ${page})) ${order}`
    : page;
  const text = `SELECT ${select}, ${positionColumns(definition, sort)} FROM ${rows} ${chosen}`;
  return (await client.query<RawRow>(text, statement.values)).rows;
}

/** Reads rows in list order from a position on, or backwards. Rows without a sort value come last. */
export async function readRange(reader: ListReader, range: Range): Promise<readonly RawRow[]> {
  const { position, backwards, limit } = range;
  if (!selectSort(reader.definition, reader.query).nullable) return readPart(reader, 'known', range);
  const parts = (['known', 'unknown'] as const).slice();
  if (backwards) parts.reverse();
  const current = position === null ? parts[0] : position.key === null ? 'unknown' : 'known';
  const rows = await readPart(reader, current ?? 'known', range);
  const next = parts[parts.indexOf(current ?? 'known') + 1];
  if (rows.length === limit || next === undefined) return rows;
  return [
    ...rows,
    ...(await readPart(reader, next, { ...range, position: null, limit: limit - rows.length })),
  ];
}
