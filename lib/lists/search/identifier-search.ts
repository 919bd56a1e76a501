import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import {
  listAddressVariants,
  listHashVariants,
  listReferenceVariants,
  parseTypedAddress,
} from '#lib/values/addresses.ts';
import type { ColumnNaming, IndexedText } from './indexed-text.ts';
import {
  comparedSql,
  hasWholeStart,
  listStartsAfterScheme,
  startSql,
  takeStart,
  toComparedText,
} from './indexed-text.ts';
import { listTailLengths, parseShortened } from './search-text-parts.ts';

/** How an identifier is matched, exactly or by prefix, in an index that starts with the business. */
export type IdentifierMatch = 'uuid' | 'text' | 'reference' | 'address' | 'hash';

/** An indexed identifier. */
export type IdentifierColumn = {
  /** Table and result column: `deposit`, `payment_id`. */
  readonly table: string;
  readonly result: string;
  readonly text: IndexedText;
  readonly match: IdentifierMatch;
};

/** A condition on a row. */
export type IdentifierCondition = (statement: Statement, naming: ColumnNaming) => string;

/** A condition that matches a row, with the weaker one that the index can answer. */
export type IndexCondition = IdentifierCondition & { readonly byIndex?: IdentifierCondition };

/** Returns the possible spellings of a search text. There are few, because each is looked up separately. */
export function searchVariants(match: Exclude<IdentifierMatch, 'uuid'>, q: string): readonly string[] {
  const variants = {
    text: () => [q],
    reference: () => listReferenceVariants(q),
    address: () => listAddressVariants(parseTypedAddress(q).address),
    hash: () => listHashVariants(q),
  };
  return variants[match]().filter((variant) => variant !== '');
}

/** Returns conditions of which one must match, each a range of the index. Empty: the text can't match this column. */
export function identifierConditions(
  match: IdentifierMatch,
  text: IndexedText,
  q: string,
): readonly IndexCondition[] {
  const shortened = parseShortened(q);
  return shortened === null
    ? prefixConditions(match, text, q)
    : prefixConditions(match, text, shortened.head).map((beginning) =>
        withEnding(text, beginning, shortened.tail),
      );
}

/** Also requires the end of the identifier, which no index has. A start as long as pages show has few matches. */
function withEnding(text: IndexedText, beginning: IndexCondition, tail: string): IndexCondition {
  const isThere: IdentifierCondition = (statement, naming) =>
    `${beginning(statement, naming)} AND lower(right(${text.sql(naming)}::text, ${tail.length})) = ${statement.bind(tail.toLowerCase())}`;
  return Object.assign(isThere, { byIndex: beginning.byIndex ?? beginning });
}

function prefixConditions(match: IdentifierMatch, text: IndexedText, q: string): readonly IndexCondition[] {
  if (match !== 'uuid') {
    const variants = searchVariants(match, q);
    const beginnings = new Set(variants.map((variant) => toComparedText(text, variant)));
    return [
      ...[...beginnings].filter((one) => one !== '').map((one) => prefixCondition(text, one)),
      ...variants.flatMap((variant) =>
        listStartsAfterScheme(text, variant).map((start) => schemeCondition(text, start, variant)),
      ),
    ];
  }
  const range = uuidRange(q);
  return range === null ? [] : [(statement, naming) => statement.between(text.sql(naming), range, 'uuid')];
}

/** Matches a beginning. One that is at least as long as the index has is compared with the whole text as well. */
function prefixCondition(text: IndexedText, prefix: string): IndexCondition {
  const start = takeStart(text, prefix);
  if (!hasWholeStart(text, start))
    return (statement, naming) => statement.startsWith(startSql(text, naming), start);
  const byIndex: IdentifierCondition = (statement, naming) =>
    statement.oneOf(startSql(text, naming), [start]);
  const isThere: IdentifierCondition = (statement, naming) =>
    `${byIndex(statement, naming)} AND ${statement.startsWith(comparedSql(text, naming), toComparedText(text, prefix))}`;
  return Object.assign(isThere, { byIndex });
}

/** Matches addresses whose scheme begins like this. Pages shorten an address to eight characters of its scheme. */
function schemeCondition(text: IndexedText, start: string, prefix: string): IndexCondition {
  const byIndex: IdentifierCondition = (statement, naming) =>
    statement.startsWith(startSql(text, naming), start);
  const isThere: IdentifierCondition = (statement, naming) =>
    `${byIndex(statement, naming)} AND ${statement.startsWith(text.sql(naming), prefix)}`;
  return Object.assign(isThere, { byIndex });
}

/** Matches one of several whole texts. */
export function textCondition(text: IndexedText, values: readonly string[]): IndexCondition {
  const isThere: IdentifierCondition = (statement, naming) => statement.oneOf(text.sql(naming), values);
  if (text.length === null) return isThere;
  const byIndex: IdentifierCondition = (statement, naming) =>
    statement.oneOf(startSql(text, naming), [...new Set(values.map((value) => takeStart(text, value)))]);
  return Object.assign(
    ((statement, naming) =>
      `${byIndex(statement, naming)} AND ${isThere(statement, naming)}`) satisfies IdentifierCondition,
    { byIndex },
  );
}

/**
 * Matches an address together with the typed tag, through the index of the tags, because many may share an address.
 * Empty: no tag was typed.
 */
export function taggedAddressConditions(
  tag: string,
  address: IndexedText,
  q: string,
): readonly IndexCondition[] {
  const typed = parseTypedAddress(q);
  const variants = searchVariants('address', q);
  const typedTag = typed.tag;
  if (typedTag === null || variants.length === 0) return [];
  const byIndex: IdentifierCondition = (statement, naming) => statement.startsWith(naming(tag), typedTag);
  const isThere: IdentifierCondition = (statement, naming) =>
    `${byIndex(statement, naming)} AND ${statement.oneOf(address.sql(naming), variants)}`;
  return [Object.assign(isThere, { byIndex })];
}

const uuidShape = '00000000-0000-0000-0000-000000000000';

/** Returns the lowest and highest UUID with this prefix. Dashes must be in the right places. */
function uuidRange(text: string): { low: string; high: string } | null {
  const prefix = text.toLowerCase();
  if (prefix.length < 2 || prefix.length > uuidShape.length) return null;
  for (const [at, letter] of [...prefix].entries())
    if (uuidShape[at] === '-' ? letter !== '-' : !/[0-9a-f]/.test(letter)) return null;
  const rest = uuidShape.slice(prefix.length);
  return { low: prefix + rest, high: prefix + rest.replaceAll('0', 'f') };
}

/** SQL of the last parts of a reference, as their indexes have it. */
export const referenceTailSql = (column: string, parts: number): string =>
  `reference_tail(${column}, ${parts})`;

/** Returns conditions on the last `parts` parts of a reference, each a range of their index. */
export const referenceTailConditions = (
  column: string,
  parts: number,
  q: string,
): readonly IndexCondition[] =>
  listTailLengths(q).includes(parts)
    ? searchVariants('reference', q).map(
        (variant): IndexCondition =>
          (statement, naming) =>
            statement.startsWith(referenceTailSql(naming(column), parts), variant),
      )
    : [];
