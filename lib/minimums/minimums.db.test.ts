import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureBusiness, readBusinessView } from '#lib/businesses/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import { instant } from '#lib/values/instant.ts';
import { readMinimumsView } from './queries.ts';
import { refreshMinimums } from './refresh-minimums.ts';
import { refreshReadings } from './refresh-readings.ts';

let service: FakeService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());
beforeEach(async () => {
  tenant = await createTenant();
  service.requests.length = 0;
});

const answer = (status: number, body: string) =>
  service.answerWith((_request, response) => response.writeHead(status).end(body));
const refresh = () => refreshMinimums(tenant.as.compliance, { businessId: tenant.businessId });

test('stores all minimums exactly, with their changes', async () => {
  answer(200, '{"USDT":{"TRX":{"USDT":"5.000000000000000001","EUR":5}}}');
  expect(await refresh()).toMatchObject({
    minimums: [
      { coin: 'USDT', network: 'TRX', currency: 'EUR', amount: '5' },
      { coin: 'USDT', network: 'TRX', currency: 'USDT', amount: '5.000000000000000001' },
    ],
    changed: null,
    error: null,
  });
  answer(200, '{"USDT":{"TRX":{"EUR":6}}}');
  expect((await refresh()).changed?.changes).toHaveLength(2);
});

test('keeps the last reading with the error when the service is unreachable', async () => {
  answer(200, '{"USDT":{"TRX":{"EUR":"5"}}}');
  await refresh();
  service.answerWith((_request, _response, raw) => raw.socket.destroy());
  expect(await refresh()).toMatchObject({ minimums: [{ amount: '5' }], error: { code: 'connection-lost' } });
});

test('checks permission and business, and writes the audit log', async () => {
  answer(200, '{}');
  const input = { businessId: tenant.businessId };
  await expect(refreshMinimums(tenant.as.viewer, input)).rejects.toMatchObject({ code: 'forbidden' });
  const stranger = await createTenant();
  await expect(refreshMinimums(stranger.as.owner, input)).rejects.toMatchObject({ code: 'not-found' });
  await expect(readMinimumsView(stranger.as.owner, tenant.businessId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await refresh();
  const entries = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(entries.map(({ action }) => action)).toEqual(['minimums.refresh']);
});

test('reads each business and the minimums once when due', async () => {
  const start = Date.now() + 86_400_000;
  const at = (minutes: number) =>
    systemContext('reading', createFixedClock(instant(start + minutes * 60_000)));
  service.answerWith(({ path }, response) =>
    response.writeHead(path.includes('/businesses/') ? 500 : 200).end('{"BTC":{"BTC":{"EUR":"9"}}}'),
  );
  const businesses = await database().business.count();
  expect(await refreshReadings(at(0))).toEqual({ businesses, minimums: businesses });
  expect(service.requests.filter(({ path }) => path.endsWith('/metadata'))).toHaveLength(1);
  expect(await refreshReadings(at(1))).toEqual({ businesses: 0, minimums: 0 });
  // A failure is retried sooner.
  expect(await refreshReadings(at(6))).toEqual({ businesses, minimums: 0 });
  expect(await refreshReadings(at(61))).toEqual({ businesses, minimums: businesses });
  expect(await readMinimumsView(tenant.as.viewer, tenant.businessId)).toMatchObject({
    minimums: [{ amount: '9' }],
  });
  expect(await readBusinessView(tenant.as.viewer, tenant.businessId)).toMatchObject({
    error: { code: 'status-500' },
  });
});

test('leaves an existing business unchanged', async () => {
  const { businessId } = tenant;
  await inTransaction((transaction) => ensureBusiness(transaction, { businessId, name: 'Other' }));
  expect(await readBusinessView(tenant.as.viewer, businessId)).toMatchObject({
    name: 'A business of a test',
  });
});
