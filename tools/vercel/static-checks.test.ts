import fs from 'node:fs';
import { expect, test } from 'vitest';
import { jobs } from '#lib/jobs/index.ts';
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

test('every job has a cron route', () => {
  const names = jobs.map(({ name }) => name);
  expect(listCronConflicts(settings, names)).toEqual([]);
  expect(listCronConflicts(settings, [...names.slice(1), 'new'])).toEqual([
    '/api/cron/new: missing',
    `/api/cron/${names[0]}: no such job`,
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
