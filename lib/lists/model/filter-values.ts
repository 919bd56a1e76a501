/** Values of an open enumeration as an address says them: `NEW,On hold`. */
import { searchLength } from './search-text.ts';

const mostValues = 40;

/** What can be written into an address and looked up: an identifier that is longer is found by the search. */
export const canBeExact = (text: string): boolean =>
  text !== '' && text.length <= searchLength && text.isWellFormed() && !/\p{Cc}/u.test(text);

/** A value may hold what parts an address: that is written as `%2C`. */
export const writeValues = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[%,]|^\s|\s$/g, encodeURIComponent)).join(',');

function readValue(part: string): string | null {
  try {
    const value = decodeURIComponent(part);
    return canBeExact(value) ? value : null;
  } catch {
    return null;
  }
}

/** Each value once; `whole` where all of them are understood. */
export function readValues(text: string): { readonly values: readonly string[]; readonly whole: boolean } {
  const given = text.split(',').flatMap((part) => (part.trim() === '' ? [] : readValue(part.trim())));
  const known = [...new Set(given)].filter((value) => value !== null);
  const values = known.slice(0, mostValues);
  return { values, whole: !given.includes(null) && values.length === known.length };
}
