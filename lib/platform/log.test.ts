import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLogOutput, hideAddressSecrets } from './log.ts';

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

test('removes the tokens of invitations and password links from logs', () => {
  expect(hideAddressSecrets('https://desk.test/invitation/tok-en_1?x=1')).toBe(
    'https://desk.test/invitation/…?x=1',
  );
  expect(hideAddressSecrets('/sign-in?callbackUrl=%2Freset%2Ftoken&y=1')).toBe(
    '/sign-in?callbackUrl=%2Freset%2F…&y=1',
  );
});
