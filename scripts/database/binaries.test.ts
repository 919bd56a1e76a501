import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLibrarySymlinks } from './binaries.ts';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'binaries-'));
  fs.mkdirSync(path.join(folder, 'native', 'lib'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'native/lib/libpq.so.5.18'), 'library');
  fs.writeFileSync(
    path.join(folder, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  );
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('restores links that a skipped install script left out, as relative links, once', () => {
  createLibrarySymlinks(folder);
  createLibrarySymlinks(folder);
  expect(fs.readlinkSync(path.join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  expect(fs.readFileSync(path.join(folder, 'native/lib/libpq.so.5'), 'utf8')).toBe('library');
});

test('finds a package without links complete', () => {
  fs.rmSync(path.join(folder, 'native/pg-symlinks.json'));
  expect(() => createLibrarySymlinks(folder)).not.toThrow();
});
