import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { withDatabase } from '#lib/database/testing/database-address.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { canReceiveNotifications } from './can-receive-notifications.ts';
import { listenOnChannel } from './listen.ts';
import { ListenProbe } from './listen-probe.ts';

afterAll(() => vi.useRealTimers());

const address = process.env['DATABASE_URL'] ?? '';
/** A connection that accepts LISTEN and receives nothing, as through a pooler: notifications stay in their database. */
const setDeaf = (isDeaf: boolean): void => {
  testEnv.DIRECT_URL = isDeaf ? withDatabase(address, 'postgres') : address;
};

test('distinguishes a connection that receives notifications from one that does not', async () => {
  expect(await canReceiveNotifications()).toBe(true);
  setDeaf(true);
  expect(await canReceiveNotifications()).toBe(false);
  setDeaf(false);
});

test('reports missed changes within a minute while nothing arrives, and no test reaches the listener', async () => {
  const run = async (deaf: boolean) => {
    setDeaf(deaf);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [stop, onMessage, onConnect] = [new AbortController(), vi.fn(), vi.fn()];
    const over = listenOnChannel('countinghouse_of_a_test', { onMessage, onConnect }, stop.signal);
    await vi.waitFor(() => expect(onConnect).toHaveBeenCalledTimes(1), { timeout: 60_000 });
    const query = vi.spyOn(databasePool(), 'query');
    const heard = vi.spyOn(ListenProbe.prototype, 'hear').mockClear();
    const countSent = () => query.mock.calls.filter(([text]) => `${text}`.includes('pg_notify')).length;
    for (let seconds = 0; seconds < 60; seconds += 20) {
      await vi.advanceTimersByTimeAsync(20_000);
      await Promise.allSettled(query.mock.results.map(({ value }) => value));
      // A notification may arrive after the answer to the statement that sent it.
      if (deaf) await pause(100);
      while (!deaf && heard.mock.calls.length < countSent()) await pause(5);
    }
    const sent = countSent();
    query.mockRestore();
    vi.useRealTimers();
    stop.abort();
    await over;
    setDeaf(false);
    expect(onMessage).not.toHaveBeenCalled();
    return { sent, missed: onConnect.mock.calls.length - 1 };
  };
  expect(await run(true)).toEqual({ sent: 3, missed: 2 });
  expect(await run(false)).toEqual({ sent: 2, missed: 0 });
});
