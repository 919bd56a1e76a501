import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { env } from '#lib/platform/env.ts';
import { DatabasePool } from './driver.ts';
import { readSnapshot } from './long-reads.ts';
import { readPageSnapshot } from './page-reads.ts';
import { databasePool } from './pools.ts';
import * as standbys from './standby.ts';
import type { PlainTransaction } from './statements.ts';

const standby = new DatabasePool({ connectionString: env.DATABASE_URL, application_name: 'standby', max: 1 });

const readFrom = (pool: DatabasePool) => vi.spyOn(standbys, 'chooseReadPool').mockResolvedValue(pool);

beforeEach(() => readFrom(standby));
afterAll(() => standby.end());

const placeRows = z.tuple([z.object({ place: z.string() })]);
const raise = (state: string) => `DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${state}'; END $$`;
const terminate = 'SELECT pg_terminate_backend(pg_backend_pid())';

/** Reads where a snapshot is, and fails there on the standby. Returns the places. */
async function readPlaces(failure: string, failsOnPrimary = false, kind: 'page' | 'totals' = 'page') {
  const places: string[] = [];
  const readPlace = async (run: PlainTransaction['run']) => {
    const found = await run(
      `SELECT CASE current_setting('application_name') WHEN 'standby' THEN 'standby' ELSE 'primary' END AS place`,
      [],
    );
    const [{ place }] = placeRows.parse(found);
    places.push(place);
    if (place === 'standby' || failsOnPrimary) await run(failure, []);
    return 'read';
  };
  const read = readPageSnapshot(undefined, readPlace, kind);
  return { places, result: await read.catch((error: unknown) => error) };
}

test.each([
  ['a conflict with recovery', raise('40001')],
  ['a buffer that recovery waits for', raise('40P01')],
  ['the end of its connection', terminate],
])('a page reads the primary after %s on the standby', async (_name, failure) => {
  expect(await readPlaces(failure)).toEqual({ places: ['standby', 'primary'], result: 'read' });
});

test('a page reads the primary once, and other failures are not repeated', async () => {
  const conflict = await readPlaces(raise('40001'), true);
  expect(conflict).toMatchObject({ places: ['standby', 'primary'], result: { code: '40001' } });
  const limit = await readPlaces(raise('57014'));
  expect(limit).toMatchObject({ places: ['standby'], result: { code: '57014' } });
  readFrom(databasePool());
  const alone = await readPlaces(raise('40001'), true);
  expect(alone).toMatchObject({ places: ['primary'], result: { code: '40001' } });
});

test('reads of very many records read the primary, too', async () => {
  const conflict = await readPlaces(raise('40001'), false, 'totals');
  expect(conflict).toEqual({ places: ['standby', 'primary'], result: 'read' });
});

/** Yields parts, and fails on the standby before the part of a number. */
async function streamPlaces(failsBefore: number) {
  const places: string[] = [];
  const parts = readSnapshot(async function* (client) {
    for (const part of [1, 2]) {
      const found = await client.query(
        `SELECT current_setting('application_name') = 'standby' AS "isStandby"`,
      );
      const isStandby = found.rows[0]?.isStandby === true;
      if (isStandby && part === failsBefore) await client.query(raise('40001'));
      yield `${part} ${isStandby ? 'standby' : 'primary'}`;
    }
  });
  const read = (async () => {
    for await (const part of parts) places.push(part);
    return 'read';
  })();
  return { places, result: await read.catch((error: unknown) => error) };
}

test('a download reads the primary where the standby ended it before its first part', async () => {
  expect(await streamPlaces(1)).toEqual({ places: ['1 primary', '2 primary'], result: 'read' });
  // Its reader has the first part, which another snapshot could contradict.
  expect(await streamPlaces(2)).toMatchObject({ places: ['1 standby'], result: { code: '40001' } });
});

test('a download that its reader leaves releases its connection', async () => {
  const parts = readSnapshot(async function* (client) {
    yield (await client.query('SELECT 1')).rowCount;
    yield 2;
  });
  await parts.next();
  await parts.return(undefined);
  expect(standby.idleCount).toBe(standby.totalCount);
});
