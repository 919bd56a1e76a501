import { expect, test } from 'vitest';
import { createSecrets, maskSecretBytes, maskSecrets, noSecrets } from './mask-secrets.ts';

const secret = 'Ab-d_fghIJKLmnopqrstuvwxyz0123456789-_ABCDE';
const business = '0c4a7ab8-6a8e-4dd8-8b5c-0d4a7e6a1f11';
const address = `https://pay.example.test/api/callbacks/${business}/${secret}/withdrawal`;
const secrets = createSecrets([secret]);

/** No part of the secret remains that helps to guess it. */
const stretches = secret.split(/[-_]/).filter((part) => part.length >= 5);
const isClean = (text: string) => stretches.every((part) => !text.toLowerCase().includes(part.toLowerCase()));

const everyLetter = (text: string, write: (code: string) => string) =>
  Array.from(text, (letter) => write(letter.charCodeAt(0).toString(16).padStart(4, '0'))).join('');
const hexPair = (code: string) => code.slice(2);

const forms: Readonly<Record<string, string>> = {
  plain: address,
  'upper case': address.toUpperCase(),
  'URL-encoded': encodeURIComponent(address),
  'URL-encoded twice': encodeURIComponent(encodeURIComponent(address)),
  'URL-encoded, each letter': everyLetter(address, (code) => `%${hexPair(code)}`),
  'JSON with escaped slashes': address.replaceAll('/', '\\/'),
  'JSON with slashes as \\u002f': address.replaceAll('/', '\\u002f'),
  'JSON with slashes as \\u002F': address.replaceAll('/', '\\u002F'),
  'JSON with each letter escaped': everyLetter(address, (code) => `\\u${code}`),
  'JSON in JSON': JSON.stringify(JSON.stringify({ url: address.replaceAll('/', '\\/') })),
  'JSON in a URL': encodeURIComponent(JSON.stringify({ url: address })),
  'HTML entities': address.replaceAll('/', '&#x2F;').replaceAll('-', '&#45;'),
  'UTF-16': Array.from(address).join('\0'),
  'with characters of no width': Array.from(address).join('\u200b'),
  'cut off': address.slice(0, address.indexOf(secret) + 20),
  'in garbled JSON': `{"url": "${address}`,
  'in a header': `service (+${address})`,
  'of another business': address.replace(business, '00000000-0000-4000-8000-000000000000'),
};

test.each(Object.entries(forms))('hides the secret of an address: %s', (_name, form) => {
  for (const text of [form, `before ${form} after ${form}`]) {
    expect(isClean(maskSecrets(text, noSecrets))).toBe(true);
    expect(isClean(maskSecrets(text, secrets))).toBe(true);
  }
});

test('hides a known secret without its address', () => {
  for (const text of [
    secret,
    `"${secret}"`,
    `key=${encodeURIComponent(secret)}&x=1`,
    secret.replaceAll('-', '\\u002d'),
  ])
    expect(maskSecrets(text, secrets)).not.toContain(stretches[1]);
});

test('keeps everything else, and the rest of the address', () => {
  expect(maskSecrets(address, noSecrets)).toBe(
    `https://pay.example.test/api/callbacks/${business}/…/withdrawal`,
  );
  const other =
    '{"a": "\\u002f 100%25 &amp; C:\\\\temp", "hash": "C53ECF838647FA5A4C780377025FEC7999AB4182590"}';
  expect(maskSecrets(other, secrets)).toBe(other);
  const withoutSecret = `/api/callbacks/${business}/withdrawal`;
  expect(maskSecrets(withoutSecret, noSecrets)).toBe(withoutSecret);
});

test('hides a secret in binary data and keeps other bytes', () => {
  const garbled = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(address), Buffer.from([0xff])]);
  expect(isClean(Buffer.from(maskSecretBytes(garbled, noSecrets)).toString('latin1'))).toBe(true);
  const other = Buffer.from([0xff, 0x00, 0x41]);
  expect(maskSecretBytes(other, secrets)).toBe(other);
});

test('takes linear time', () => {
  const long = '\\u002f/api/callbacks/'.repeat(15_000);
  const from = performance.now();
  maskSecrets(long, secrets);
  expect(performance.now() - from).toBeLessThan(30_000);
});
