import { expect, test } from 'vitest';
import { traceFiles } from './trace-files.ts';

test('finds the file of a package that its CommonJS part requires', async () => {
  const files = await traceFiles(['lib/people/breached-passwords.ts'], []);
  expect(files).toContain('node_modules/@zxcvbn-ts/language-common/dist/index.cjs');
  expect(files).toContain('node_modules/@zxcvbn-ts/dictionary-compression/dist/decompress.cjs');
}, 60_000);
