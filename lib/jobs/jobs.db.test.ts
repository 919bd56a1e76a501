import { describe, expect, test, vi } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { createBusiness, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { version } from '#lib/values/version.ts';
import type { Job } from './index.ts';
import { jobs, measureRun, runUntilStopped, serveStatus } from './index.ts';

describe('jobs', () => {
  const createJob = (overrides: Partial<Job> & Pick<Job, 'run'>): Job => ({
    name: 'a job of a test',
    everySeconds: 3_600,
    isWokenBy: () => false,
    ...overrides,
  });
  const patiently = { timeout: 60_000, interval: 10 };

  test('wakes a job on announcements and finishes running jobs before it stops', async () => {
    const businessId = await createBusiness();
    const stop = new AbortController();
    const release = Promise.withResolvers<void>();
    let begun = 0;
    let ended = 0;
    const work = createJob({
      isWokenBy: (event) => event.kind === 'change' && event.businessId === businessId,
      run: async () => {
        begun += 1;
        if (begun > 1) await release.promise;
        ended += 1;
        return {};
      },
    });
    const running = runUntilStopped([work], stop.signal);
    await vi.waitFor(() => expect(ended).toBe(1), patiently);
    await vi.waitFor(async () => {
      await inTransaction((transaction) => announce(transaction, { businessId, topics: ['callbacks'] }));
      expect(begun).toBe(2);
    }, patiently);
    stop.abort();
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isOver).toBe(false);
    release.resolve();
    await running;
    expect(ended).toBe(2);
  });

  test('retries a failing job', async () => {
    const stop = new AbortController();
    let tries = 0;
    const work = createJob({
      run: async () => {
        tries += 1;
        if (tries === 1) throw new Error('the database is away');
        return { done: 1 };
      },
    });
    const running = runUntilStopped([work], stop.signal);
    await vi.waitFor(() => expect(tries).toBe(2), patiently);
    stop.abort();
    await running;
  });

  test('keeps rows that can still be needed when pruning', async () => {
    await databasePool().query(
      `INSERT INTO rate_limit (key, points, expire) VALUES ('old', 1, 1), ('new', 1, $1)`,
      [String(Date.now() + 60_000)],
    );
    await databasePool().query(
      `INSERT INTO sign_in_ceiling (account, level, counted_at, free_at)
     VALUES ('old', 1, now() - interval '3 days', now()), ('new', 1, now() - interval '1 day', now())`,
    );
    const pruning = jobs.find(({ name }) => name === 'pruning');
    await expect(pruning?.run(systemContext(), new AbortController().signal)).resolves.toEqual({
      apiWrites: 0,
      eventDeliveries: 0,
      sessions: 0,
      tries: 1,
      ceilings: 1,
      drafts: 0,
      notifications: 0,
      reportRuns: 0,
    });
  });

  test('opens cases at once when only risk detail changed', async () => {
    const change = { kind: 'change', businessId: await createBusiness(), topics: [], ids: [] } as const;
    const [reviews] = jobs.filter(({ name }) => name === 'reviews');
    expect(reviews?.isWokenBy(change)).toBe(false);
    const guarded = { topics: ['deposits'], ids: [] } as const;
    expect(reviews?.isWokenBy({ ...change, guarded })).toBe(true);
  });
});

describe('the status of the worker', () => {
  test('serves health and readiness of the worker, and nothing else', async () => {
    const server = await serveStatus({ host: '127.0.0.1', port: 0 });
    const ask = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { connection: 'close' } });
    try {
      expect(await (await ask('/api/health')).json()).toEqual({ status: 'ok', version });
      expect(await (await ask('/api/ready')).json()).toEqual({ status: 'ready' });
      expect((await ask('/api/callbacks/a/b/withdrawal', 'POST')).status).toBe(404);
      expect((await ask('/')).status).toBe(404);
    } finally {
      server.close();
    }
  });

  test('measures a failed run without its message, which can contain data', async () => {
    const job = {
      name: 'failing',
      everySeconds: 60,
      runsWhilePaused: true,
      isWokenBy: () => false,
      run: () => Promise.reject(new TypeError('unexpected value of ada@example.com')),
    };
    const { run, outcome } = await measureRun(job, systemContext(), new AbortController().signal);
    expect(outcome.ok).toBe(false);
    expect(run).toMatchObject({ job: 'failing', failure: 'TypeError', everySeconds: 60 });
    expect(JSON.stringify(run)).not.toContain('ada@example.com');
  });
});
