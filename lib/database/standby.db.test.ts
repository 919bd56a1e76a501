import type pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { env } from '#lib/platform/env.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { withReadTransaction } from './cancellable-read.ts';
import { closeDatabase, databasePool, longReadPool, standbyPools } from './pools.ts';
import { chooseReadPool, findControlPool, waitForStandby } from './standby.ts';

/** Sets the address of the standby for one test. */
async function useStandby(url: string | undefined): Promise<void> {
  await closeDatabase();
  testEnv.READ_DATABASE_URL = url;
}

afterEach(() => useStandby(undefined));

type Answers = { readonly timeline?: string; readonly replayed?: string };

/** Runs `work` with a connection to this server that answers as a standby, on the primary's timeline unless it is set. */
async function withFollower(
  { timeline = 'timeline_id', replayed = 'pg_current_wal_lsn()' }: Answers,
  work: (follower: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await longReadPool().connect();
  try {
    await client.query(`BEGIN; CREATE SCHEMA follower;
      CREATE FUNCTION follower.pg_is_in_recovery() RETURNS boolean RETURN true;
      CREATE FUNCTION follower.pg_last_wal_replay_lsn() RETURNS pg_lsn RETURN CAST(${replayed} AS pg_lsn);
      CREATE FUNCTION follower.pg_control_recovery(OUT min_recovery_end_timeline integer)
        RETURN (SELECT ${timeline} FROM pg_control_checkpoint());
      SET LOCAL search_path = follower, pg_catalog`);
    await work(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('a standby', () => {
  test('is used for reads that take long, and its own connections cancel them', async () => {
    await useStandby(env.DATABASE_URL);
    await withFollower({}, async (follower) => {
      const control = standbyPools()?.controlPool ?? expect.unreachable();
      const query = vi.spyOn(control, 'query').mockImplementation(follower.query.bind(follower));
      const pool = await chooseReadPool('export');
      expect(await chooseReadPool('page')).toBe(standbyPools()?.pagePool);
      query.mockRestore();
      expect(pool).toBe(standbyPools()?.longPool);
      expect(findControlPool(pool)).toBe(control);
      expect(findControlPool(longReadPool())).toBe(databasePool());
      const controller = new AbortController();
      const read = withReadTransaction(
        controller.signal,
        'REPEATABLE READ',
        async (client) => {
          controller.abort();
          await client.query('SELECT pg_sleep(60)');
        },
        pool,
      );
      await expect(read).rejects.toMatchObject({ code: '57014' });
    });
  });

  test('is left out while it is away, and where none is set', async () => {
    expect(await chooseReadPool('totals')).not.toBe(standbyPools()?.totalsPool);
    expect(await chooseReadPool('page')).toBe(databasePool());
    await useStandby('postgresql://nobody@127.0.0.1:1/nothing');
    expect(await chooseReadPool('export')).toBe(longReadPool());
  });

  test('that is a database of its own is left out at once, although its position is not behind', async () => {
    const begun = performance.now();
    expect(await waitForStandby(databasePool(), databasePool())).toBe(false);
    await useStandby(env.DATABASE_URL);
    expect(await chooseReadPool('export')).toBe(longReadPool());
    expect(performance.now() - begun).toBeLessThan(1_500);
  });

  test.each([
    ['has what the primary has', {}, true],
    [
      'is ahead on the timeline of a former primary',
      { timeline: 'timeline_id - 1', replayed: "'FFFFFFFF/0'" },
      false,
    ],
    [
      'is ahead on the timeline of another primary',
      { timeline: 'timeline_id + 15', replayed: "'FFFFFFFF/0'" },
      false,
    ],
    ['is behind', { replayed: "'0/1'" }, false],
    ['reports no position', { replayed: 'NULL' }, false],
  ])('that %s', async (_name, answers, isReady) => {
    await withFollower(answers, async (follower) => {
      expect(await waitForStandby(databasePool(), follower)).toBe(isReady);
    });
  });

  test('of another database is left out', async () => {
    const rows = [{ position: '0/1', timeline: '00000001', database: '7' }];
    await withFollower({}, async (follower) => {
      expect(await waitForStandby({ query: async () => ({ rows }) }, follower)).toBe(false);
    });
  });

  test('is waited for until it has what the primary has', async () => {
    const answers = [false, false, true];
    const query = vi.fn(async () => ({ rows: [{ isFollower: true, isThere: answers.shift() ?? true }] }));
    expect(await waitForStandby(databasePool(), { query })).toBe(true);
    expect(query).toHaveBeenCalledTimes(3);
  });
});
