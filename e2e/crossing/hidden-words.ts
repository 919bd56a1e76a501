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

/** Values that change with every response: nonces, request ids and references to rows. */
const passing: readonly RegExp[] = [
  /"requestId":"[^"]*"/g,
  // The reference that the form suggests for a new payment.
  /PAY-\d{8}-[A-Z0-9]+/g,
  /nonce(?:\\?"|=|:)+[^\s>,]*/g,
  // References to other rows.
  /\$[A-Z]?[0-9a-f]{1,4}\b/g,
];

/** Tags of rows that begin with their length in bytes instead of ending with a line break. */
const measuredTags = new Set('TAOoUSsLlGgMmV');

/**
 * Returns the contents of the rows of React's stream, one a line, without their numbers. Time decides in which order the
 * rows are sent and numbered, and where the stream is cut into pieces.
 */
function readRows(stream: Buffer): string {
  const rows: string[] = [];
  for (let at = 0; at < stream.length; ) {
    const start = stream.indexOf(':', at) + 1;
    if (start === 0) break;
    const tag = String.fromCharCode(stream[start] ?? 0);
    const comma = stream.indexOf(',', start);
    if (measuredTags.has(tag) && comma > 0) {
      at = comma + 1 + Number.parseInt(stream.toString('latin1', start + 1, comma), 16);
      rows.push(stream.toString('utf8', comma + 1, at));
    } else {
      const lineBreak = stream.indexOf('\n', start);
      at = lineBreak < 0 ? stream.length : lineBreak + 1;
      rows.push(stream.toString('utf8', start, at));
    }
  }
  return rows.join('\n');
}

/**
 * Returns the data from which a page is rendered. Its markup can differ between requests, because placeholders for
 * streamed parts come and go.
 */
function extractData(text: string): string {
  const pieces = [...text.matchAll(/self\.__next_f\.push\((\[[\s\S]*?\])\)<\/script>/g)].map(
    ([, piece = '']): unknown => JSON.parse(piece),
  );
  if (pieces.length === 0) return text;
  return readRows(
    Buffer.concat(
      pieces.map((piece) => {
        const [kind, data] = Array.isArray(piece) ? piece : [];
        return typeof data === 'string' ? Buffer.from(data, kind === 3 ? 'base64' : 'utf8') : Buffer.alloc(0);
      }),
    ),
  );
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
