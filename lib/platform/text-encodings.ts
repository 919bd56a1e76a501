import 'server-only';

/** Positions in the original text, without the end. */
export type Range = { readonly start: number; readonly end: number };

/** A decoded text. `source` returns the original characters of character `at`. */
type Decoded = { readonly text: string; readonly source: (at: number) => Range };

/** A decoded text, and its letters of base64 without everything between them: `places` are their positions in `text`. */
export type View = Decoded & { readonly letters: string; readonly places: Uint32Array };

/** Has a 1 for each character of an alphabet: faster than comparisons for each character of a long text. */
function toAlphabet(characters: string): Uint8Array {
  const alphabet = new Uint8Array(128);
  for (const character of characters) alphabet[character.charCodeAt(0)] = 1;
  return alphabet;
}

const hexDigits = toAlphabet('0123456789abcdefABCDEF');
/** Of base64 and base64url. */
const base64Letters = toAlphabet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_');

/** Keeps the characters of an alphabet. */
function keep(text: string, alphabet: Uint8Array): Pick<View, 'letters' | 'places'> {
  const places = new Uint32Array(text.length);
  const letters = Buffer.allocUnsafe(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127 || alphabet[code] === 0) continue;
    letters[count] = code;
    places[count] = at;
    count += 1;
  }
  return { letters: letters.toString('latin1', 0, count), places: places.subarray(0, count) };
}

const complete = (decoded: Decoded): View => ({ ...decoded, ...keep(decoded.text, base64Letters) });

/** Returns a text as its own first view. */
export const toView = (text: string): View =>
  complete({ text, source: (at) => ({ start: at, end: at + 1 }) });

/**
 * Escapes of JSON and JavaScript (`\/`, `\u002f`, `\u{2f}`, `\x2f`, `\n`), URL (`%2F`) and HTML (`&#47;`). Zero-width
 * characters, and the NUL of UTF-16, are removed.
 */
