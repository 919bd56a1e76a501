import fs from 'node:fs';
import { expect, test } from 'vitest';
import {
  listCronConflicts,
  listDurationConflicts,
  listLargeBodies,
  listWriters,
  readWebSources,
  vercelSettings,
} from './static-checks.ts';

const settings = vercelSettings.parse(JSON.parse(fs.readFileSync('vercel.json', 'utf8')));
const sources = readWebSources();
const source = (path: string, text: string) => ({ path, text });

test('one call a minute runs all jobs', () => {
  expect(listCronConflicts(settings)).toEqual([]);
  const crons = [
    { path: '/api/cron', schedule: '*/5 * * * *' },
    { path: '/api/cron/reviews', schedule: '* * * * *' },
  ];
  expect(listCronConflicts({ ...settings, crons })).toEqual([
    '/api/cron * * * * *: missing',
    '/api/cron */5 * * * *: not needed',
    '/api/cron/reviews * * * * *: not needed',
  ]);
});

test('no route runs longer than vercel.json and the plan allow', () => {
  expect(listDurationConflicts(settings, sources)).toEqual([]);
  expect(
    listDurationConflicts(settings, [
      source('app/api/cron/[job]/route.ts', 'export const maxDuration = 90;\nconst budgetMs = 95_000;\n'),
      source('app/page.tsx', 'export const maxDuration = 600;\n'),
    ]),
  ).toEqual([
    'app/api/cron/[job]/route.ts: 90 s > 60 s',
    'app/api/cron/[job]/route.ts: 95 s of work in 90 s',
    'app/page.tsx: 600 s > 300 s',
  ]);
});

test('the web app writes no file', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(listWriters(sources)).toEqual([]);
  const open = "import fs from 'node:fs';\nfs.openSync(file, 'a');";
  const write = "import { writeFile } from 'node:fs/promises';\nawait writeFile(file, text);";
  const read = "import fs from 'node:fs';\nfs.readFileSync(file);";
  expect(listWriters([source('a.ts', open), source('b.ts', write), source('c.ts', read)])).toEqual([
    'a.ts',
    'b.ts',
  ]);
});

test('a body beyond the limit is found', () => {
  expect(listLargeBodies({ chunk: 1_048_576, file: 5_000_000 })).toEqual(['file: 5000000 bytes']);
});
