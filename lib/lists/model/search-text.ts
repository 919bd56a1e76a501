/** The text of a search, and its limits. */

/** Length of the longest client payment ID. A longer text stays as typed and matches nothing. */
export const searchLength = 255;
/** Longest encoded search text in a URL. It exceeds everything that can match, so that a cut text never matches. */
const longestInAddress = 2_400;
const ellipsis = '…';

/** Returns the encoded length. Each byte of a character outside A–Z and digits takes three characters. */
const lengthInAddress = (text: string): number => new URLSearchParams({ q: text }).toString().length - 2;

/** Returns as many whole characters from the start as fit. */
function beginning(text: string, room: number): string {
  let start = '';
  let remaining = room;
  for (const character of text) {
    remaining -= lengthInAddress(character);
    if (remaining < 0) return start;
    start += character;
  }
  return start;
}

/** Normalizes a search text. Returns null when nothing is left. */
export function normalizeSearchText(text: string | null): string | null {
  // Control characters and writing direction marks are never part of an identifier.
  const clean = (text ?? '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()
    .toWellFormed();
  if (clean === '') return null;
  if (lengthInAddress(clean) <= longestInAddress) return clean;
  return beginning(clean, longestInAddress - lengthInAddress(ellipsis)) + ellipsis;
}

/** Returns whether the text is short enough to match an identifier. */
export const isSearchable = (q: string): boolean => q.length <= searchLength;
