/** What is typed into a search, and what of it can lead to anything. */

/** As long as the longest client payment ID. What is longer is kept as it was typed, and nothing is found by it. */
export const searchLength = 255;
/** An address holds no more of it than this. */
const longestKept = 2_000;

/** What is searched for, as an address holds it; null where that is nothing. */
export function readSearch(text: string | null): string | null {
  // Control characters and marks of writing direction are no part of an identifier.
  const clean = (text ?? '').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  if (clean === '') return null;
  return (clean.length > longestKept ? `${clean.slice(0, longestKept - 1)}…` : clean).toWellFormed();
}

/** Whether there can be anything that begins with it: nothing is looked for that is longer. */
export const canBeFound = (q: string): boolean => q.length <= searchLength;
