/** The least that a reason contains. A letter of a dense script counts for several. */
const least = { words: 3, letters: 15, differentLetters: 6 };

/** Scripts in which a letter is a syllable or a word. Some of them have no spaces. */
const denseLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const lettersPerDenseLetter = 3;

/** Longer texts are judged by their beginning. */
const longestJudged = 2_000;

const words = new Intl.Segmenter('en', { granularity: 'word' });

const weigh = (letters: Iterable<string>): number =>
  [...letters].reduce((sum, letter) => sum + (denseLetter.test(letter) ? lettersPerDenseLetter : 1), 0);

/**
 * Returns whether a text has the words of a short sentence, in any language: three different words, and letters that
 * differ. Punctuation, digits and repeated characters or words don't count.
 */
export function isSentence(text: string): boolean {
  const judged = text.normalize('NFKC').toLowerCase().slice(0, longestJudged);
  const letters = judged.match(/\p{L}/gu) ?? [];
  if (weigh(letters) < least.letters || weigh(new Set(letters)) < least.differentLetters) return false;
  const different = new Set<string>();
  for (const { segment, isWordLike } of words.segment(judged))
    if (isWordLike === true && /\p{L}/u.test(segment)) different.add(segment);
  return different.size >= least.words;
}
