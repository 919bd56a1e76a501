import 'server-only';
import type { Range, View } from './text-encodings.ts';
import { decodeBinaries, decodeEscapes, toView } from './text-encodings.ts';

/** A place in a secret: the secret in lower case, and the position of a piece of it. */
type Place = { readonly secret: string; readonly at: number };

/** Secret parts of callback addresses, by each of their pieces. */
export type Secrets = ReadonlyMap<string, readonly Place[]>;

export const noSecrets: Secrets = new Map();

/** Characters of a piece. The text is looked up at every eighth character only. */
const pieceLength = 8;
/** The shortest part of a secret that is masked: 96 bits of it. Every part of this length has a whole piece to look up. */
const shortestPart = 16;

/** The secret as it is written, and its bytes in hex. */
const listSpellings = (secret: string): readonly string[] => [
  secret.toLowerCase(),
  Buffer.from(secret, 'base64url').toString('hex'),
];

/** Prepares secrets for `maskSecrets`. */
export function createSecrets(secrets: Iterable<string>): Secrets {
  const places = new Map<string, Place[]>();
  for (const secret of [...secrets].flatMap(listSpellings))
    for (let at = 0; at + pieceLength <= secret.length; at += 1) {
      const piece = secret.slice(at, at + pieceLength);
      const found = places.get(piece);
      if (found === undefined) places.set(piece, [{ secret, at }]);
      else found.push({ secret, at });
    }
  return places;
}

/** Part of a callback address after the business: its secret, unless the kind follows immediately. */
const address =
  /\/api\/callbacks\/[^/?#\s"'<>]{1,200}\/(?!(?:deposit-received|withdrawal|deposit-exchanged)(?![\w-]))([^/?#\s"'<>\\,;)}\]]+)/dgi;

/** Returns the stretch of `text` around `at` that is the same as the secret around this place. */
function extend(text: string, at: number, { secret, at: place }: Place): Range {
  let before = 0;
  while (before < at && before < place && text[at - before - 1] === secret[place - before - 1]) before += 1;
  let after = pieceLength;
  while (at + after < text.length && text[at + after] === secret[place + after]) after += 1;
  return { start: at - before, end: at + after };
}

/** Finds parts of secrets in any surroundings. */
function findParts({ letters, places }: View, secrets: Secrets): Range[] {
  const text = letters.toLowerCase().replaceAll('+', '-').replaceAll('/', '_');
  const ranges: Range[] = [];
  for (let at = 0; at + pieceLength <= text.length; at += pieceLength)
    for (const place of secrets.get(text.slice(at, at + pieceLength)) ?? []) {
      const { start, end } = extend(text, at, place);
      if (end - start >= shortestPart)
        ranges.push({ start: places[start] ?? 0, end: (places[end - 1] ?? 0) + 1 });
    }
  return ranges;
}

function findAddresses(text: string): Range[] {
  if (!/\/api\/callbacks\//i.test(text)) return [];
  return [...text.matchAll(address)].flatMap((match) => {
    const [start, end] = match.indices?.[1] ?? [];
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
}

/** Nested binary encodings: base64 in hex, for example. Each may also be escaped. */
const maximumDepth = 2;

function findSecrets(first: View, secrets: Secrets, depth: number): Range[] {
  const ranges: Range[] = [];
  for (const view of decodeEscapes(first)) {
    const found = [...findAddresses(view.text), ...findParts(view, secrets)];
    for (const { start, end } of found)
      ranges.push({ start: view.source(start).start, end: view.source(end - 1).end });
    if (depth > 0)
      for (const decoded of decodeBinaries(view)) ranges.push(...findSecrets(decoded, secrets, depth - 1));
  }
  return ranges;
}

/**
 * Removes the secret parts of callback addresses from a text in any surroundings, also parts of 16 characters or more. They are found plain, escaped (URL, JSON, HTML), in base64, hex, UTF-16 or as a list of bytes, and in nested
 * encodings. Finds addresses of any business by their form, and secrets without an address through `secrets`. Every
 * view of received bytes uses this.
 */
export function maskSecrets(text: string, secrets: Secrets, mask = '…'): string {
  if (text.length < shortestPart) return text;
  const ranges = findSecrets(toView(text), secrets, maximumDepth).toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  );
  if (ranges.length === 0) return text;
  let masked = '';
  let done = 0;
  for (const { start, end } of ranges) {
    if (end <= done) continue;
    if (start >= done) masked += text.slice(done, start) + mask;
    done = end;
  }
  return masked + text.slice(done);
}

/** Same for bytes. Returns the same array when there is no secret in it. */
export function maskSecretBytes(bytes: Uint8Array, secrets: Secrets): Uint8Array {
  const letters = Buffer.from(bytes).toString('latin1');
  const masked = maskSecrets(letters, secrets, '***');
  return masked === letters ? bytes : Buffer.from(masked, 'latin1');
}
