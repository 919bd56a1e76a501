import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { withDatabase } from '#lib/database/testing/database-address.ts';
import { canReceiveNotifications } from './can-receive-notifications.ts';
import { listenOnChannel } from './listen.ts';

afterAll(() => vi.useRealTimers());

const address = process.env['DATABASE_URL'] ?? '';
/** A connection that accepts LISTEN and receives nothing, as through a pooler: notifications stay in their database. */
const createDeaf = () => new pg.Client({ connectionString: withDatabase(address, 'postgres') });
const createDirect = vi.hoisted(() => ({ deaf: false }));

vi.mock('#lib/database/pools.ts', async (original) => {
  const pools = await original<typeof import('#lib/database/pools.ts')>();
  return { ...pools, directConnection: () => (createDirect.deaf ? createDeaf() : pools.directConnection()) };
});

test('distinguishes a connection that receives notifications from one that does not', async () => {
  expect(await canReceiveNotifications()).toBe(true);
  createDirect.deaf = true;
  expect(await canReceiveNotifications()).toBe(false);
  createDirect.deaf = false;
});

test('reports missed changes within a minute while nothing arrives, and no test reaches the listener', async () => {
  const run = async (deaf: boolean) => {
    createDirect.deaf = deaf;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [stop, onMessage, onConnect] = [new AbortController(), vi.fn(), vi.fn()];
    const over = listenOnChannel('countinghouse_of_a_test', { onMessage, onConnect }, stop.signal);
    await vi.waitFor(() => expect(onConnect).toHaveBeenCalledTimes(1), { timeout: 60_000 });
    const query = vi.spyOn(databasePool(), 'query');
    for (let seconds = 0; seconds < 60; seconds += 20) {
      await vi.advanceTimersByTimeAsync(20_000);
      await Promise.allSettled(query.mock.results.map(({ value }) => value));
      // A notification arrives with the next answer on its connection.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const sent = query.mock.calls.length;
    query.mockRestore();
    vi.useRealTimers();
    stop.abort();
    await over;
    createDirect.deaf = false;
    expect(onMessage).not.toHaveBeenCalled();
    return { sent, missed: onConnect.mock.calls.length - 1 };
  };
  expect(await run(true)).toEqual({ sent: 3, missed: 2 });
  expect(await run(false)).toEqual({ sent: 2, missed: 0 });
});
