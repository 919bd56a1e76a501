import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Readiness } from '#lib/database/readiness.ts';
import type { ServerFacts } from '#lib/database/server-facts.ts';
import { describeDatabase } from './check-database.ts';
import { checkDatabaseDisk, checkDataFolder, describeDiskSpace } from './check-disk.ts';
import { attemptCheck } from './instance-check.ts';

const facts: ServerFacts = {
  role: 'app',
  unreadable: [],
  canChangeKeptRows: false,
  version: '18.4',
  bytes: 3_000_000,
  dataFolder: null,
};
const here = 'postgresql://app@127.0.0.1:5432/countinghouse';
const ready: Readiness = {
  isReady: true,
  database: 'answers',
  migrations: 'applied',
  reason: null,
  timeZone: 'UTC',
  clockSkewSeconds: 0,
};

const listLines = (change: Partial<Readiness>, change2: Partial<typeof facts> | null = {}) =>
  describeDatabase(
    { ready: { ...ready, ...change }, failure: change.database === 'away' ? 'ECONNREFUSED' : null },
    change2 === null ? null : { ...facts, ...change2 },
  ).map(({ key, state, message }) => `${key} ${state}: ${message}`);

test('passes a database in UTC with all migrations, a limited role and an equal clock', () => {
  expect(listLines({})).toEqual([
    'database good: PostgreSQL 18.4 responds in UTC and accepts writes.',
    'migrations good: The database is up to date with this version.',
    'database-role good: The database user app can’t change audit entries or received data.',
    'clock good: This server’s clock and the database’s clock differ by at most 1 s.',
  ]);
});

test('names the reason why the database is away, and skips what depends on it', () => {
  const unreachable = { isReady: false, database: 'away', migrations: 'unknown', timeZone: null } as const;
  const [database, ...rest] = listLines({ ...unreachable, clockSkewSeconds: null }, null);
  expect(database).toMatch(/^database bad: .*ECONNREFUSED/);
  expect(rest.map((line) => line.split(':')[0])).toEqual([
    'migrations unknown',
    'database-role unknown',
    'clock unknown',
  ]);
});

test.each([
  [{ timeZone: 'Europe/Berlin' }, /^database bad: .*Europe\/Berlin/],
  [{ database: 'read-only' }, /^database bad: .*can’t save/],
  [{ migrations: 'pending', isReady: false }, /^migrations bad: .*Run the migrations/],
  [{ migrations: 'other', isReady: false, reason: 'Start that version.' }, /^migrations bad: Start that/],
  [{ clockSkewSeconds: 30 }, /^clock attention: .* 30 s ahead/],
  [{ clockSkewSeconds: -600 }, /^clock bad: .* 600 s behind/],
] as const)('reports %j', (change, line) => {
  expect(listLines(change)).toContainEqual(expect.stringMatching(line));
});

test('reports a role that owns the tables, and one without rights', () => {
  expect(listLines({}, { canChangeKeptRows: true })[2]).toMatch(
    /^database-role attention: The database user app owns/,
  );
  expect(listLines({}, { unreadable: ['payment'] })[2]).toMatch(
    /^database-role bad: The database user app can’t read payment/,
  );
});

test.each([
  [900 * 1024 ** 2, 'bad', '900 MiB free of 100 GiB'],
  [3 * 1024 ** 3, 'attention', '3 GiB free'],
  [50 * 1024 ** 3, 'good', '50 GiB free'],
] as const)('rates %s free bytes as %s', (freeBytes, state, text) => {
  const space = describeDiskSpace('/data', { freeBytes, totalBytes: 100 * 1024 ** 3 }, 'database');
  expect(space.state).toBe(state);
  expect(space.message).toContain(text);
});

test('checks the nearest existing folder of DATA_DIR, and fails where it can never be made', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doctor-'));
  try {
    const deep = path.join(folder, 'not', 'yet');
    expect((await checkDataFolder(deep)).message).toContain(`${deep} has `);
    const file = path.join(folder, 'file');
    fs.writeFileSync(file, '');
    expect(await checkDataFolder(path.join(file, 'data'))).toMatchObject({
      state: 'bad',
      message: expect.stringContaining('ENOTDIR'),
    });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('measures the disk of the database only where its folder is on this machine', async () => {
  expect(await checkDatabaseDisk({ ...facts, dataFolder: os.tmpdir() }, here)).toMatchObject({
    message: expect.stringMatching(/^The database uses 2\.86 MiB of disk space\. .* free of /),
  });
  expect(await checkDatabaseDisk({ ...facts, dataFolder: '/not/here' }, here)).toMatchObject({
    state: 'unknown',
  });
  expect((await checkDatabaseDisk(facts, here)).state).toBe('unknown');
  // A folder of the same name on this machine isn’t the database’s.
  expect(
    await checkDatabaseDisk({ ...facts, dataFolder: os.tmpdir() }, 'postgresql://db.test/x'),
  ).toMatchObject({
    state: 'unknown',
    message: expect.stringContaining('on another server'),
  });
  expect(
    (await checkDatabaseDisk({ ...facts, dataFolder: os.tmpdir() }, 'postgresql://app@/x?host=/tmp')).state,
  ).not.toBe('unknown');
});

test('says what a full disk stops', () => {
  const space = { freeBytes: 0, totalBytes: 100 };
  expect(describeDiskSpace('/data', space, 'database').message).toContain(
    'callbacks and sign-ins are refused',
  );
  expect(describeDiskSpace('/data', space, 'data-folder').message).toContain('audit anchors aren’t written');
});

test('turns a check that throws into a failed check', async () => {
  const crashed = await attemptCheck('mail', () => Promise.reject(new Error('boom')));
  expect(crashed).toMatchObject([
    { key: 'mail', state: 'bad', message: 'The check could not be completed: boom' },
  ]);
});
