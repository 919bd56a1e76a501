import 'server-only';
import type { QuerySource } from '#lib/database/query-source.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import type { CursorPosition } from './cursor.ts';
import { toPosition } from './cursor.ts';

/** Runs a statement and reads the position of each row from its last two columns. */
export type RowFetcher<Row> = {
  readonly run: (source: QuerySource, statement: string, values: unknown[]) => Promise<Row[]>;
  readonly readPosition: (row: Row) => CursorPosition;
};

export const objectRowFetcher: RowFetcher<RawRow> = {
  run: async (source, statement, values) => (await source().query<RawRow>(statement, values)).rows,
  readPosition: toPosition,
};

/** A row of columns as PostgreSQL text, null where empty. */
export type TextRow = readonly (string | null)[];

const textTypes = { getTypeParser: () => (value: string) => value };

export const textRowFetcher: RowFetcher<TextRow> = {
  run: async (source, text, values) =>
    (await source().query<(string | null)[]>({ text, values, rowMode: 'array', types: textTypes })).rows,
  readPosition: (row) => ({ key: row.at(-2) ?? null, id: row.at(-1) ?? '' }),
};
