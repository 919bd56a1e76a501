/** Rules for new passwords beyond their length. There are no composition rules (NIST SP 800-63B §5.1.1.2). */

/** Why a password is easy to guess. */
type Weakness = 'common' | 'personal' | 'pattern';

const minWordLength = 4;
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

/**
 * Returns the words that a guesser tries first for this account: parts of the name and of the email, and the product.
 */
export function listPersonalWords(account: { readonly name: string; readonly email: string }): string[] {
  return [
    'countinghouse',
    account.email,
    account.email.split('@')[0] ?? '',
    ...`${account.name} ${account.email}`.split(/[^\p{L}\p{N}]+/u),
  ]
    .map(normalize)
    .filter((word) => word.length >= minWordLength);
}

/**
 * Returns the reason why a password is easy to guess, or null. It is `common` if the list has it, or the word that
 * remains without digits and signs at its ends; `personal` if little remains without words of the account.
 */
export function findWeakness(
  password: string,
  personalWords: readonly string[],
  common: ReadonlySet<string>,
): Weakness | null {
  const text = normalize(password);
  const part = findRepeatedPart(text.replace(/\s+/g, ''));
  if (part.length <= maxPatternUnit || runs.some((run) => run.includes(part))) return 'pattern';
  const rest = [...personalWords]
    .sort((one, other) => other.length - one.length)
    .reduce((remaining, word) => remaining.replaceAll(word, ''), text);
  if (rest !== text && trimToWord(rest).length < minWordLength) return 'personal';
  const candidates = [text, part, trimToWord(text), trimToWord(part)];
  return candidates.some((word) => word.length >= minWordLength && common.has(word)) ? 'common' : null;
}
