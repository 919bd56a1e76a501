import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import { addressForms, hashForms, referenceForms, typedAddress } from '#lib/values/addresses.ts';

/** How an identifier is looked up: exactly or by its beginning, and by one index that begins with the business. */
export type Match = 'uuid' | 'text' | 'reference' | 'address' | 'hash';

/** Where an identifier may stand, and how it is looked up there. Each is one index. */
export type SearchPlace = {
  /** The table and the column whose values are wanted: `deposit`, `payment_id`. */
  readonly table: string;
  readonly wanted: string;
  readonly column: string;
  readonly match: Match;
};

/** What a column of a place's table is called where its rows are looked at. */
export type Naming = (column: string) => string;

/** A condition on a row. */
export type Condition = (statement: Statement, naming: Naming) => string;

/** The condition that what is looked for stands in a row; and what the index has of it, where that is less. */
export type Holding = Condition & { readonly byIndex?: Condition };

/** How what was typed may be written there: no more than a handful, for each is looked up by itself. */
export function searchVariants(match: Exclude<Match, 'uuid'>, q: string): readonly string[] {
  const forms = {
    text: () => [q],
    reference: () => referenceForms(q),
    address: () => addressForms(typedAddress(q).address),
    hash: () => hashForms(q),
  };
  return forms[match]().filter((form) => form !== '');
}

/** The conditions of which any means that it stands there, each a stretch of the index. None: it can't stand there. */
export function holdings(match: Match, column: string, q: string): readonly Holding[] {
  if (match !== 'uuid')
    return searchVariants(match, q).map(
      (form): Holding =>
        (statement, naming) =>
          statement.startsWith(naming(column), form),
    );
  const range = uuidRange(q);
  return range === null ? [] : [(statement, naming) => statement.between(naming(column), range, 'uuid')];
}

/**
 * That something stands at the address that was typed and has the tag that was typed behind it, by the index of the tags,
 * for very many may stand at one address. None: no tag was typed.
 */
export function taggedHoldings(tag: string, address: string, q: string): readonly Holding[] {
  const typed = typedAddress(q);
  const forms = searchVariants('address', q);
  const begin = typed.tag;
  if (begin === null || forms.length === 0) return [];
  const byIndex: Condition = (statement, naming) => statement.startsWith(naming(tag), begin);
  const isThere: Condition = (statement, naming) =>
    `${byIndex(statement, naming)} AND ${statement.oneOf(naming(address), forms)}`;
  return [Object.assign(isThere, { byIndex })];
}

const shape = '00000000-0000-0000-0000-000000000000';

/** The first and last UUID that begin with the text, dashes where they belong. */
function uuidRange(text: string): { low: string; high: string } | null {
  const given = text.toLowerCase();
  if (given.length < 2 || given.length > shape.length) return null;
  for (const [at, letter] of [...given].entries())
    if (shape[at] === '-' ? letter !== '-' : !/[0-9a-f]/.test(letter)) return null;
  const rest = shape.slice(given.length);
  return { low: given + rest, high: given + rest.replaceAll('0', 'f') };
}
