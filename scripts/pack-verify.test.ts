import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packFormat } from '#lib/statements/model/pack.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const head = JSON.stringify({
  ...{ format: packFormat, businessId: 'b', closeId: 'c', number: 1, revision: 1, previousPackSha256: null },
  ...{ rows: 0, rowsSha256: hash(''), matches: 0, matchesSha256: hash(''), checklist: [] },
  figures: {
    ...{ currency: 'EUR', from: '2026-10-01', to: '2026-10-31', timeZone: 'UTC', beginsAt: '', endsAt: '' },
    ...{ countsCallbacks: false, opening: '1', lines: [], memo: [], withoutCurrency: 0, refunds: [] },
    ...{ change: '0', closing: '1' },
  },
});
let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pack-'));
  file = path.join(folder, 'close.pack');
  await writeFile(file, `${head}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...values: string[]) =>
  new Promise<{ code: unknown; errors: string }>((resolve) => {
    const command = ['--conditions=react-server', 'scripts/pack-verify.ts', ...values];
    execFile(process.execPath, command, (error, _output, errors) =>
      resolve({ code: error === null ? 0 : error.code, errors }),
    );
  });

test('compares the first line with the hash of the audit log', async () => {
  const other = hash(`${head} `);
  const [same, differs, invalid, none] = await Promise.all([
    run(file, '--sha256', hash(head).toUpperCase()),
    run(file, '--sha256', other),
    run(file, '--sha256', 'abc'),
    run(),
  ]);
  expect(same).toEqual({ code: 0, errors: '' });
  expect(differs).toMatchObject({ code: 1, errors: expect.stringContaining(other) });
  for (const refused of [invalid, none])
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('Usage') });
});
