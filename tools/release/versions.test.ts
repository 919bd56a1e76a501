import fs from 'node:fs';
import { expect, test } from 'vitest';
import { version } from '#lib/values/version.ts';
import { replaceVersion, semanticVersion, versionFiles } from './versions.ts';

test.each(versionFiles)('%s has the version of the product where a release replaces it', (file) => {
  const text = fs.readFileSync(file, 'utf8');
  const next = replaceVersion(file, text, version, '9.8.7');
  expect(next).not.toBe(text);
  expect(replaceVersion(file, next, '9.8.7', version)).toBe(text);
});

test('refuses a file with another version', () => {
  expect(() => replaceVersion('lib/values/version.ts', "version = '0.0.9'", version, '1.0.0')).toThrow(
    /^lib\/values\/version\.ts lacks/,
  );
});

test('accepts semantic versions only', () => {
  for (const good of ['1.0.0', '1.2.3-rc.1']) expect(good).toMatch(semanticVersion);
  for (const bad of ['v1.0.0', '1.0', '1.0.0.0', 'next']) expect(bad).not.toMatch(semanticVersion);
});
