import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import {
  acceptedBy,
  businessHistory,
  businessView,
  listBusinesses,
  readTimeZone,
} from './business-queries.ts';
import { readBusiness, refreshBusiness } from './refresh-business.ts';
import { setTimeZone } from './set-time-zone.ts';

let service: FakeService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startFakeService();
});
afterAll(async () => {
  await service.close();
  await closeDatabase();
});
beforeEach(async () => {
  tenant = await createTenant();
  service.seen.length = 0;
});

const answer = (status: number, body: string | Buffer) =>
  service.answerWith((_request, response) => response.writeHead(status).end(body));
const tells = (record: object) => answer(200, JSON.stringify({ id: tenant.businessId, ...record }));
const refresh = () => refreshBusiness(tenant.as.finance, { businessId: tenant.businessId });
const view = () => businessView(tenant.as.viewer, tenant.businessId);
const history = () => businessHistory(tenant.as.viewer, tenant.businessId);

const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ';
const callbackUrl = () =>
  `https://books.example/api/callbacks/${tenant.businessId}/${secret}/deposit-received`;

test('never read: everything is absent, nothing is made up', async () => {
  expect(await view()).toMatchObject({ record: null, raw: null, readAt: null, error: null });
  expect(await acceptedBy(tenant.as.finance, tenant.businessId)).toEqual({
    displayCurrencies: null,
    depositCurrencies: null,
    networks: null,
  });
});

test('the whole record is kept and shown; the name replaces our label', async () => {
  tells({ name: 'Harbour Books', settlementCryptoRatio: '0.300', theme: 'DARK', somethingNew: { a: [1.1] } });
  const shown = await refresh();
  expect(shown).toMatchObject({
    name: 'Harbour Books',
    error: null,
    record: { name: 'Harbour Books', settlementCryptoRatio: '0.300', theme: 'DARK' },
    unnamed: [{ name: 'somethingNew', value: 'a: 1.1' }],
  });
  expect(shown.readAt).not.toBeNull();
  expect(await listBusinesses(tenant.as.viewer)).toEqual([
    { businessId: tenant.businessId, name: 'Harbour Books', timeZone: 'UTC' },
  ]);
});

test('numbers that JavaScript would change stay as they were written', async () => {
  answer(200, `{"id":"${tenant.businessId}","settlementCryptoRatio":0.3000000000000000000001}`);
  expect((await refresh()).record?.settlementCryptoRatio).toBe('0.3000000000000000000001');
});

test('the secret part of our callback addresses is nowhere in what a page gets', async () => {
  tells({ depositReceivedCallbackUrl: callbackUrl(), more: callbackUrl() });
  await refresh();
  tells({ depositReceivedCallbackUrl: callbackUrl().replace(secret, 'YW5vdGhlcg'), more: 1 });
  await refresh();
  const everything = JSON.stringify([await view(), await history()]);
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain('YW5vdGhlcg');
  expect(everything).toContain(`/api/callbacks/${tenant.businessId}/…/deposit-received`);
  expect((await history())[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'depositReceivedCallbackUrl', secretOnly: true }),
  );
});

test('a repeat moves the time of reading; a change is history; a return is a change again', async () => {
  tells({ theme: 'LIGHT', supportedDisplayCurrencies: ['EUR'] });
  await refresh();
  const first = await view();
  await refresh();
  const again = await view();
  expect(again.unchangedSince).toBe(first.readAt);
  expect(again.readAt).toBeGreaterThan(first.readAt ?? 0);
  tells({ supportedDisplayCurrencies: ['EUR', 'USD'] });
  await refresh();
  tells({ theme: 'LIGHT', supportedDisplayCurrencies: ['EUR'] });
  await refresh();
  expect((await history()).map(({ changes }) => changes)).toEqual([
    [
      { field: 'theme', before: null, after: 'LIGHT', secretOnly: false },
      { field: 'supportedDisplayCurrencies', before: 'EUR, USD', after: 'EUR', secretOnly: false },
    ],
    [
      { field: 'supportedDisplayCurrencies', before: 'EUR', after: 'EUR, USD', secretOnly: false },
      { field: 'theme', before: 'LIGHT', after: null, secretOnly: false },
    ],
    [],
  ]);
});

