import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { version } from '#lib/values/version.ts';
import { measureRun, serveStatus } from './index.ts';

afterAll(closeDatabase);

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
