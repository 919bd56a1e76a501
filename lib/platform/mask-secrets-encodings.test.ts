import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecrets, maskSecretBytes, maskSecrets } from './mask-secrets.ts';

/** Ways to write a text that contains a secret. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'URL, each character': (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  'URL, every third character': (text) =>
    text.replace(/([\w-]{2})([\w-])/g, (_, plain: string, last: string) => `${plain}%${hexByte(last)}`),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'hex in pairs': (text) => Buffer.from(text).toString('hex').replace(/../g, '$&:'),
  'escapes of JSON': (text) =>
    text.replace(/./gsu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'JSON text': (text) => JSON.stringify(text),
  'entities of HTML': (text) => text.replace(/./gsu, (one) => `&#${one.charCodeAt(0)};`),
  'bytes of JSON': (text) => JSON.stringify(Buffer.from(text)),
  'UTF-16': (text) => Array.from(text).join('\0'),
};
const hexByte = (character: string) => character.charCodeAt(0).toString(16);

/** Returns the middle of what differs between the encodings of two texts: letters of the secret only. */
function findMiddle(one: string, other: string): string {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const quarter = Math.floor((one.length - start - end) / 4);
  return one.slice(start + quarter, one.length - end - quarter);
}

const hashText = (text: string) => createHash('sha256').update(text).digest('base64url');
const secret = fc.nat().map((seed) => hashText(`secret ${seed}`));
const otherSecret = fc.nat().map((seed) => hashText(`other ${seed}`));
/** Includes what used to hide a secret: letters, digits and marks right beside it. */
const surroundings = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('x', '_', '-', '9', 'key', '"', '/', '%', ' ', '=', '', 'https://desk.test/?key='),
);
const encoding = fc.constantFrom(...Object.keys(encodings));

test('hides a secret in any surroundings, in every encoding and in two of them', () => {
  fc.assert(
    fc.property(
      fc.tuple(secret, otherSecret),
      fc.tuple(surroundings, surroundings, surroundings, surroundings),
      fc.tuple(encoding, encoding),
      ([own, other], [before, after, outerBefore, outerAfter], [inner, outer]) => {
        const write = (one: string) => {
          const encoded = encodings[inner]?.(`${before}${one}${after}`) ?? '';
          return `${outerBefore}${encodings[outer]?.(encoded) ?? ''}${outerAfter}`;
        };
        const isCaseLost = outer === 'upper case' && inner.startsWith('base64');
        fc.pre(!isCaseLost);
        const text = write(own);
        const middle = findMiddle(text, write(other));
        const secrets = createSecrets([other, own]);
        expect(middle.length).toBeGreaterThan(15);
        expect(maskSecrets(text, secrets)).not.toContain(middle);
        const bytes = Buffer.from(text, 'latin1');
        expect(Buffer.from(maskSecretBytes(bytes, secrets)).toString('latin1')).not.toContain(middle);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('changes no text without a secret', () => {
  const secrets = createSecrets(['Ab-d_fghIJKLmnopqrstuvwxyz0123456789-_ABCDE']);
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 300 }), fc.json(), fc.base64String({ maxLength: 300 })),
      (text) => {
        expect(maskSecrets(text, secrets)).toBe(text);
      },
    ),
    { numRuns: 1_000 },
  );
});

test('hides a part of a secret that was cut off, and its bytes in hex', () => {
  const own = hashText('own');
  const secrets = createSecrets([own]);
  for (let start = 0; start + 16 <= own.length; start += 1)
    expect(maskSecrets(`x${own.slice(start, start + 16)}x`, secrets)).toBe('x…x');
  expect(maskSecrets(Buffer.from(own, 'base64url').toString('hex'), secrets)).toBe('…');
  expect(maskSecrets(Buffer.from(own, 'base64url').toString('base64'), secrets)).toBe('…=');
});

test('reads a body of 64 KiB in less than a tenth of a second', () => {
  const secrets = createSecrets(Array.from({ length: 200 }, (_, at) => hashText(`secret ${at}`)));
  const row = JSON.stringify({
    id: crypto.randomUUID(),
    hash: 'c53ecf838647fa5a'.repeat(4),
    note: 'A "note" & more',
  });
  const body = row.repeat(Math.floor(65_536 / row.length));
  const measure = () => {
    const from = process.cpuUsage();
    maskSecrets(body, secrets);
    return process.cpuUsage(from).user / 1_000;
  };
  expect(Math.min(measure(), measure(), measure(), measure(), measure())).toBeLessThan(100);
});
