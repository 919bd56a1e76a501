/**
 * Matches characters that are invisible or change the reading order: controls, direction marks, unusual spaces.
 * Joiners are allowed in emoji and in scripts that need them, such as Persian.
 */
const invisible =
  /(?<![\u0590-\u1FFF\u2100-\uFDFF\u{1F000}-\u{1FAFF}]\uFE0F?(?=\u200C|\u200D|\uFE0F))(?! )([\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800])/u;

const toCodePoint = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Splits a text: visible parts at even indexes, code points of invisible characters at odd ones. */
export const splitAtInvisible = (text: string): readonly string[] =>
  text.split(invisible).map((part, at) => (at % 2 === 0 ? part : toCodePoint(part)));

/** Returns the text with code points instead of invisible characters, for attributes. */
export const replaceInvisible = (text: string): string => splitAtInvisible(text).join('');
