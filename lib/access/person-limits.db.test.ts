import { randomUUID } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import { beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Tenant, TenantRole } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { checkRows } from '#lib/payment-batches/index.ts';
import { batchForm } from '#lib/payment-batches/schema.ts';
import { readMetrics } from '#lib/platform/metrics.ts';
import { personLimits } from '#lib/platform/service-profile-file.ts';
import { openTestRequest } from '#lib/platform/testing/file-doubles.ts';
import { runAction, runRoute } from './index.ts';
import { personQueue } from './person-limit-values.ts';
import { acquireSlot, countSlotsInUse } from './person-limits.ts';

const { cookies } = openTestRequest();
/** Requests of a kind that one person may have open at the same time. */
const mostRequests = personLimits().reads + personQueue;

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});

async function signInAs(role: TenantRole): Promise<void> {
  const secret = 'a-test-secret-that-is-long-enough-to-pass';
  const token = { sid: tenant.as[role].actor.sessionId };
  cookies.set('next-auth.session-token', await encode({ token, secret }));
}

type Handler = () => Promise<unknown>;

function get(path: string, handler: Handler, init: RequestInit = {}): Promise<Response> {
  const request = new Request(`http://localhost:3000/api/businesses/${tenant.businessId}/${path}`, init);
  const params = Promise.resolve({ business: tenant.businessId });
  return runRoute('read', handler)(request, { params });
}

const unused = { request: 0, totals: 0, 'all-totals': 0, export: 0, check: 0, stream: 0 };

test("one person with too many reads waits, is refused and doesn't delay others", async () => {
  await signInAs('viewer');
  let finish = () => {};
  const blocked = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const reads = Array.from({ length: mostRequests + 1 }, () =>
    get('payments', () => blocked.then(() => ({ fine: 1 }))),
  );
  const refused = await Promise.race(reads);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toMatchObject({ ok: false, code: 'throttled' });
  expect(countSlotsInUse()).toEqual({ ...unused, request: 3 });

  await signInAs('finance');
  expect((await get('payments', async () => ({ fine: 2 }))).status).toBe(200);

  finish();
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(mostRequests).fill(200), 429]);
  expect(countSlotsInUse()).toEqual(unused);
  const { text } = await readMetrics();
  expect(text).toContain(`countinghouse_person_limits_total{kind="request",outcome="queued"} ${personQueue}`);
  expect(text).toContain('countinghouse_person_limits_total{kind="request",outcome="refused"} 1');
});

test('actions share the queue with reads where the server has none, and get the typed failure', async () => {
  await signInAs('viewer');
  let finish = () => {};
  const blocked = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const act = runAction(z.object({}), () => blocked.then(() => 1));
  const reads = [1, 2].map(() => get('payments', () => blocked.then(() => ({ fine: 1 }))));
  // Otherwise a slow read could be the one that is refused.
  await vi.waitFor(() => expect(countSlotsInUse()).toEqual({ ...unused, request: 2 }), { timeout: 60_000 });
  const actions = Array.from({ length: mostRequests - 1 }, () => act({}));
  const refused = await Promise.race(actions);
  expect(refused).toMatchObject({ ok: false, code: 'throttled', fieldErrors: {} });
  expect(countSlotsInUse()).toEqual({ ...unused, request: 3 });
  finish();
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await Promise.all(actions)).filter(({ ok }) => ok)).toHaveLength(mostRequests - 2);
  expect(countSlotsInUse()).toEqual(unused);
});

test('frees the slot after an error, HEAD, a complete file and a canceled one', async () => {
  await signInAs('viewer');
  const file = async () => new Response('a,b\r\n');
  await get('payments', () => Promise.reject(new Error('broken')));
  await get('payments/export', file, { method: 'HEAD' });
  await (await get('payments/export', file)).text();
  expect(countSlotsInUse()).toEqual(unused);
  const open = await get('payments/export', file);
  expect(countSlotsInUse()).toEqual({ ...unused, export: 1 });
  await open.body?.cancel();
  expect(countSlotsInUse()).toEqual(unused);
});

test('an aborted request leaves the queue', async () => {
  await signInAs('viewer');
  const file = async () => new Response('a,b\r\n');
  const open = [await get('payments/export', file), await get('payments/export', file)];
  const abort = new AbortController();
  const waiting = get('payments/export', file, { signal: abort.signal });
  abort.abort();
  expect((await waiting).status).toBe(503);
  for (const response of open) await response.body?.cancel();
  expect(countSlotsInUse()).toEqual(unused);
});

test('makes the oldest stream poll when a person opens too many, and answers its reconnect with 204', async () => {
  await signInAs('viewer');
  const live = async () =>
    new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
  const streams: Response[] = [];
  for (let count = 0; count < 7; count += 1) streams.push(await get('live', live));
  expect(countSlotsInUse()).toEqual({ ...unused, stream: 6 });
  expect(await streams[0]?.text()).toBe('id: poll\n\n');
  const reconnect = await get('live', live, { headers: { 'last-event-id': 'poll' } });
  expect(reconnect.status).toBe(204);
  for (const { body } of streams.slice(1)) await body?.cancel();
  expect(countSlotsInUse()).toEqual(unused);
});

test('checks one uploaded file of a person at a time', async () => {
  const { businessId, as } = tenant;
  const key = batchForm.parse({ businessId, batchId: randomUUID() });
  const check = () =>
    checkRows(as.finance, {
      ...key,
      encoding: null,
      separator: null,
      decimalSign: null,
      mapping: null,
      defaults: null,
    });
  const release = await acquireSlot('check', as.finance.actor.personId);
  const waiting = Array.from({ length: personQueue }, () =>
    expect(check()).rejects.toMatchObject({ code: 'not-found' }),
  );
  await expect(check()).rejects.toMatchObject({ code: 'throttled' });
  release();
  await Promise.all(waiting);
  expect(countSlotsInUse()).toEqual(unused);
});
