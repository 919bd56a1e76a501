import 'server-only';
import { addressKey, splitTag } from '#lib/values/addresses.ts';
import type { Statement } from './statement.ts';

/** How an identifier is looked up: exactly or by its beginning, and by one index that begins with the business. */
export type Match = 'uuid' | 'text' | 'address' | 'hash';

/** Where an identifier may stand, and how it is looked up there. Each is one index. */
export type SearchPlace = {
  /** The table and the column whose values are wanted: `deposit`, `payment_id`. */
  readonly table: string;
  readonly wanted: string;
  readonly column: string;
  readonly match: Match;
};

/** The condition that a column holds what is looked for. */
export type Holding = (statement: Statement, column: string) => string;

const beginningWith = (text: string): readonly Holding[] =>
  text === '' ? [] : [(statement, column) => statement.startsWith(column, text)];

/** The conditions of which any means that it stands there, each a stretch of the index. None: it can't stand there. */
export function holdings(match: Match, q: string): readonly Holding[] {
  switch (match) {
    case 'uuid': {
      const range = uuidRange(q);
      return range === null ? [] : [(statement, column) => statement.between(column, range, 'uuid')];
    }
    case 'text':
      return beginningWith(q);
    case 'address':
      return beginningWith(addressKey(splitTag(q).address));
    case 'hash':
      return [...new Set([q, addressKey(q)])].flatMap(beginningWith);
  }
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
