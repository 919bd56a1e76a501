import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createArchiveKey, createDecryption, createEncryption, openArchiveKey } from './encryption.ts';
import { readPassphrase } from './passphrase.ts';
import { mergeSecrets } from './restore-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'passphrase-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const { settings, key } = createArchiveKey('a passphrase of a test');
const opened = openArchiveKey('a passphrase of a test', settings);
const encrypt = (content: Buffer, file = 'one') =>
  buffer(Readable.from(content.length === 0 ? [] : [content]).pipe(createEncryption(key, file)));

async function decrypt(content: Buffer, file = 'one'): Promise<Buffer> {
  return buffer(Readable.from([content]).pipe(createDecryption(opened, file)));
}

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('decrypts %i bytes as they were', async (size) => {
  const content = randomBytes(size);
  const encrypted = await encrypt(content);
  expect(encrypted.length).toBe(size + 16 * Math.max(1, Math.ceil(size / 65_536)));
  expect((await decrypt(encrypted)).equals(content)).toBe(true);
});

test('notices a changed, swapped, repeated or missing chunk, and a file under another name', async () => {
  const chunk = 65_552;
  const encrypted = await encrypt(randomBytes(150_000));
  const [one, two, rest] = [
    encrypted.subarray(0, chunk),
    encrypted.subarray(chunk, 2 * chunk),
    encrypted.subarray(2 * chunk),
  ];
  const changed = Buffer.from(encrypted);
  changed[100] = (changed[100] ?? 0) ^ 1;
  for (const content of [
    changed,
    Buffer.concat([two, one, rest]),
    Buffer.concat([one, one, two, rest]),
    Buffer.concat([one, two]),
    one,
    Buffer.concat([one, two, rest.subarray(0, 20)]),
  ])
    await expect(decrypt(content)).rejects.toThrow('The archive is damaged');
  await expect(decrypt(encrypted, 'two')).rejects.toThrow('The archive is damaged');
});

test('reads the passphrase of a file without its line break, and refuses a short one', () => {
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, 'a long enough one\n');
  expect(readPassphrase(file)).toBe('a long enough one');
  fs.writeFileSync(file, 'short\n');
  expect(() => readPassphrase(file)).toThrow('at least 12 characters');
  expect(() => readPassphrase(path.join(folder, 'none'))).toThrow('can’t be read');
});

test('merges keys without losing one, and keeps the current session secret', () => {
  expect(
    mergeSecrets(
      { NEXTAUTH_SECRET: 'current', CALLBACK_SECRETS: 'new,shared' },
      { NEXTAUTH_SECRET: 'former', CALLBACK_SECRETS: 'shared,old', AUDIT_SIGNING_KEYS: 'key' },
    ),
  ).toEqual({ NEXTAUTH_SECRET: 'current', CALLBACK_SECRETS: 'new,shared,old', AUDIT_SIGNING_KEYS: 'key' });
});
