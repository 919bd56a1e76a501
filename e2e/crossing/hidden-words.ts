import { inflateSync } from 'node:zlib';
import { unzip } from '#tools/testing/unzip.ts';

/** Returns the text of a PDF, with compressed streams expanded. */
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

/** Returns all words of a response. Expands ZIP and PDF content. */
export async function extractWords(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) {
    const entries = await unzip(bytes);
    const texts = entries.map(async ({ name, bytes: entry }) => `${name}\n${await extractWords(entry)}`);
    return (await Promise.all(texts)).join('\n');
  }
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return pdfText(bytes);
  return bytes.toString('utf8');
}

/** Values that change with every response: nonces, request ids and the positions of page chunks. */
const passing: readonly RegExp[] = [
  /"requestId":"[^"]*"/g,
  // The reference that the form suggests for a new payment.
  /PAY-\d{8}-[A-Z0-9]+/g,
  /nonce(?:\\?"|=|:)+[^\s>,]*/g,
  /\$[A-Z]?[0-9a-f]{1,4}\b/g,
  /\b[0-9a-f]{1,4}:(?=[["\\IT{n])/g,
];

/**
 * Returns the data from which a page is rendered. Its markup can differ between requests, because placeholders for
 * streamed parts come and go.
 */
function extractData(text: string): string {
  const pieces = [...text.matchAll(/self\.__next_f\.push\((\[[\s\S]*?\])\)<\/script>/g)];
  return pieces.length === 0
    ? text
    : pieces
        .map(([, piece]) => piece)
        .join('\n')
        .replaceAll('\\"', '"');
}

/**
 * Counts the words of a response, independent of the order of its parts. `questionWords` are the words of all compared
 * questions, which a response may repeat. They all count as the same word, even where an id contains one by chance.
 */
export function countWords(
  text: string,
  questionWords: readonly string[],
  since: number,
): ReadonlyMap<string, number> {
  // The time at which a page was rendered is not part of its content. Times before `since` are kept.
  let rest = extractData(text).replace(/\b\d{10}(?:\d{3})?\b/g, (time) =>
    Number(time.padEnd(13, '0')) >= since ? '' : time,
  );
  for (const word of questionWords)
    rest = rest.replaceAll(word, '·').replaceAll(encodeURIComponent(word), '·');
  for (const pattern of passing) rest = rest.replace(pattern, '');
  const bag = new Map<string, number>();
  for (const [word] of rest.matchAll(/[\p{L}\p{N}_-]+|·/gu)) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

/** Lists the words that occur more often in one response than in the other. */
export function difference(
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): readonly string[] {
  const words = new Set([...one.keys(), ...other.keys()]);
  return [...words].filter((word) => one.get(word) !== other.get(word));
}
