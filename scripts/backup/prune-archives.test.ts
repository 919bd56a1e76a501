import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pruneArchives } from './prune-archives.ts';

test('keeps the newest archives and everything that is none', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'archives-'));
  const names = ['20261101T020000Z', '20261102T020000Z', '20261103T020000Z'].map(
    (at) => `countinghouse-${at}`,
  );
  for (const name of [...names, 'other', '.partial-1-abc']) fs.mkdirSync(path.join(folder, name));
  fs.writeFileSync(path.join(folder, names[0] ?? '', 'manifest.json'), '{}');
  expect(pruneArchives(folder, 2)).toEqual([path.join(folder, names[0] ?? '')]);
  expect(pruneArchives(folder, 2)).toEqual([]);
  expect(fs.readdirSync(folder).sort()).toEqual(['.partial-1-abc', ...names.slice(1), 'other']);
  fs.rmSync(folder, { recursive: true });
});
