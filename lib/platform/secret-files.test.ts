import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SettingsError } from './env-schema.ts';
import { readSecretFiles } from './secret-files.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'secrets-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
};

test('reads a variable from its file without the line break at the end', () => {
  const source = {
    NEXTAUTH_SECRET_FILE: write('session', 'a secret of a file\n'),
    SMTP_FROM_FILE: write('mail', ' spaces stay '),
    DATABASE_URL_FILE: '',
    // A variable of its own, whose name only ends the same.
    AUDIT_ANCHOR_FILE: '/not/read',
  };
  expect(readSecretFiles(source)).toEqual({
    NEXTAUTH_SECRET: 'a secret of a file',
    SMTP_FROM: ' spaces stay ',
  });
});

test('keeps a variable that is set itself', () => {
  const source = { NEXTAUTH_SECRET: 'one', NEXTAUTH_SECRET_FILE: '/not/read' };
  expect(readSecretFiles(source)).toEqual({});
});

test('names each file that cannot be read', () => {
  const read = () => readSecretFiles({ NEXTAUTH_SECRET_FILE: folder, FACTOR_KEYS_FILE: '/not/here' });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(/NEXTAUTH_SECRET_FILE.*EISDIR.*\nFACTOR_KEYS_FILE.*ENOENT/);
});
