import { afterEach, describe, expect, test, vi } from 'vitest';
import { env } from '#lib/platform/env.ts';
import { withReadTransaction } from './cancellable-read.ts';
import { closeDatabase, databasePool, longReadPool, standbyPools } from './pools.ts';
import { chooseReadPool, findControlPool, waitForStandby } from './standby.ts';

const standby = vi.hoisted((): { url: string | undefined } => ({ url: undefined }));

vi.mock('#lib/platform/env.ts', async (load) => {
  const { env: real } = await load<typeof import('#lib/platform/env.ts')>();
  const read = (_target: unknown, name: string) =>
    name === 'READ_DATABASE_URL' ? standby.url : Reflect.get(real, name);
  return { env: new Proxy({}, { get: read }) };
});

/** Sets the address of the standby for one test. */
async function useStandby(url: string | undefined): Promise<void> {
  await closeDatabase();
  standby.url = url;
}

afterEach(() => useStandby(undefined));

describe('a standby', () => {
  test('is used for reads that take long, and its own connections cancel them', async () => {
    await useStandby(env.DATABASE_URL);
    const pool = await chooseReadPool('export');
    expect(pool).toBe(standbyPools()?.longPool);
    expect(findControlPool(pool)).toBe(standbyPools()?.controlPool);
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

  test('is left out while it is away, and where none is set', async () => {
    expect(await chooseReadPool('totals')).not.toBe(standbyPools()?.totalsPool);
    await useStandby('postgresql://nobody@127.0.0.1:1/nothing');
    expect(await chooseReadPool('export')).toBe(longReadPool());
  });

  test('that became a database of its own is left out while it lacks what the primary has', async () => {
    const ahead = { query: async () => ({ rows: [{ position: 'FFFFFFFF/0' }] }) };
    expect(await waitForStandby(ahead, databasePool())).toBe(false);
    expect(await waitForStandby(databasePool(), databasePool())).toBe(true);
  });

  test('is waited for until it has what the primary has', async () => {
    const primary = { query: vi.fn(async () => ({ rows: [{ position: '0/16B3748' }] })) };
    const answers = [false, false, true];
    const follower = { query: vi.fn(async () => ({ rows: [{ isThere: answers.shift() ?? true }] })) };
    expect(await waitForStandby(primary, follower)).toBe(true);
    expect(follower.query).toHaveBeenCalledTimes(3);
    expect(follower.query).toHaveBeenCalledWith(expect.stringContaining('replay'), ['0/16B3748']);
    const behind = { query: async () => ({ rows: [{ isThere: false }] }) };
    expect(await waitForStandby(primary, behind)).toBe(false);
  });
});
