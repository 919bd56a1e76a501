import 'server-only';
import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** A piece of a line that is drawn in one go, in the order of its letters. */
type Run = { readonly text: string; readonly rightToLeft: boolean };

const strongRightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const script = /[^\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether a piece is turned round when it is drawn: by the first sign of it that belongs to a script, a digit too. */
const isTurnedWhenDrawn = (text: string): boolean => strongRightToLeft.test(script.exec(text)?.[0] ?? '');

/** The same from right to left: brackets open the other way. */
const mirrored = (text: string): string =>
  [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');

/** What is drawn in the other direction than it is read is turned round here. */
const turned = (text: string): string => [...text].toReversed().join('');

/** A line in pieces from left to right, as the Unicode bidirectional algorithm places them. */
export function toVisualRuns(line: string): readonly Run[] {
  if (!strongRightToLeft.test(line)) return [{ text: line, rightToLeft: false }];
  const { levels } = bidi.getEmbeddingLevels(line, 'ltr');
  const pieces: { text: string; level: number }[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = pieces.at(-1);
    if (last?.level === level) last.text += line.charAt(at);
    else pieces.push({ text: line.charAt(at), level });
  }
  const highest = Math.max(...pieces.map(({ level }) => level));
  // From the deepest level up, each stretch of pieces that are at least as deep is turned round.
  for (let depth = highest; depth > 0; depth -= 1)
    for (let from = 0; from < pieces.length; from += 1) {
      let to = from;
      while ((pieces[to]?.level ?? -1) >= depth) to += 1;
      if (to > from) pieces.splice(from, to - from, ...pieces.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  return pieces.map(({ text, level }) => {
    const rightToLeft = level % 2 === 1;
    const shown = rightToLeft ? mirrored(text) : text;
    return { text: rightToLeft === isTurnedWhenDrawn(text) ? shown : turned(shown), rightToLeft };
  });
}
