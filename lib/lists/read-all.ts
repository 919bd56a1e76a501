import 'server-only';
import type pg from 'pg';
import { declareCursor, fetchSql } from '#lib/database/cursor.ts';
import { readSnapshot } from '#lib/database/long-reads.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListDefinition } from './definition.ts';
import { buildOrder, idCondition, listCondition, listRows } from './definition.ts';
import { prepareQuery } from './prepare-query.ts';

/** A row of columns as PostgreSQL text, null where empty. */
export type TextRow = readonly (string | null)[];

type Query = { readonly text: string; readonly values?: unknown[] };

/** Runs a query and returns its rows in one form. */
type Fetch<Row> = (client: Pick<pg.ClientBase, 'query'>, query: Query) => Promise<readonly Row[]>;

const fetchObjects: Fetch<RawRow> = async (client, query) => (await client.query<RawRow>(query)).rows;

const textTypes = { getTypeParser: () => (value: string) => value };

const fetchTexts: Fetch<TextRow> = async (client, query) =>
  (await client.query<(string | null)[]>({ ...query, rowMode: 'array', types: textTypes })).rows;

type AllRowsInput = {
  readonly businessId: BusinessId;
  readonly query: ListQuery;
  readonly select: string;
  readonly batch?: number;
};

/** Reads all rows through a cursor of the database, which runs the statement once. */
async function* readBatches<Row>(
  definition: ListDefinition,
  { businessId, query: requestedQuery, select, batch = 1_000 }: AllRowsInput,
  fetch: Fetch<Row>,
  client: pg.ClientBase,
): AsyncGenerator<readonly Row[]> {
  const query = await prepareQuery(definition, businessId, requestedQuery);
  const statement = new Statement();
  const where = listCondition(definition, statement, businessId, query);
  await declareCursor(
    (sql, values) => client.query(sql, values),
    `SELECT ${select} FROM ${listRows(definition)} WHERE ${where} ${buildOrder(definition, query)}`,
    statement.values,
  );
  const readNext = () => fetch(client, { text: fetchSql(batch) });
  let next: Promise<readonly Row[]> | null = readNext();
  try {
    while (next !== null) {
      const rows: readonly Row[] = await next;
      // The database reads the next batch while this one is written.
      next = rows.length === batch ? readNext() : null;
      // The consumer may have stopped when this fails.
      next?.catch(() => undefined);
      if (rows.length > 0) yield rows;
    }
  } finally {
    // A connection runs one statement at a time.
    await next?.catch(() => undefined);
  }
}

/**
 * Reads every row in list order, in batches of constant memory. All come from one snapshot, so each appears exactly
 * once.
 */
export async function* readAll<Row>(
  definition: ListDefinition,
  { read, ...options }: AllRowsInput & { readonly read: (row: RawRow) => Row },
): AsyncGenerator<readonly Row[]> {
  for await (const rows of readSnapshot((client) => readBatches(definition, options, fetchObjects, client)))
    yield rows.map(read);
}

/** Reads all rows as text (`selectTexts`), several times as fast, for exports that don't need parsed values. */
export const readAllTexts = (
  definition: ListDefinition,
  options: AllRowsInput,
): AsyncGenerator<readonly TextRow[]> =>
  readSnapshot((client) => readBatches(definition, options, fetchTexts, client));

type RowsByIdInput = {
  readonly businessId: BusinessId;
  readonly ids: readonly string[];
  readonly select: string;
};

/** Reads these rows in the given order with their current values, in one statement. Deleted rows are left out. */
function fetchByIds<Row>(
  definition: ListDefinition,
  { businessId, ids, select }: RowsByIdInput,
  fetch: Fetch<Row>,
): Promise<readonly Row[]> {
  const statement = new Statement();
  const inBusiness = `${definition.business} = ${statement.bind(businessId)}::uuid`;
  const idArray = `${statement.bind(ids)}::uuid[]`;
  const hasId = idCondition(definition, statement, ids);
  const text = `SELECT ${select} FROM ${listRows(definition)}
      JOIN unnest(${idArray}) WITH ORDINALITY AS requested(id, number) ON requested.id = ${definition.id}
     WHERE ${inBusiness} AND ${hasId} ORDER BY requested.number`;
  return fetch(databasePool(), { text, values: statement.values });
}

export const readRowsById = async <Row>(
  definition: ListDefinition,
  { read, ...options }: RowsByIdInput & { readonly read: (row: RawRow) => Row },
): Promise<readonly Row[]> => (await fetchByIds(definition, options, fetchObjects)).map(read);

export const readTextsById = (
  definition: ListDefinition,
  options: RowsByIdInput,
): Promise<readonly TextRow[]> => fetchByIds(definition, options, fetchTexts);
