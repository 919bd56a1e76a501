import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import { escapePattern } from '#lib/database/statement.ts';
import {
  bitcoinCashScheme,
  listAddressVariants,
  listHashVariants,
  listReferenceVariants,
  parseTypedAddress,
} from '#lib/values/addresses.ts';
import type { ColumnNaming, IndexedText } from './indexed-text.ts';
import { parseShortened } from './search-text-parts.ts';

/** How an identifier is matched: a reference by any part in any letters, the others exactly or by prefix. */
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

/** Returns an address with and without its scheme, as it may be stored. */
const withoutScheme = (address: string): readonly string[] =>
  address.startsWith(bitcoinCashScheme) && address !== bitcoinCashScheme
    ? [address, address.slice(bitcoinCashScheme.length)]
    : [address];

/** Returns the possible spellings of a search text. There are few, because each is looked up separately. */
export function searchVariants(match: Exclude<IdentifierMatch, 'uuid'>, q: string): readonly string[] {
  const variants = {
    text: () => [q],
    reference: () => listReferenceVariants(q),
    address: () => listAddressVariants(parseTypedAddress(q).address).flatMap(withoutScheme),
    hash: () => listHashVariants(q),
  };
  return [...new Set(variants[match]())].filter((variant) => variant !== '');
}

/** Returns conditions of which one must match. Empty: the text can't match this column. */
export function identifierConditions(
  match: IdentifierMatch,
  text: IndexedText,
  q: string,
): readonly IdentifierCondition[] {
  if (match === 'reference') return [referenceCondition(text, q)];
  const shortened = parseShortened(q);
  return shortened === null
    ? prefixConditions(match, text, q)
    : prefixConditions(match, text, shortened.head).map((beginning) =>
        withEnding(text, beginning, shortened.tail),
      );
}

/** A shorter part has no trigram, so only beginnings are found by it. */
const shortestPart = 3;

/** Matches a part of a reference in any letters, or its beginning and end where it is shortened in the middle. */
function referenceCondition(text: IndexedText, q: string): IdentifierCondition {
  const shortened = parseShortened(q);
  const beforePart = q.length < shortestPart ? '' : '%';
  const pattern =
    shortened === null
      ? `${beforePart}${escapePattern(q)}%`
      : `${escapePattern(shortened.head)}%${escapePattern(shortened.tail)}`;
  return (statement, naming) => statement.isLike(text(naming), pattern);
}

/** Also requires the end of the identifier, which no index has. A start as long as pages show has few matches. */
const withEnding =
  (text: IndexedText, beginning: IdentifierCondition, tail: string): IdentifierCondition =>
  (statement, naming) =>
    `${beginning(statement, naming)} AND lower(right(${text(naming)}::text, ${tail.length})) = ${statement.bind(tail.toLowerCase())}`;

function prefixConditions(
  match: Exclude<IdentifierMatch, 'reference'>,
  text: IndexedText,
  q: string,
): readonly IdentifierCondition[] {
  if (match !== 'uuid')
    return searchVariants(match, q).map(
      (variant): IdentifierCondition =>
        (statement, naming) =>
          statement.startsWith(text(naming), variant),
    );
  const range = uuidRange(q);
  return range === null ? [] : [(statement, naming) => statement.between(text(naming), range, 'uuid')];
}

/**
 * Matches an address together with the typed tag, because many may share an address. Empty: no tag was typed.
 */
export function taggedAddressConditions(
  tag: string,
  address: IndexedText,
  q: string,
): readonly IdentifierCondition[] {
  const { tag: typedTag } = parseTypedAddress(q);
  const variants = searchVariants('address', q);
  if (typedTag === null || variants.length === 0) return [];
  return [
    (statement, naming) =>
      `${statement.startsWith(naming(tag), typedTag)} AND ${statement.oneOf(address(naming), variants)}`,
  ];
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
