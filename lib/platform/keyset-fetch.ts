import 'server-only';
import type pg from 'pg';
import { databasePool } from './db.ts';
import type { Place } from './keyset-place.ts';
import { placeOf } from './keyset-place.ts';
import type { RawRow } from './record-columns.ts';

/** Where statements go: to the pool, or to one connection that sees one moment of the database. */
export type Source = () => Pick<pg.ClientBase, 'query'>;

export const anyConnection: Source = databasePool;

/** How rows are fetched, and where in the list such a row says that it stands: its last two columns. */
export type Fetch<Row> = {
  readonly run: (source: Source, statement: string, values: unknown[]) => Promise<Row[]>;
  readonly placeOf: (row: Row) => Place;
};

export const asObjects: Fetch<RawRow> = {
  run: async (source, statement, values) => (await source().query<RawRow>(statement, values)).rows,
  placeOf,
};

/** A row of columns as PostgreSQL writes them, null where there is nothing. */
export type TextRow = readonly (string | null)[];

const untouched = { getTypeParser: () => (value: string) => value };

export const asTexts: Fetch<TextRow> = {
  run: async (source, text, values) =>
    (await source().query<(string | null)[]>({ text, values, rowMode: 'array', types: untouched })).rows,
  placeOf: (row) => ({ key: row.at(-2) ?? null, id: row.at(-1) ?? '' }),
};
