import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rememberSecrets } from './callback-secret.ts';
import { createLogger, createLogOutput, hideAddressSecrets } from './log.ts';

// Linux has a file that is always full.
const full = '/dev/full';

test.runIf(fs.existsSync(full))('never fails the caller when the disk is full', () => {
  const output = createLogOutput(fs.openSync(full, 'w'));
  for (let line = 0; line < 5_000; line += 1)
    expect(() => output.write(`${'x'.repeat(1_000)}\n`)).not.toThrow();
});

test('writes lines immediately', () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'log-')), 'log');
  const output = createLogOutput(fs.openSync(file, 'w'));
  output.write('one\n');
  expect(fs.readFileSync(file, 'utf8')).toBe('one\n');
  fs.rmSync(path.dirname(file), { recursive: true });
});

test('removes callback secrets from logs', () => {
  expect(hideAddressSecrets('/api/callbacks/b/secret/withdrawal')).toBe('/api/callbacks/b/…/withdrawal');
});

test('removes secrets from every part of a line', () => {
  const secret = 'kX3vQ9-mB2nL7pR_4tY8wZ1cD5fG6hJ0aS3eU7iO9xV';
  rememberSecrets([secret]);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'log-')), 'log');
  const log = createLogger(createLogOutput(fs.openSync(file, 'w')), 'info');
  const encoded = Buffer.from(`key ${secret}`).toString('base64');
  log.error(
    { error: new Error(`GET /api/callbacks/b/other-secret/withdrawal x${secret}x`) },
    `${secret} failed`,
  );
  log.child({ path: `/?key=${encoded}` }).info({ deep: { er: [{ url: secret }] } }, 'request');
  const text = fs.readFileSync(file, 'utf8');
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => typeof JSON.parse(line)),
  ).toEqual(['object', 'object']);
  expect(text).not.toContain(secret);
  expect(text).not.toContain('other-secret');
  expect(text).not.toContain(encoded.slice(10, 50));
  fs.rmSync(path.dirname(file), { recursive: true });
});

test('removes the tokens of invitations and password links from logs', () => {
  expect(hideAddressSecrets('https://desk.test/invitation/tok-en_1?x=1')).toBe(
    'https://desk.test/invitation/…?x=1',
  );
  expect(hideAddressSecrets('/sign-in?callbackUrl=%2Freset%2Ftoken&y=1')).toBe(
    '/sign-in?callbackUrl=%2Freset%2F…&y=1',
  );
});
