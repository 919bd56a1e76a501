import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { env } from '#lib/platform/env.ts';
import { DatabasePool } from './driver.ts';
import { longReadPool } from './pools.ts';
import type { SnapshotReader } from './snapshot-reader.ts';
import { withSnapshotReader } from './snapshot-reader.ts';
import * as standbys from './standby.ts';
import type { PlainTransaction } from './statements.ts';

const standby = new DatabasePool({ connectionString: env.DATABASE_URL, application_name: 'standby', max: 1 });

beforeEach(() => {
  vi.spyOn(standbys, 'chooseReadPool').mockResolvedValue(standby);
  vi.spyOn(standbys, 'waitForStandby').mockResolvedValue(true);
});
afterAll(() => standby.end());

const placeRows = z.tuple([z.object({ place: z.string(), isolation: z.string() })]);

const readPlace = async (run: PlainTransaction['run']) => {
  const found = await run(
    `SELECT CASE current_setting('application_name') WHEN 'standby' THEN 'standby' ELSE 'primary' END AS place,
       current_setting('transaction_isolation') AS isolation`,
    [],
  );
  const [{ place, isolation }] = placeRows.parse(found);
  expect(isolation).toBe('repeatable read');
  return place;
};

const readTwice = (read: Parameters<SnapshotReader>[0] = readPlace) =>
  withSnapshotReader(async (readSnapshot) => [await readSnapshot(read), await readSnapshot(readPlace)]);

/** Both connections are free again, outside a transaction. */
async function expectReleased(): Promise<void> {
  for (const pool of [standby, longReadPool()]) {
    expect(pool.totalCount - pool.idleCount).toBe(0);
    const { rows } = await pool.query("SELECT current_setting('transaction_isolation') AS isolation");
    expect(rows).toEqual([{ isolation: 'read committed' }]);
  }
}

test('reads each snapshot on the standby once it has what the primary has', async () => {
  expect(await readTwice()).toEqual(['standby', 'standby']);
  expect(standbys.waitForStandby).toHaveBeenCalledTimes(2);
  await expectReleased();
});

test('reads the primary where none is set, and where it is behind or away, for which it waits once', async () => {
  vi.mocked(standbys.waitForStandby).mockResolvedValueOnce(false);
  expect(await readTwice()).toEqual(['primary', 'primary']);
  vi.mocked(standbys.waitForStandby).mockRejectedValueOnce(new Error('the connection ended'));
  expect(await readTwice()).toEqual(['primary', 'primary']);
  expect(standbys.waitForStandby).toHaveBeenCalledTimes(2);
  vi.mocked(standbys.chooseReadPool).mockResolvedValue(longReadPool());
  expect(await readTwice()).toEqual(['primary', 'primary']);
  expect(standbys.waitForStandby).toHaveBeenCalledTimes(2);
  await expectReleased();
});

test('reads the primary where the standby stops answering or has no free connection, and leaves it', async () => {
  vi.mocked(standbys.waitForStandby).mockImplementationOnce(() => new Promise(() => undefined));
  expect(await readTwice()).toEqual(['primary', 'primary']);
  expect(standby.totalCount).toBe(0);
  vi.spyOn(standby, 'connect').mockRejectedValueOnce(new Error('no connection became free'));
  expect(await readTwice()).toEqual(['primary', 'primary']);
  await expectReleased();
});

test('reads the primary after the standby has ended a read, and passes other failures on', async () => {
  const fail = (state: string) => async (run: PlainTransaction['run']) => {
    const place = await readPlace(run);
    if (place === 'standby' || state === '22012')
      await run(`DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${state}'; END $$`, []);
    return place;
  };
  expect(await readTwice(fail('40001'))).toEqual(['primary', 'primary']);
  await expect(readTwice(fail('22012'))).rejects.toMatchObject({ code: '22012' });
  await expectReleased();
});
