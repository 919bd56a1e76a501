import 'server-only';

/** Maps a column of the table to its name in the current statement. */
export type ColumnNaming = (column: string) => string;

/** A text with an index. */
export type IndexedText = (naming: ColumnNaming) => string;

export const toPlainText =
  (column: string): IndexedText =>
  (naming) =>
    naming(column);

/** Returns the normalized address of a payment or deposit. The key is null where the address was reported like that. */
export const addressSql = (column: string): string => `coalesce(${column}_key, ${column})`;

/** Returns the key of the name of a risk entity or owner, equal for equivalent spellings. Null: it names nothing. */
export const entityKeySql = (name: string): string => `nullif(left(lower(trim(${name})), 200), '')`;

/** An address of a payment or deposit in its normalized spelling. */
export const toAddressText =
  (column: 'wallet_address' | 'from_address' | 'to_address'): IndexedText =>
  (naming) =>
    `coalesce(${naming(`${column}_key`)}, ${naming(column)})`;
