/** What is typed into a search, and what of it can lead to anything. */

/** As long as the longest client payment ID. What is longer is kept as it was typed, and nothing is found by it. */
export const searchLength = 255;
/**
 * An address holds no more of it than this, as it is written there: more than what can be found ever takes, so that what
 * stands before a cut finds nothing.
 */
const longestInAddress = 2_400;
const cut = '…';

/** An address has three characters for each byte of what is neither a letter of English nor a digit. */
const lengthInAddress = (text: string): number => new URLSearchParams({ q: text }).toString().length - 2;

/** As many whole characters from the beginning as have room. */
function beginning(text: string, room: number): string {
  let kept = '';
  let left = room;
  for (const character of text) {
    left -= lengthInAddress(character);
    if (left < 0) return kept;
    kept += character;
  }
  return kept;
}

/** What is searched for, as an address holds it; null where that is nothing. */
export function readSearch(text: string | null): string | null {
  // Control characters and marks of writing direction are no part of an identifier.
  const clean = (text ?? '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()
    .toWellFormed();
  if (clean === '') return null;
  if (lengthInAddress(clean) <= longestInAddress) return clean;
  return beginning(clean, longestInAddress - lengthInAddress(cut)) + cut;
}

/** Whether there can be anything that begins with it: nothing is looked for that is longer. */
export const canBeFound = (q: string): boolean => q.length <= searchLength;
