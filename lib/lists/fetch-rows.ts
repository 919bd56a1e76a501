import 'server-only';
import type { QuerySource } from '#lib/database/query-source.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import type { CursorPosition } from './cursor.ts';
import { toPosition } from './cursor.ts';

/** How rows are fetched, and where in the list such a row says that it stands: its last two columns. */
export type Fetch<Row> = {
  readonly run: (source: QuerySource, statement: string, values: unknown[]) => Promise<Row[]>;
  readonly placeOf: (row: Row) => CursorPosition;
};

export const asObjects: Fetch<RawRow> = {
  run: async (source, statement, values) => (await source().query<RawRow>(statement, values)).rows,
  placeOf: toPosition,
};

/** A row of columns as PostgreSQL writes them, null where there is nothing. */
export type TextRow = readonly (string | null)[];

const untouched = { getTypeParser: () => (value: string) => value };

export const asTexts: Fetch<TextRow> = {
  run: async (source, text, values) =>
    (await source().query<(string | null)[]>({ text, values, rowMode: 'array', types: untouched })).rows,
  placeOf: (row) => ({ key: row.at(-2) ?? null, id: row.at(-1) ?? '' }),
};
