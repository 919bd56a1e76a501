import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import {
  listBusinesses,
  readAcceptedTerms,
  readBusinessHistory,
  readBusinessView,
  readTimeZone,
} from './business-queries.ts';
import { readBusiness, refreshBusiness } from './refresh-business.ts';
import { setTimeZone } from './set-time-zone.ts';

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

const answer = (status: number, body: string | Buffer) =>
  service.answerWith((_request, response) => response.writeHead(status).end(body));
const answerRecord = (record: object) => answer(200, JSON.stringify({ id: tenant.businessId, ...record }));
const refresh = () => refreshBusiness(tenant.as.finance, { businessId: tenant.businessId });
const view = () => readBusinessView(tenant.as.viewer, tenant.businessId);
const history = () => readBusinessHistory(tenant.as.viewer, tenant.businessId);

const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ';
const callbackUrl = () =>
  `https://books.example/api/callbacks/${tenant.businessId}/${secret}/deposit-received`;

test('shows nothing before the first reading', async () => {
  expect(await view()).toMatchObject({ record: null, raw: null, readAt: null, error: null });
  expect(await readAcceptedTerms(tenant.as.finance, tenant.businessId)).toEqual({
    displayCurrencies: null,
    depositCurrencies: null,
    networks: null,
  });
});

test('stores and shows the whole record, and takes over its name', async () => {
  answerRecord({
    name: 'Harbour Books',
    settlementCryptoRatio: '0.300',
    theme: 'DARK',
    somethingNew: { a: [1.1] },
  });
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

test('keeps numbers as written that JavaScript would change', async () => {
  answer(200, `{"id":"${tenant.businessId}","settlementCryptoRatio":0.3000000000000000000001}`);
  expect((await refresh()).record?.settlementCryptoRatio).toBe('0.3000000000000000000001');
});

test('hides callback secrets in everything that a page receives', async () => {
  answerRecord({ depositReceivedCallbackUrl: callbackUrl(), more: callbackUrl() });
  await refresh();
  answerRecord({ depositReceivedCallbackUrl: callbackUrl().replace(secret, 'YW5vdGhlcg'), more: 1 });
  await refresh();
  const everything = JSON.stringify([await view(), await history()]);
  expect(everything).not.toContain(secret);
  expect(everything).not.toContain('YW5vdGhlcg');
  expect(everything).toContain(`/api/callbacks/${tenant.businessId}/…/deposit-received`);
  expect((await history())[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'depositReceivedCallbackUrl', secretOnly: true }),
  );
});

test('updates the time on an equal reading, and records each change, also a return', async () => {
  answerRecord({ theme: 'LIGHT', supportedDisplayCurrencies: ['EUR'] });
  await refresh();
  const first = await view();
  await refresh();
  const again = await view();
  expect(again.unchangedSince).toBe(first.readAt);
  expect(again.readAt).toBeGreaterThan(first.readAt ?? 0);
  answerRecord({ supportedDisplayCurrencies: ['EUR', 'USD'] });
  await refresh();
  answerRecord({ theme: 'LIGHT', supportedDisplayCurrencies: ['EUR'] });
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
  [401, '{"message":"wrong key"}', 'status-401', 'The service answered with HTTP status 401: wrong key'],
  [500, '<h1>oops</h1>', 'status-500', 'The service answered with HTTP status 500.'],
  [302, '', 'status-302', 'The service answered with HTTP status 302.'],
  [200, '<!doctype html>', 'unreadable', expect.stringContaining('invalid JSON')],
  [200, '[]', 'unreadable', expect.stringContaining('sent no business record')],
  [
    200,
    '{"id":"0b0e7a52-6f6c-4a0e-9d3b-1d2c3e4f5a6b"}',
    'other-business',
    expect.stringContaining('another business'),
  ],
  [200, `"${'x'.repeat(300_000)}"`, 'too-large', expect.stringContaining('256 KiB')],
])(
  'keeps the last reading with its age and the error after a failure (%i)',
  async (status, body, code, message) => {
    answerRecord({ theme: 'LIGHT' });
    const good = await refresh();
    answer(status, body);
    expect(await refresh()).toMatchObject({
      record: { theme: 'LIGHT' },
      readAt: good.readAt,
      error: { code, message },
    });
    answerRecord({ theme: 'LIGHT' });
    expect(await refresh()).toMatchObject({ error: null });
  },
);

test('leaves out hostile fields only', async () => {
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

test('requires the permission to refresh and a role to read, and audits each refresh', async () => {
  answerRecord({});
  await expect(refreshBusiness(tenant.as.viewer, { businessId: tenant.businessId })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const stranger = await createTenant();
  await expect(refreshBusiness(stranger.as.owner, { businessId: tenant.businessId })).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(readBusinessView(stranger.as.owner, tenant.businessId)).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(readBusinessHistory(stranger.as.owner, tenant.businessId)).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(service.requests).toEqual([]);
  await refresh();
  const entries = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(entries.map(({ action, actorId, after }) => ({ action, actorId, after }))).toEqual([
    { action: 'business.refresh', actorId: tenant.as.finance.actor.personId, after: { outcome: 'new' } },
  ]);
});

test('reads in a job without a person', async () => {
  answerRecord({ theme: 'LIGHT' });
  await readBusiness(systemContext('reading'), tenant.businessId);
  expect(await view()).toMatchObject({ record: { theme: 'LIGHT' } });
  expect(service.requests[0]).toMatchObject({ path: `/api/v1/businesses/${tenant.businessId}` });
  expect(service.requests[0]?.headers.authorization).toBe('a-test-account');
});

test('allows only owners to set the time zone, and audits it', async () => {
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
