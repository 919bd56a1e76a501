import 'server-only';
import { databasePool } from './db.ts';
import type { Place } from './keyset-place.ts';
import { placeOf } from './keyset-place.ts';
import type { RawRow } from './record-columns.ts';

/** How rows are fetched, and where in the list such a row says that it stands: its last two columns. */
export type Fetch<Row> = {
  readonly run: (statement: string, values: unknown[]) => Promise<Row[]>;
  readonly placeOf: (row: Row) => Place;
};

export const asObjects: Fetch<RawRow> = {
  run: async (statement, values) => (await databasePool().query<RawRow>(statement, values)).rows,
  placeOf,
};

/** A row of columns as PostgreSQL writes them, null where there is nothing. */
export type TextRow = readonly (string | null)[];

const untouched = { getTypeParser: () => (value: string) => value };

export const asTexts: Fetch<TextRow> = {
  run: async (text, values) =>
    (await databasePool().query<(string | null)[]>({ text, values, rowMode: 'array', types: untouched }))
      .rows,
  placeOf: (row) => ({ key: row.at(-2) ?? null, id: row.at(-1) ?? '' }),
};
