import fs from 'node:fs';
import { expect, test } from 'vitest';
import { toCookieName } from './model-cookie-name.ts';

test('binds a cookie to this host over https', () => {
  expect(toCookieName('ch-theme', true)).toBe('__Host-ch-theme');
  expect(toCookieName('ch-theme', false)).toBe('ch-theme');
});

test('no other file stores a cookie in the browser or writes a prefix', () => {
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)),
  );
  const find = (pattern: RegExp) => files.filter((file) => pattern.test(fs.readFileSync(file, 'utf8')));
  expect(find(/document\.cookie = /)).toEqual(['components/shell/browser-cookies.ts']);
  expect(find(/[`'"]__(?:Host|Secure)-/)).toEqual([
    'lib/access/model-cookie-name.ts',
    // The former name of a cookie that is removed.
    'lib/access/session-cookie.ts',
  ]);
});
