import 'server-only';
import type { DocumentFonts } from './fonts.ts';

/** Characters that are invisible or change the direction of others. */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Writes a character by its number, so that it can't be mistaken for another one. */
const toNumber = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/**
 * Returns text that the fonts can draw. Missing or invisible characters are written by number instead of as an empty
 * box. `whole` is true if none was.
 */
export function toDrawable(
  text: string,
  { has }: Pick<DocumentFonts, 'has'>,
): { text: string; whole: boolean } {
  const parts = [...text].map((character) =>
    has(character.codePointAt(0) ?? 0) && !invisible.test(character) ? character : toNumber(character),
  );
  const drawn = parts.join('');
  return { text: drawn, whole: drawn === text };
}
