import 'server-only';
import { tDirectory } from '#lib/messages/directory.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { ScimError } from './scim-error.ts';

/** One comparison of a filter. The attribute is in lower case, without the URN of its schema. */
export type Comparison = { readonly attribute: string; readonly value: string | boolean };

/** The target of a change. `filter` selects among the values of an attribute that has several. */
export type AttributePath = {
  readonly attribute: string;
  readonly filter: Comparison | null;
  readonly sub: string | null;
};

const maximumLength = 2_000;
/** A prefix such as `urn:ietf:params:scim:schemas:core:2.0:User:`. */
const urn = /^urn:[a-z0-9][a-z0-9:._-]*:(?=[a-z$])/i;
const name = '[A-Za-z$][A-Za-z0-9_$-]*';
const literal = '"(?:[^"\\\\]|\\\\.)*"|true|false';
const comparison = new RegExp(`^\\s*(${name}(?:\\.${name})?)\\s+eq\\s+(${literal})\\s*`, 'i');
const path = new RegExp(`^(${name})(?:\\[([^\\]]*)\\])?(?:\\.(${name}))?$`);

/** Leaves out the URN of a schema before the name of an attribute. */
export const withoutUrn = (text: string): string => text.trim().replace(urn, '');

function parseLiteral(text: string): string | boolean | null {
  try {
    const value: unknown = JSON.parse(text.startsWith('"') ? text : text.toLowerCase());
    if (typeof value === 'string') return storableText(value);
    return typeof value === 'boolean' ? value : null;
  } catch {
    return null;
  }
}

/**
 * Parses a filter of comparisons with `eq` that are joined by `and`, as directories send them.
 *
 * @throws ScimError 'invalidFilter' for every other filter
 */
export function parseFilter(text: string): readonly Comparison[] {
  const refuse = () => new ScimError('invalidFilter', tDirectory('scim.filter'));
  const found: Comparison[] = [];
  let rest = text.length > maximumLength ? '' : text;
  do {
    const [matched, attribute = '', raw = ''] = comparison.exec(withoutUrn(rest)) ?? [];
    const value = parseLiteral(raw);
    if (matched === undefined || value === null) throw refuse();
    found.push({ attribute: attribute.toLowerCase(), value });
    rest = withoutUrn(rest).slice(matched.length);
    if (rest === '') return found;
    if (!/^and\s/i.test(rest)) throw refuse();
    rest = rest.slice(3);
  } while (found.length < 5);
  throw refuse();
}

/**
 * Parses the path of a change, such as `name.givenName` and `members[value eq "…"]`.
 *
 * @throws ScimError 'invalidPath'
 */
export function parsePath(text: string): AttributePath {
  const refuse = () => new ScimError('invalidPath', tDirectory('scim.path'));
  if (text.length > maximumLength) throw refuse();
  const [matched, attribute = '', filter, sub] = path.exec(withoutUrn(text)) ?? [];
  if (matched === undefined) throw refuse();
  const comparisons = filter === undefined ? [] : parseFilter(filter);
  if (comparisons.length > 1) throw refuse();
  return {
    attribute: attribute.toLowerCase(),
    filter: comparisons[0] ?? null,
    sub: sub?.toLowerCase() ?? null,
  };
}
