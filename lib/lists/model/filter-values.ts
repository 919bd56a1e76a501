/** Values of an open enumeration in a URL: `NEW,On hold`. */
import { searchLength } from './search-text.ts';

const maximumValues = 40;

/** Returns whether the text can be a filter value in a URL. The search finds longer identifiers. */
export const isFilterValue = (text: string): boolean =>
  text !== '' && text.length <= searchLength && text.isWellFormed() && !/\p{Cc}/u.test(text);

/** Joins values with commas. A comma or percent sign within a value is percent-encoded. */
export const formatFilterValues = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[%,]|^\s|\s$/g, encodeURIComponent)).join(',');

function readValue(part: string): string | null {
  try {
    const value = decodeURIComponent(part);
    return isFilterValue(value) ? value : null;
  } catch {
    return null;
  }
}

/** Parses the values without duplicates. `whole` is false when part of the text is invalid or left out. */
export function parseFilterValues(text: string): {
  readonly values: readonly string[];
  readonly whole: boolean;
} {
  const parts = text.split(',').flatMap((part) => (part.trim() === '' ? [] : readValue(part.trim())));
  const distinct = [...new Set(parts)].filter((value) => value !== null);
  const values = distinct.slice(0, maximumValues);
  return { values, whole: !parts.includes(null) && values.length === distinct.length };
}
