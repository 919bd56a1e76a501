import 'server-only';
import type { FontFaces } from './fonts.ts';

/** Characters that are not seen, or turn the writing of others round. */
const invisibleCharacters = /[\p{C}\p{Zl}\p{Zp}]/u;

/** A character by its number: nobody can take it for another one. */
const byNumber = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/**
 * Text as the faces can draw it: a character that they lack, or that can't be seen, stands there by its number instead
 * of as an empty box. `whole` tells whether nothing had to be written so.
 */
export function toDrawableText(
  text: string,
  { has }: Pick<FontFaces, 'has'>,
): { text: string; whole: boolean } {
  const parts = [...text].map((character) =>
    has(character.codePointAt(0) ?? 0) && !invisibleCharacters.test(character)
      ? character
      : byNumber(character),
  );
  const drawn = parts.join('');
  return { text: drawn, whole: drawn === text };
}
