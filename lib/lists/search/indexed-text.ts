import 'server-only';

/** Maps a column of the table to its name in the current statement. */
export type ColumnNaming = (column: string) => string;

/** A text with an index that may have only its start. Conditions compare the start for the index, and then all of it. */
export type IndexedText = {
  readonly sql: (naming: ColumnNaming) => string;
  /** Characters that the index has. Null: all. */
  readonly length: number | null;
};

export const toPlainText = (column: string): IndexedText => ({
  sql: (naming) => naming(column),
  length: null,
});

/** Characters with which two hashes differ: the index entry takes 24 bytes less than with a whole address. */
const transactionLength = 15;
/** The same for addresses. Those of BCH begin with the twelve characters `bitcoincash:`. */
const addressLength = 23;

const toStart = (sql: string, length: number) => `left(${sql}, ${length})`;

/** The transaction of a deposit. */
export const depositTransaction: IndexedText = {
  sql: (naming) => naming('transaction_id'),
  length: transactionLength,
};

/** Returns the normalized address of a payment or deposit. The key is null where the address was reported like that. */
export const addressSql = (column: string): string => `coalesce(${column}_key, ${column})`;

/** An address of a payment or deposit in its normalized spelling. */
export const toAddressText = (column: 'wallet_address' | 'from_address' | 'to_address'): IndexedText => ({
  sql: (naming) => `coalesce(${naming(`${column}_key`)}, ${naming(column)})`,
  length: addressLength,
});

const buildEquality = (sql: string, length: number, other: string) =>
  `${toStart(sql, length)} = ${toStart(other, length)} AND ${sql} = ${other}`;

/** Builds the condition that a payment or deposit has this normalized address, for its index: `d.from_address`. */
export const isAddressSql = (column: string, other: string): string =>
  buildEquality(addressSql(column), addressLength, other);

/** Builds the condition that a deposit has this transaction, for its index. */
export const isTransactionSql = (column: string, other: string): string =>
  buildEquality(column, transactionLength, other);

/** Returns the part of the text that the index has. */
export const startSql = ({ sql, length }: IndexedText, naming: ColumnNaming): string =>
  length === null ? sql(naming) : toStart(sql(naming), length);

/** Returns the same part of a searched text. Null: the index has all of it. */
export function takeStart({ length }: IndexedText, searched: string): string | null {
  const characters = [...searched];
  return length === null || characters.length < length ? null : characters.slice(0, length).join('');
}
