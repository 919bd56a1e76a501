/** Rules for new passwords beyond their length. There are no composition rules (NIST SP 800-63B §5.1.1.2). */

/** Why a password is easy to guess. */
type Weakness = 'common' | 'personal' | 'pattern';

/** Shorter words are part of many others, such as "ada" of "Canada". */
const minWordLength = 4;
/** A word from this length on counts if nearly nothing else remains. */
const minOwnWordLength = 3;
/** A repeated part up to this length is a pattern: "abcabcabcabc". */
const maxPatternUnit = 4;

/** Runs on keyboards and in alphabets, in both directions, long enough for any password that is one run. */
const runs = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
]
  .flatMap((run) => [run, [...run].reverse().join('')])
  .map((run) => run.repeat(12));

const normalize = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the shortest part whose repetition is the text, or the text itself. */
function findRepeatedPart(text: string): string {
  const part = (text + text).indexOf(text, 1);
  return text.slice(0, part);
}

/** Removes digits, punctuation and spaces at both ends: "password2026!" becomes "password". */
const trimToWord = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Letters that people replace in words. "l" and "i" have the same replacements, so they count as one letter. */
const replacements: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '!': 'i',
  '|': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
};

/** Spellings of letters that are no letter with an accent, and how German and Nordic names write theirs without one. */
const ligatures: readonly (readonly [RegExp, string])[] = [
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/œ/g, 'oe'],
  [/ø/g, 'o'],
  [/ł/g, 'l'],
];
const umlauts: readonly (readonly [RegExp, string])[] = [
  [/ä/g, 'ae'],
  [/[öø]/g, 'oe'],
  [/ü/g, 'ue'],
  [/å/g, 'aa'],
];

const replaceAll = (text: string, pairs: readonly (readonly [RegExp, string])[]): string =>
  pairs.reduce((replaced, [letter, spelling]) => replaced.replace(letter, spelling), text);

/** Removes accents, separators and replaced letters: "N0rd-L!cht" becomes what "Nordlicht" becomes. */
const fold = (text: string): string =>
  replaceAll(normalize(text), ligatures)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/./gu, (letter) => replacements[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Returns the words that a guesser tries first for this account: the product, parts of the name and of the email, and the
 * names of the businesses with their parts.
 */
export function listPersonalWords(account: {
  readonly name: string;
  readonly email: string;
  readonly businessNames: readonly string[];
}): string[] {
  const { name, email, businessNames } = account;
  const texts = [name, email, ...businessNames];
  return [
    'countinghouse',
    ...texts,
    email.split('@')[0] ?? '',
    ...texts.flatMap((text) => text.split(/[^\p{L}\p{N}\p{M}]+/u)),
  ].map(normalize);
}

/** Returns true if the password contains one of the words, however it is spelled. Numbers are no words. */
const containsWord = (password: string, words: readonly string[]): boolean =>
  words
    .filter((word) => word.replace(/[^\p{L}]/gu, '').length >= minOwnWordLength)
    .flatMap((word) => [word, replaceAll(word, umlauts)])
    .map(fold)
    .some((word) => word.length >= minWordLength && fold(password).includes(word));

/** Returns true if nearly nothing remains of the password without the words. */
function isMadeOfWords(text: string, words: readonly string[]): boolean {
  const rest = words
    .filter((word) => word.length >= minOwnWordLength)
    .sort((one, other) => other.length - one.length)
    .reduce((remaining, word) => remaining.replaceAll(word, ''), text);
  return rest !== text && trimToWord(rest).length < minWordLength;
}

/**
 * Returns the reason why a password is easy to guess, or null. It is `common` if the list has it, or the word that
 * remains without digits and signs at its ends; `personal` if it contains a word of the account or the business.
 */
export function findWeakness(
  password: string,
  personalWords: readonly string[],
  common: ReadonlySet<string>,
): Weakness | null {
  const text = normalize(password);
  const part = findRepeatedPart(text.replace(/\s+/g, ''));
  if (part.length <= maxPatternUnit || runs.some((run) => run.includes(part))) return 'pattern';
  if (containsWord(password, personalWords) || isMadeOfWords(text, personalWords)) return 'personal';
  const candidates = [text, part, trimToWord(text), trimToWord(part)];
  return candidates.some((word) => word.length >= minWordLength && common.has(word)) ? 'common' : null;
}