test.each([
  [401, '{"message":"wrong key"}', 'status-401', 'The service answered 401: wrong key'],
  [500, '<h1>oops</h1>', 'status-500', 'The service answered 500.'],
  [302, '', 'status-302', 'The service answered 302.'],
  [200, '<!doctype html>', 'unreadable', expect.stringContaining('not in JSON')],
  [200, '[]', 'unreadable', expect.stringContaining('no record')],
  [
    200,
    '{"id":"0b0e7a52-6f6c-4a0e-9d3b-1d2c3e4f5a6b"}',
    'other-business',
    expect.stringContaining('another business'),
  ],
  [200, `"${'x'.repeat(300_000)}"`, 'too-large', expect.stringContaining('256 KiB')],
])(
  'when it fails (%i), the last reading stays, with its age and the error',
  async (status, body, code, message) => {
    tells({ theme: 'LIGHT' });
    const good = await refresh();
    answer(status, body);
    expect(await refresh()).toMatchObject({
      record: { theme: 'LIGHT' },
      readAt: good.readAt,
      error: { code, message },
    });
    tells({ theme: 'LIGHT' });
    expect(await refresh()).toMatchObject({ error: null });
  },
);

test('hostile fields cost themselves alone', async () => {
  answer(
    200,
    `{"id":"${tenant.businessId}","name":"a\\u0000b","theme":["x"],"settlementFiatCurrency":"EUR",` +
      `"__proto__":{"polluted":true},"supportedDepositCurrencies":{"BTC":1},"overpaymentPolicy":"\\ud800","overpaymentPolicy":"SHARE","createdAt":1e400}`,
  );
  const shown = await refresh();
  expect(shown.error).toBeNull();
  expect(shown.record).toMatchObject({ settlementFiatCurrency: 'EUR', overpaymentPolicy: 'SHARE' });
  expect(shown.flaws.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['name', 'theme', 'supportedDepositCurrencies', 'createdAt']),
  );
  expect(shown.name).toBe('A business of a test');
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('who may: refresh needs its permission, reading a role here, and each refresh is audited', async () => {
  tells({});
  await expect(refreshBusiness(tenant.as.viewer, { businessId: tenant.businessId })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const stranger = await createTenant();
  await expect(refreshBusiness(stranger.as.owner, { businessId: tenant.businessId })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(businessView(stranger.as.owner, tenant.businessId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(businessHistory(stranger.as.owner, tenant.businessId)).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(service.seen).toEqual([]);
  await refresh();
  const entries = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(entries.map(({ action, actorId, after }) => ({ action, actorId, after }))).toEqual([
    { action: 'business.refresh', actorId: tenant.as.finance.actor.personId, after: { outcome: 'new' } },
  ]);
});

test('a job reads without a person', async () => {
  tells({ theme: 'LIGHT' });
  await readBusiness(systemContext('reading'), tenant.businessId);
  expect(await view()).toMatchObject({ record: { theme: 'LIGHT' } });
  expect(service.seen[0]).toMatchObject({ path: `/api/v1/businesses/${tenant.businessId}` });
  expect(service.seen[0]?.headers.authorization).toBe('sandbox-key');
});

test('the time zone is ours: an owner sets it, others do not, and it is audited', async () => {
  const input = { businessId: tenant.businessId, timeZone: 'Europe/Vienna' };
  await expect(setTimeZone(tenant.as.finance, input)).rejects.toMatchObject({ code: 'forbidden' });
  await setTimeZone(tenant.as.owner, input);
  expect(await readTimeZone(tenant.as.viewer, tenant.businessId)).toBe('Europe/Vienna');
  const [entry] = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(entry).toMatchObject({
    action: 'business.set-time-zone',
    before: { timeZone: 'UTC' },
    after: { timeZone: 'Europe/Vienna' },
  });
});
