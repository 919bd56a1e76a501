/**
 * What nobody sees in a text, or what has it read in another order than it stands in: controls, marks of direction, spaces
 * that are none of the keyboard's. Joiners are left to the writing that needs them, such as Persian, and to emoji.
 */
const unseen =
  /(?<![\u0590-\u1FFF\u2100-\uFDFF\u{1F000}-\u{1FAFF}]\uFE0F?(?=\u200C|\u200D|\uFE0F))(?! )([\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800])/u;

const number = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text in parts: what is seen at even places, at odd ones the numbers of what is not. */
export const partsSeen = (text: string): readonly string[] =>
  text.split(unseen).map((part, at) => (at % 2 === 0 ? part : number(part)));

/** The same in one text, for what can't be styled. */
export const inSight = (text: string): string => partsSeen(text).join('');
