import 'server-only';

/** Secret parts of callback addresses, in lower case. */
export type Secrets = ReadonlySet<string>;

export const noSecrets: Secrets = new Set();

/** Text with decoded escapes. `starts[i]` is the original position of character i; the last entry is the end. */
type Decoded = { readonly text: string; readonly starts: ArrayLike<number> };

/**
 * Escapes of JSON (`\/`, `\u002f`, `\\`), URL (`%2F`) and HTML (`&#47;`). Zero-width characters, and the NUL of
 * UTF-16, are removed.
 */
const escapes =
  /\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\([\\/"'])|%([0-7][0-9a-f])|&#x0*([0-9a-f]{2});|&#0*([0-9]{2,3});|&(amp|sol);|[\p{Cf}\0]/giu;

function decodeEscape(match: RegExpMatchArray): string {
  const [, unicode, byte, plain, percent, hexEntity, entity, named] = match;
  const hex = unicode ?? byte ?? percent ?? hexEntity;
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (plain !== undefined) return plain;
  if (entity !== undefined) return String.fromCharCode(Number.parseInt(entity, 10));
  if (named !== undefined) return named.toLowerCase() === 'amp' ? '&' : '/';
  return '';
}

/** Decodes each escape once. Returns the same object when there is none. */
function decodeOnce(input: Decoded): Decoded {
  const parts: string[] = [];
  const starts: number[] = [];
  let done = 0;
  const copyUntil = (end: number) => {
    parts.push(input.text.slice(done, end));
    for (let at = done; at < end; at += 1) starts.push(input.starts[at] ?? 0);
  };
  for (const match of input.text.matchAll(escapes)) {
    copyUntil(match.index);
    const decoded = decodeEscape(match);
    parts.push(decoded);
    for (let at = 0; at < decoded.length; at += 1) starts.push(input.starts[match.index] ?? 0);
    done = match.index + match[0].length;
  }
  if (done === 0) return input;
  copyUntil(input.text.length);
  starts.push(input.starts[input.text.length] ?? 0);
  return { text: parts.join(''), starts };
}

/** Number of nested escapes: a body may quote a body that quotes an address. */
const maximumRounds = 6;

function listDecodings(text: string): readonly Decoded[] {
  const all: Decoded[] = [{ text, starts: Uint32Array.from({ length: text.length + 1 }, (_, at) => at) }];
  for (let round = 0; round < maximumRounds; round += 1) {
    const last = all.at(-1);
    if (last === undefined) break;
    const next = decodeOnce(last);
    if (next === last) break;
    all.push(next);
  }
  return all;
}

/** Part of a callback address after the business: its secret, unless the kind follows immediately. */
const address =
  /\/api\/callbacks\/[^/?#\s"'<>]{1,200}\/(?!(?:deposit-received|withdrawal|deposit-exchanged)(?![\w-]))([^/?#\s"'<>\\,;)}\]]+)/dgi;

/** A possible secret on its own: base64url of 32 bytes. */
const token = /(?<![\w-])[\w-]{43}(?![\w-])/g;

type Range = { readonly start: number; readonly end: number };

function findSecrets({ text, starts }: Decoded, secrets: Secrets): readonly Range[] {
  const inText = [...text.matchAll(address)].flatMap((match) => {
    const [start, end] = match.indices?.[1] ?? [];
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
  const bare =
    secrets.size === 0
      ? []
      : [...text.matchAll(token)]
          .filter(([found]) => secrets.has(found.toLowerCase()))
          .map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
  return [...inText, ...bare].map(({ start, end }) => ({ start: starts[start] ?? 0, end: starts[end] ?? 0 }));
}

/**
 * Removes the secret parts of callback addresses from a text, in any encoding: plain, URL, JSON or HTML, once or
 * nested. Finds addresses of any business by their form, and secrets without an address through `secrets`. Every view
 * of received bytes uses this.
 */
export function maskSecrets(text: string, secrets: Secrets, mask = '…'): string {
  const ranges = listDecodings(text)
    .flatMap((decoded) => findSecrets(decoded, secrets))
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
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
