import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readBusinessDay } from '#lib/businesses/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import { guardedTopics } from '#lib/values/topics.ts';
import { createLiveStream } from './event-stream.ts';
import type { LiveEvent } from './live-events.ts';
import { announce, subscribe, toChangePayload } from './live-events.ts';

function abortAfterTest(): AbortController {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  return controller;
}

describe('live events', () => {
  const businessId = toId<BusinessId>('0b2f1c9e-5e0e-4f5a-9d58-2f3f2f1b6a01');
  const other = toId<BusinessId>('0b2f1c9e-5e0e-4f5a-9d58-2f3f2f1b6a02');

  const pollOptions = { timeout: 60_000, interval: 5 };

  function collectEvents(keepMs?: number) {
    const events: LiveEvent[] = [];
    const stop = subscribe((event) => events.push(event), keepMs);
    onTestFinished(stop);
    return { events, stop };
  }

  async function listening() {
    const { events, stop } = collectEvents();
    await vi.waitFor(() => expect(events).toContainEqual({ kind: 'missed' }), pollOptions);
    events.length = 0;
    return { events, stop };
  }

  test('delivers an announcement once at commit, and never after a rollback', async () => {
    const { events } = await listening();
    const change = { businessId, topics: ['payments', 'deposits'], ids: ['a'] } as const;
    await inTransaction(async (transaction) => {
      await announce(transaction, change);
      await announce(transaction, change);
      expect(events).toEqual([]);
    });
    await expect(
      inTransaction(async (transaction) => {
        await announce(transaction, { ...change, businessId: other });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await inTransaction((transaction) => announce(transaction, { businessId, topics: ['callbacks'] }));
    await vi.waitFor(() => expect(events).toHaveLength(2), pollOptions);
    expect(events).toEqual([
      { kind: 'change', ...change },
      { kind: 'change', businessId, topics: ['callbacks'], ids: [] },
    ]);
  });

  test('omits ids when there are too many for the payload', () => {
    const ids = Array.from({ length: 5_000 }, () => businessId);
    expect(toChangePayload({ businessId, topics: ['payments'], ids }).length).toBeLessThan(1_000);
  });

  test('reopens a broken connection and reports missed changes', async () => {
    const { events } = await listening();
    await databasePool().query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    );
    await vi.waitFor(() => expect(events).toEqual([{ kind: 'missed' }]), pollOptions);
    await inTransaction((transaction) => announce(transaction, { businessId, topics: ['business'] }));
    await vi.waitFor(() => expect(events).toHaveLength(2), pollOptions);
  });

  test('misses nothing between two listeners while the connection is kept', async () => {
    const first = collectEvents(5_000);
    await vi.waitFor(() => expect(first.events).toEqual([{ kind: 'missed' }]), pollOptions);
    first.stop();
    const { events } = collectEvents();
    await inTransaction((transaction) => announce(transaction, { businessId, topics: ['callbacks'] }));
    const change = { kind: 'change', businessId, topics: ['callbacks'], ids: [] };
    await vi.waitFor(() => expect(events).toEqual([change]), pollOptions);
  });

  test('reports nothing of a connection that was stopped before it listened', async () => {
    subscribe(() => {})();
    const { events } = collectEvents();
    await vi.waitFor(() => expect(events).toContainEqual({ kind: 'missed' }), pollOptions);
    await inTransaction((transaction) => announce(transaction, { businessId, topics: ['minimums'] }));
    const change = { kind: 'change', businessId, topics: ['minimums'], ids: [] };
    await vi.waitFor(() => expect(events).toEqual([{ kind: 'missed' }, change]), pollOptions);
  });

  test('delivers a change once while a stopped connection closes', async () => {
    const { stop: stopFirst } = await listening();
    const closing = Promise.withResolvers<pg.Client>();
    vi.spyOn(pg.Client.prototype, 'end').mockImplementationOnce(async function (this: pg.Client) {
      closing.resolve(this);
    });
    stopFirst();
    const client = await closing.promise;
    const { events } = await listening();
    const heardByFirst = once(client, 'notification');
    await inTransaction((transaction) => announce(transaction, { businessId, topics: ['business'] }));
    await heardByFirst;
    await vi.waitFor(() => expect(events).not.toEqual([]), pollOptions);
    expect(events).toEqual([{ kind: 'change', businessId, topics: ['business'], ids: [] }]);
    await client.end();
  });

  test('ignores invalid messages', async () => {
    const { events } = await listening();
    await database().$executeRaw`SELECT pg_notify('countinghouse_live', 'rubbish')`;
    await database().$executeRaw`SELECT pg_notify('countinghouse_live', '{"b":1}')`;
    await inTransaction((transaction) => announce(transaction, { businessId, topics: ['minimums'] }));
    await vi.waitFor(() => expect(events).toHaveLength(1), pollOptions);
  });

  test('streams changes of one business within a second, and ends when access is lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let may = true;
    const controller = abortAfterTest();
    const reader = createLiveStream({
      businessId,
      readDay: () => readBusinessDay(businessId),
      mayContinue: async () => may,
      signal: controller.signal,
    })
      .pipeThrough(new TextDecoderStream())
      .getReader();
    expect((await reader.read()).value).toContain('retry: 2000');
    expect((await reader.read()).value).toContain('event: missed');
    await inTransaction((transaction) => announce(transaction, { businessId: other, topics: ['payments'] }));
    await inTransaction((transaction) =>
      announce(transaction, { businessId, topics: ['payments'], ids: ['p'] }),
    );
    expect((await reader.read()).value).toBe('event: change\ndata: {"topics":["payments"],"ids":["p"]}\n\n');
    may = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await reader.read()).done).toBe(true);
  });

  test('reports a new day of the business without any change', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const at = toId<BusinessId>(randomUUID());
    const inZone = (zone: string) => database().$executeRaw`
    INSERT INTO business (id, name, time_zone) VALUES (${at}::uuid, 'Harbour Books', ${zone})
    ON CONFLICT (id) DO UPDATE SET time_zone = EXCLUDED.time_zone`;
    await inZone('Etc/GMT+12');
    const controller = abortAfterTest();
    const querySpy = vi.spyOn(databasePool(), 'query');
    const stream = createLiveStream({
      businessId: at,
      readDay: () => readBusinessDay(at),
      mayContinue: async () => true,
      signal: controller.signal,
    });
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('retry: 2000');
    expect((await reader.read()).value).toContain('event: missed');
    const looked = async (times: number) => {
      await vi.waitFor(() => expect(querySpy).toHaveBeenCalledTimes(times), pollOptions);
      await Promise.allSettled(querySpy.mock.results.map(({ value }) => value));
    };
    await looked(1);
    await vi.advanceTimersByTimeAsync(10_000);
    await looked(2);
    // There it is already another day at any time.
    await inZone('Pacific/Kiritimati');
    await vi.advanceTimersByTimeAsync(10_000);
    let received = '';
    while (!received.includes('event:')) received = (await reader.read()).value ?? 'event: ended';
    expect(received).toContain('event: missed');
  });

  test('unsubscribes a client that disconnects', async () => {
    const controller = abortAfterTest();
    const stream = createLiveStream({
      businessId,
      readDay: () => readBusinessDay(businessId),
      mayContinue: async () => true,
      signal: controller.signal,
    });
    expect(globalThis.countinghouseLive?.listeners.size).toBe(1);
    controller.abort();
    expect(globalThis.countinghouseLive?.listeners.size).toBe(0);
    await stream.cancel();
    const second = createLiveStream({
      businessId,
      readDay: () => readBusinessDay(businessId),
      mayContinue: async () => true,
      signal: new AbortController().signal,
    });
    await second.cancel();
    expect(globalThis.countinghouseLive?.listeners.size).toBe(0);
  });
});

