import { createServer } from 'node:http';
import { afterAll, expect, test, vi } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { startFreezingProxy } from '#lib/database/testing/freezing-proxy.ts';
import { pagePoolSize } from '#lib/platform/page-pool-size.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { createOutagePage } from './outage-page.ts';

const direct = new URL(process.env['DATABASE_URL'] ?? '');
const proxy = await startFreezingProxy({ host: direct.hostname, port: Number(direct.port) });
const proxied = new URL(direct);
proxied.hostname = '127.0.0.1';
proxied.port = String(proxy.port);

await closeDatabase();
testEnv.DATABASE_URL = proxied.href;
await databasePool().query('SELECT 1');
const page = createOutagePage();
const server = createServer((request, response) =>
  page.intercept(request, response, () => response.end('a page')),
);
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const bound = server.address();
const address = `http://127.0.0.1:${bound !== null && typeof bound !== 'string' ? bound.port : 0}`;

afterAll(async () => {
  proxy.thaw();
  await closeDatabase();
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const open = async (headers: Record<string, string> = { accept: 'text/html' }, path = '/sign-in') => {
  const startedAt = performance.now();
  const response = await fetch(address + path, { headers });
  return { response, text: await response.text(), milliseconds: performance.now() - startedAt };
};
const comesBack = () =>
  vi.waitFor(async () => expect((await open()).text).toBe('a page'), { timeout: 60_000, interval: 200 });

test.each([
  ['frozen', () => proxy.freeze()],
  ['away', () => proxy.cut()],
] as const)('says that the database is %s, reopens automatically, and recovers', async (_name, break_) => {
  await comesBack();
  break_();
  // A probe of the last two seconds still counts.
  await vi.waitFor(async () => expect((await open()).response.status).toBe(503), { timeout: 60_000 });
  const { response, text, milliseconds } = await open();
  expect(milliseconds).toBeLessThan(3_000);
  expect(text).toContain('not available right now');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    refresh: '5',
    'retry-after': '5',
    'cache-control': 'private, no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  for (const [headers, path] of [
    [{ accept: 'application/json' }, '/api/ready'],
    [{ accept: 'text/html' }, '/api/health'],
    [{ accept: '*/*', rsc: '1' }, '/sign-in'],
  ] as const)
    expect((await open(headers, path)).text).toBe('a page');
  proxy.thaw();
  await comesBack();
});

test('shows pages while reads hold all connections', async () => {
  await comesBack();
  const held = await Promise.all(Array.from({ length: pagePoolSize }, () => databasePool().connect()));
  try {
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await open()).text).toBe('a page');
  } finally {
    for (const client of held) client.release();
  }
});
