import 'server-only';
import { addressScheme } from '#lib/values/addresses.ts';

/** Maps a column of the table to its name in the current statement. */
export type ColumnNaming = (column: string) => string;

/** A text with an index that may have only its start. Conditions compare the start for the index, and then all of it. */
export type IndexedText = {
  readonly sql: (naming: ColumnNaming) => string;
  /** Characters that the index has. Null: all. */
  readonly length: number | null;
  /** The index leaves out the scheme of an address. */
  readonly isAddress?: boolean;
};

/** Letters with which addresses of BCH go on after the scheme, one for each kind. */
const kindsAfterScheme = ['q', 'p', 'z'] as const;

export const toPlainText = (column: string): IndexedText => ({
  sql: (naming) => naming(column),
  length: null,
});

/**
 * Characters of transactions and addresses that indexes have. Nearly all differ in them, and the entry takes no more space
 * than one with seven.
 */
const startLength = 11;

/** The transaction of a deposit. */
export const depositTransaction: IndexedText = {
  sql: (naming) => naming('transaction_id'),
  length: startLength,
};

/** Returns the normalized address of a payment or deposit. The key is null where the address was reported like that. */
export const addressSql = (column: string): string => `coalesce(${column}_key, ${column})`;

/** An address of a payment or deposit in its normalized spelling. */
export const toAddressText = (column: 'wallet_address' | 'from_address' | 'to_address'): IndexedText => ({
  sql: (naming) => `coalesce(${naming(`${column}_key`)}, ${naming(column)})`,
  length: startLength,
  isAddress: true,
});

/** Returns the text without the scheme of an address. */
const withoutScheme = (sql: string, { isAddress = false }: Omit<IndexedText, 'sql'>): string =>
  isAddress ? `replace(${sql}, '${addressScheme}', '')` : sql;

/** Returns the start of a text, as indexes have it. */
const toStart = (sql: string, text: Omit<IndexedText, 'sql'>): string =>
  text.length === null ? sql : `left(${withoutScheme(sql, text)}, ${text.length})`;

const buildEquality = (sql: string, text: Omit<IndexedText, 'sql'>, other: string) =>
  `${toStart(sql, text)} = ${toStart(other, text)} AND ${sql} = ${other}`;

/** Builds the condition that a payment or deposit has this normalized address, for its index: `d.from_address`. */
export const isAddressSql = (column: string, other: string): string =>
  buildEquality(addressSql(column), { length: startLength, isAddress: true }, other);

/** Builds the condition that a deposit has this transaction, for its index. */
export const isTransactionSql = (column: string, other: string): string =>
  buildEquality(column, depositTransaction, other);

/** Returns the part of the text that the index has. */
export const startSql = (text: IndexedText, naming: ColumnNaming): string => toStart(text.sql(naming), text);

/** Returns the text whose beginning a search compares. */
export const comparedSql = (text: IndexedText, naming: ColumnNaming): string =>
  withoutScheme(text.sql(naming), text);

/** Returns a searched text in the same form. */
export const toComparedText = ({ isAddress = false }: IndexedText, searched: string): string =>
  isAddress ? searched.replaceAll(addressScheme, '') : searched;

/** Returns the part of a searched text that the index has, or all of it where the index has more. */
export function takeStart(text: IndexedText, searched: string): string {
  const compared = toComparedText(text, searched);
  return text.length === null ? compared : [...compared].slice(0, text.length).join('');
}

/** Returns whether this part of a searched text is as long as the index has it. */
export const hasWholeStart = ({ length }: IndexedText, start: string): boolean =>
  length !== null && [...start].length === length;

/** Returns the starts that the index has of addresses whose whole text may begin with a part of the scheme. */
export const listStartsAfterScheme = (
  { isAddress = false }: IndexedText,
  searched: string,
): readonly string[] =>
  isAddress && searched !== '' && addressScheme.startsWith(searched) ? kindsAfterScheme : [];