describe('guarded topics', () => {
  /** Events of a reader up to the last change, which everyone may receive. */
  async function readEvents(canSeeGuarded: boolean): Promise<string> {
    const businessId = await createBusiness();
    const controller = abortAfterTest();
    const stream = createLiveStream({
      businessId,
      readDay: () => readBusinessDay(businessId),
      hiddenTopics: canSeeGuarded ? [] : guardedTopics,
      mayContinue: async () => true,
      signal: controller.signal,
    });
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    // The connection is listening once it has reported `missed`.
    while (!text.includes('event: missed')) text += (await reader.read()).value ?? '';
    const announceChange = (change: Omit<Parameters<typeof announce>[1], 'businessId'>) =>
      inTransaction((transaction) => announce(transaction, { businessId, ...change }));
    await announceChange({ topics: ['reviews'], ids: ['case-1'] });
    await announceChange({ topics: ['reviews', 'deposits'], ids: ['case-2'] });
    await announceChange({ topics: ['payments'], ids: ['last'] });
    while (!text.includes('last')) text += (await reader.read()).value ?? '';
    controller.abort();
    return text;
  }

  test('sends review changes to people who work on reviews', async () => {
    const text = await readEvents(true);
    expect(text).toContain('case-1');
    expect(text).toContain('"reviews"');
  });

  test('sends others neither the topic, nor a case id, nor a separate event', async () => {
    const text = await readEvents(false);
    expect(text).not.toContain('reviews');
    expect(text).not.toContain('case-');
    expect(text.match(/event: change/g)).toHaveLength(2);
    expect(text).toContain('"deposits"');
  });

  test('repeats the changes since a page was rendered, by the same rule, and none twice for others', async () => {
    const businessId = await createBusiness();
    const since = Promise.withResolvers<Instant>();
    const stop = subscribe((event) => {
      // After the margin for clocks, from when the memory is complete.
      if (event.kind === 'missed') since.resolve(addMilliseconds(instant(Date.now()), 5_000));
    });
    onTestFinished(stop);
    const from = await since.promise;
    const heard = Promise.withResolvers<void>();
    const stopWaiting = subscribe(
      (event) => event.kind === 'change' && event.ids[0] === 'last' && heard.resolve(),
    );
    onTestFinished(stopWaiting);
    const announceChange = (change: Omit<Parameters<typeof announce>[1], 'businessId'>) =>
      inTransaction((transaction) => announce(transaction, { businessId, ...change }));
    await announceChange({ topics: ['reviews'], ids: ['case-1'] });
    await announceChange({ topics: ['payments'], ids: ['last'] });
    await heard.promise;
    const readFirst = async (canSeeGuarded: boolean, at: Instant) => {
      const controller = abortAfterTest();
      const reader = createLiveStream({
        businessId,
        readDay: () => readBusinessDay(businessId),
        hiddenTopics: canSeeGuarded ? [] : guardedTopics,
        mayContinue: async () => true,
        signal: controller.signal,
        since: at,
      })
        .pipeThrough(new TextDecoderStream())
        .getReader();
      let text = '';
      while (!/last|missed/.test(text)) text += (await reader.read()).value ?? '';
      controller.abort();
      return text;
    };
    expect(await readFirst(true, from)).toContain('case-1');
    expect((await readFirst(false, from)).match(/event: .*\ndata: .*/g)).toEqual([
      'event: change\ndata: {"topics":["payments"],"ids":["last"]}',
    ]);
    expect(await readFirst(false, instant(0))).toContain('event: missed');
  });
});