const escapes =
  /\\u([0-9a-f]{4})|\\u\{0*([0-9a-f]{1,2})\}|\\x([0-9a-f]{2})|\\([\\/"'])|(\\[nrtbf])|%([0-7][0-9a-f])|&#x0*([0-9a-f]{1,2});|&#0*([0-9]{1,3});|&(amp|sol|hyphen|dash|lowbar|underbar);|[\p{Cf}\0]/giu;

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  sol: '/',
  hyphen: '-',
  dash: '-',
  lowbar: '_',
  underbar: '_',
};

function decodeEscape(match: RegExpMatchArray): string {
  const [, unicode, braced, byte, plain, space, percent, hexEntity, entity, named] = match;
  const hex = unicode ?? braced ?? byte ?? percent ?? hexEntity;
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (plain !== undefined) return plain;
  if (space !== undefined) return ' ';
  if (entity !== undefined) return String.fromCharCode(Number.parseInt(entity, 10));
  if (named !== undefined) return namedEntities[named.toLowerCase()] ?? '';
  return '';
}

/** Returns true if there may be an escape: fast, for the many texts without one. */
const mayHaveEscape = /[\\%&\0\p{Cf}]/u;

/** Decodes each escape once. Returns null when there is none. */
function decodeOnce(input: View): View | null {
  if (!mayHaveEscape.test(input.text)) return null;
  const parts: string[] = [];
  const starts = new Uint32Array(input.text.length + 1);
  let length = 0;
  let done = 0;
  const copyUntil = (end: number) => {
    parts.push(input.text.slice(done, end));
    for (; done < end; done += 1) {
      starts[length] = done;
      length += 1;
    }
  };
  for (const match of input.text.matchAll(escapes)) {
    copyUntil(match.index);
    const decoded = decodeEscape(match);
    parts.push(decoded);
    starts.fill(match.index, length, length + decoded.length);
    length += decoded.length;
    done = match.index + match[0].length;
  }
  if (done === 0) return null;
  copyUntil(input.text.length);
  starts[length] = input.text.length;
  const source = (at: number): Range => ({
    start: input.source(starts[at] ?? 0).start,
    end: input.source((starts[at + 1] ?? 0) - 1).end,
  });
  return complete({ text: parts.join(''), source });
}

/** Number of nested escapes: a body may quote a body that quotes an address. */
const maximumRounds = 6;

/** Returns a text, and the texts that it is when its escapes are decoded once, twice and so on. */
export function decodeEscapes(first: View): readonly View[] {
  const all = [first];
  for (let last: View | null = first; last !== null && all.length <= maximumRounds; ) {
    last = decodeOnce(last);
    if (last !== null) all.push(last);
  }
  return all;
}

/** A stretch of text in ASCII or UTF-16, long enough to be worth decoding. */
const stretch = /[\0\t-\r -~]{16,}/g;

/**
 * Returns the stretches of text in bytes, as a view, or null if there is none: most letters are no encoded text. Each
 * letter has `bits`, and `places` are the positions of the letters in the view.
 */
function findText(view: View, bytes: Buffer, places: Uint32Array, bits: number): View | null {
  const decoded = bytes.toString('latin1');
  const stretches = [...decoded.matchAll(stretch)];
  if (stretches.length === 0) return null;
  // A line break separates two stretches.
  const text = stretches.map(({ 0: part }) => part).join('\n');
  const origins = stretches.flatMap(({ 0: part, index }) => Array.from(`${part}\n`, (_, at) => index + at));
  const letter = (bit: number) => view.source(places[Math.floor(bit / bits)] ?? 0);
  const source = (at: number): Range => {
    const byte = origins[at] ?? 0;
    return { start: letter(byte * 8).start, end: letter(byte * 8 + 7).end };
  };
  return complete({ text, source });
}

/** An encoded secret has at least a line of letters, or pairs of digits with separators. */
const mayHaveBase64 = /[\w+/-]{40}/;
const mayHaveHex = /(?:[0-9a-f]{2}[^0-9a-z]{0,3}){16}/i;

function decodeBase64(view: View): readonly (View | null)[] {
  if (!mayHaveBase64.test(view.text)) return [];
  return [0, 1, 2, 3].map((skipped) =>
    findText(view, Buffer.from(view.letters.slice(skipped), 'base64'), view.places.subarray(skipped), 6),
  );
}

function decodeHex(view: View): readonly (View | null)[] {
  if (!mayHaveHex.test(view.text)) return [];
  const hex = keep(view.letters, hexDigits);
  const places = hex.places.map((at) => view.places[at] ?? 0);
  return [0, 1].map((skipped) => {
    const odd = (hex.letters.length - skipped) % 2;
    const bytes = Buffer.from(hex.letters.slice(skipped, hex.letters.length - odd), 'hex');
    return findText(view, bytes, places.subarray(skipped), 4);
  });
}

const list = /(?:\d{1,3}[\s,;]{1,8}){15,}\d{1,3}/g;

/** Returns lists of numbers as bytes, as JSON writes a buffer. */
const decodeNumbers = (view: View): readonly (View | null)[] =>
  [...view.text.matchAll(list)].map(({ 0: numbers, index }) => {
    const found = [...numbers.matchAll(/\d+/g)];
    const digits = found.map((one) => ({
      at: index + one.index,
      byte: Number(one[0]),
      length: one[0].length,
    }));
    const source = (at: number): Range => {
      const one = digits[at];
      if (one === undefined) return { start: 0, end: 0 };
      return { start: view.source(one.at).start, end: view.source(one.at + one.length - 1).end };
    };
    return complete({ text: String.fromCharCode(...digits.map(({ byte }) => byte)), source });
  });

/**
 * Returns what the letters of a text are as base64, hex and numbers. It is unknown where an encoded part begins, so
 * each alignment is decoded. Everything between the letters is skipped, such as line breaks.
 */
export const decodeBinaries = (view: View): readonly View[] =>
  [...decodeBase64(view), ...decodeHex(view), ...decodeNumbers(view)].filter((decoded) => decoded !== null);
