import 'server-only';
import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** A part of a line that is drawn at once, with its characters in drawing order. */
type TextRun = { readonly text: string; readonly rightToLeft: boolean };

const strongRightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const script = /[^\p{Script=Common}\p{Script=Inherited}]/u;

/** Returns true if drawing reverses a run: the first character of a script decides, digits included. */
const isReversedByDrawing = (text: string): boolean => strongRightToLeft.test(script.exec(text)?.[0] ?? '');

/** Mirrors brackets for text from right to left. */
const mirror = (text: string): string =>
  [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');

/** Reverses the characters of a run, to undo or apply the reversal of drawing. */
const reverse = (text: string): string => [...text].toReversed().join('');

/** Splits a line into runs from left to right by the Unicode bidirectional algorithm. */
export function splitRuns(line: string): readonly TextRun[] {
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
  // Reverses each group of runs of at least this level, from the deepest level up.
  for (let depth = highest; depth > 0; depth -= 1)
    for (let from = 0; from < pieces.length; from += 1) {
      let to = from;
      while ((pieces[to]?.level ?? -1) >= depth) to += 1;
      if (to > from) pieces.splice(from, to - from, ...pieces.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  return pieces.map(({ text, level }) => {
    const rightToLeft = level % 2 === 1;
    const shown = rightToLeft ? mirror(text) : text;
    return { text: rightToLeft === isReversedByDrawing(text) ? shown : reverse(shown), rightToLeft };
  });
}
