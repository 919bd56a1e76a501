import { inflateSync } from 'node:zlib';
import { unzip } from '#tools/testing/unzip.ts';

/** Streams of a PDF, opened where they are packed. */
function pdfText(bytes: Buffer): string {
  const raw = bytes.toString('latin1');
  const parts = [raw];
  for (const found of raw.matchAll(/stream\r?\n/g)) {
    const from = found.index + found[0].length;
    const until = raw.indexOf('endstream', from);
    try {
      parts.push(inflateSync(bytes.subarray(from, until)).toString('latin1'));
    } catch {
      // Not packed: it stands in the raw text already.
    }
  }
  return parts.join('\n');
}

/** Every word of an answer, also of one that is packed. */
export function extractWords(bytes: Buffer): string {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')))
    return unzip(bytes)
      .map(({ name, bytes: entry }) => `${name}\n${extractWords(entry)}`)
      .join('\n');
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return pdfText(bytes);
  return bytes.toString('utf8');
}

/** What is new with every answer, whatever it says: nonces, names of requests, where the parts of a page were put. */
const passing: readonly RegExp[] = [
  /"requestId":"[^"]*"/g,
  // The name that the form proposes for a new payment.
  /PAY-\d{8}-[A-Z0-9]+/g,
  /nonce(?:\\?"|=|:)+[^\s>,]*/g,
  /\$[A-Z]?[0-9a-f]{1,4}\b/g,
  /\b[0-9a-f]{1,4}:(?=[["\\IT{n])/g,
];

/**
 * Of a page what it is made from, which comes with it: its markup may come in other pieces each time, with more or less
 * of what stands in for those that are to come.
 */
function dataOf(text: string): string {
  const pieces = [...text.matchAll(/self\.__next_f\.push\((\[[\s\S]*?\])\)<\/script>/g)];
  return pieces.length === 0
    ? text
    : pieces
        .map(([, piece]) => piece)
        .join('\n')
        .replaceAll('\\"', '"');
}

/**
 * How often each word stands in an answer. Two answers that say the same have the same, in whatever order their parts
 * came. `asked` are the words of all the questions that are compared, which an answer may repeat: one counts as another,
 * also within an id that holds one by chance.
 */
export function countWords(
  text: string,
  asked: readonly string[],
  since: number,
): ReadonlyMap<string, number> {
  // When a page was made is no news of what it shows. Whatever happened before `since` stays.
  let rest = dataOf(text).replace(/\b\d{10}(?:\d{3})?\b/g, (time) =>
    Number(time.padEnd(13, '0')) >= since ? '' : time,
  );
  for (const word of asked) rest = rest.replaceAll(word, '·').replaceAll(encodeURIComponent(word), '·');
  for (const pattern of passing) rest = rest.replace(pattern, '');
  const bag = new Map<string, number>();
  for (const [word] of rest.matchAll(/[\p{L}\p{N}_-]+|·/gu)) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

/** Words that stand in one answer more often than in the other. */
export function difference(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): readonly string[] {
  const words = new Set([...one.keys(), ...other.keys()]);
  return [...words].filter((word) => one.get(word) !== other.get(word));
}
