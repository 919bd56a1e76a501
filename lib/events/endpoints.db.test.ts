import { Resolver } from 'node:dns/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { forgetRestore } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import type { EventFixture } from '#lib/observations/testing/event-fixture.ts';
import {
  createEventFixture,
  dayMs,
  deliver,
  listValid,
  readBody,
  recentDays,
} from '#lib/observations/testing/event-fixture.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { applyRestoreRules } from '#lib/restores/index.ts';
import { instant } from '#lib/values/instant.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  enableEndpoint,
  replayEvent,
  replayEvents,
  rotateEndpointSecret,
  sendTestEvent,
} from './change-endpoint.ts';
import { emptyOldDeliveries, readEvents } from './index.ts';
import { eventTypes } from './model.ts';
import { isEndpointUrl } from './target-address.ts';

const names = new Map<string, string[]>();
const listAddresses = async (host: string, isNewer: boolean) =>
  (names.get(host) ?? []).filter((address) => address.includes(':') === isNewer);

let fixture: EventFixture;
beforeEach(async () => {
  names.clear();
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation((host) => listAddresses(host, false));
  vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation((host) => listAddresses(host, true));
  fixture = await createEventFixture();
});
afterEach(async () => {
  await fixture.close();
});

test.each(['10.1.2.3', 'fd00:ec2::254'])('sends nothing to a name that also leads to %s', async (address) => {
  delete testEnv.SANDBOX_BASE_URL;
  names.set('events.example.com', ['8.8.8.8', address]);
  await fixture.add('https://events.example.com');
  await fixture.withdraw();
  await deliver();
  const rows = await database().eventDelivery.findMany({});
  expect(rows).toMatchObject([{ state: 'waiting', problem: 'address', httpStatus: null }]);
});

test('refuses addresses outside the public internet', async () => {
  delete testEnv.SANDBOX_BASE_URL;
  for (const url of [
    'http://events.example.com',
    'https://user:pass@events.example.com',
    'https://localhost/x',
    'http://127.0.0.1:3000',
    'https://127.1',
    'https://0x7f000001',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://169.254.169.254/latest',
    'https://10.0.0.1',
    'ftp://events.example.com',
    'javascript:alert(1)',
    'events.example.com',
    'https://',
    'https://a.example#part',
  ]) {
    expect(isEndpointUrl(url), url).toBe(false);
    await expect(fixture.add(url), url).rejects.toMatchObject({ code: 'invalid' });
  }
  expect(await database().eventEndpoint.count()).toBe(0);
});

test('a sandbox allows http to this machine only', () => {
  expect(isEndpointUrl('http://127.0.0.1:4000/events')).toBe(true);
  expect(isEndpointUrl('http://10.0.0.1/events')).toBe(false);
  expect(isEndpointUrl('http://events.example.com')).toBe(false);
});

test('checks the address at each delivery, also one that was stored in a sandbox', async () => {
  const receiver = await fixture.open();
  await fixture.add(receiver.url);
  await fixture.withdraw();
  delete testEnv.SANDBOX_BASE_URL;
  await deliver();
  expect(receiver.received).toEqual([]);
  expect(await database().eventDelivery.findMany({})).toMatchObject([{ problem: 'address', attempts: 1 }]);
});

test('follows no redirect, and reads 2 kB of the answer', async () => {
  const target = await fixture.open();
  const receiver = await fixture.open((response) => {
    response.writeHead(302, { location: target.url });
    response.end(`\u0000${'x'.repeat(100_000)}`);
  });
  await fixture.add(receiver.url);
  await fixture.withdraw();
  await deliver();
  expect(target.received).toEqual([]);
  const [row] = await database().eventDelivery.findMany({});
  expect(row).toMatchObject({ state: 'waiting', httpStatus: 302, attempts: 1 });
  expect(row?.answer).toBe(`\ufffd${'x'.repeat(2_047)}`);
});

test('replays with the same ID and text, one or many', async () => {
  const receiver = await fixture.open();
  const { endpointId } = await fixture.add(receiver.url);
  const business = { businessId: fixture.tenant.businessId, endpointId };
  await fixture.withdraw();
  await fixture.withdraw();
  await deliver();
  const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  expect(await replayEvent(fixture.tenant.as.owner, { ...business, eventId: ids[0] ?? '' })).toEqual({
    count: 1,
  });
  await expect(
    replayEvent(fixture.tenant.as.owner, { ...business, eventId: ids[0] ?? '' }),
  ).rejects.toMatchObject({
    code: 'conflict',
  });
  await deliver();
  expect(receiver.received[2]?.body).toBe(
    receiver.received.find(({ headers }) => headers['webhook-id'] === ids[0])?.body,
  );
  expect(
    await replayEvents(fixture.tenant.as.owner, { ...business, ...recentDays, which: 'failed' }),
  ).toEqual({
    count: 0,
  });
  expect(await replayEvents(fixture.tenant.as.owner, { ...business, ...recentDays, which: 'all' })).toEqual({
    count: 2,
  });
  await deliver();
  expect(receiver.received).toHaveLength(5);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
});

test('signs with the former secret, too, for a day', async () => {
  const receiver = await fixture.open();
  const { endpointId, secret } = await fixture.add(receiver.url);
  const business = { businessId: fixture.tenant.businessId, endpointId };
  const former =
    (await readEvents(fixture.tenant.as.owner, fixture.tenant.businessId, null)).endpoints[0]?.publicKey ??
    '';
  const rotated = await rotateEndpointSecret(fixture.tenant.as.owner, business);
  const present =
    (await readEvents(fixture.tenant.as.owner, fixture.tenant.businessId, null)).endpoints[0]?.publicKey ??
    '';
  await sendTestEvent(fixture.tenant.as.owner, business);
  await deliver();
  await fixture.withdraw();
  await deliver(25 * 3_600_000);
  const [test, later] = receiver.received;
  if (test === undefined || later === undefined) throw new Error('no event');
  expect(readBody(test)).toMatchObject({ type: 'endpoint.test', data: { endpointId } });
  expect(listValid(test, secret ?? '', former)).toEqual(['v1', 'v1a']);
  expect(listValid(test, rotated.secret ?? '', present)).toEqual(['v1', 'v1a']);
  expect(listValid(later, secret ?? '', former)).toEqual([]);
  expect(listValid(later, rotated.secret ?? '', present)).toEqual(['v1', 'v1a']);
});

test('a second rotation of a day leaves the first overlap as it is', async () => {
  const receiver = await fixture.open();
  const { endpointId, secret: first } = await fixture.add(receiver.url);
  const business = { businessId: fixture.tenant.businessId, endpointId };
  const at = (laterMs: number) => ({
    ...fixture.tenant.as.owner,
    clock: { now: () => instant(Date.now() + laterMs) },
  });
  const { secret: second } = await rotateEndpointSecret(at(0), business);
  const { secret: third } = await rotateEndpointSecret(at(60_000), business);
  const view = await readEvents(fixture.tenant.as.owner, fixture.tenant.businessId, null);
  const publicKey = view.endpoints[0]?.publicKey ?? '';
  const send = async (laterMs: number) => {
    await fixture.withdraw();
    await deliver(laterMs);
    const event = receiver.received.at(-1);
    if (event === undefined) throw new Error('no event');
    return [first, second, third].map(
      (secret) => listValid(event, secret ?? '', publicKey).filter((version) => version === 'v1').length,
    );
  };
  expect(await send(2 * 60_000)).toEqual([1, 1, 1]);
  expect(await send(dayMs + 30_000)).toEqual([0, 1, 1]);
  expect(await send(dayMs + 2 * 60_000)).toEqual([0, 0, 1]);
});

test('only owners see and change endpoints, with a recent authentication, and each change is audited', async () => {
  const { endpointId } = await fixture.add('https://events.example.com/a-key-of-the-receiver');
  const { businessId } = fixture.tenant;
  const business = { businessId, endpointId };
  const change = { ...business, url: 'https://other.example.com', channel: '', types: [...eventTypes] };
  const acts = [
    (who: keyof Tenant['as']) => changeEndpoint(fixture.tenant.as[who], change),
    (who: keyof Tenant['as']) => rotateEndpointSecret(fixture.tenant.as[who], business),
    (who: keyof Tenant['as']) => sendTestEvent(fixture.tenant.as[who], business),
    (who: keyof Tenant['as']) =>
      replayEvents(fixture.tenant.as[who], { ...business, ...recentDays, which: 'all' }),
    (who: keyof Tenant['as']) => enableEndpoint(fixture.tenant.as[who], { ...business, isEnabled: false }),
    (who: keyof Tenant['as']) => enableEndpoint(fixture.tenant.as[who], { ...business, isEnabled: true }),
    (who: keyof Tenant['as']) => deleteEndpoint(fixture.tenant.as[who], business),
  ];
  for (const who of ['viewer', 'accountant', 'finance', 'compliance'] as const) {
    for (const act of acts) await expect(act(who)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(readEvents(fixture.tenant.as[who], businessId, null)).rejects.toMatchObject({
      code: 'forbidden',
    });
  }
  const other = await createTenant();
  await expect(
    deleteEndpoint(other.as.owner, { businessId: other.businessId, endpointId }),
  ).rejects.toMatchObject({ code: 'conflict' });
  for (const act of acts) await act('owner');
  expect(await fixture.listAudit()).toEqual(
    ['add', 'change', 'rotate', 'send', 'send', 'disable', 'change', 'delete'].map(
      (verb) => `event-endpoint.${verb}`,
    ),
  );
  const entries = await database().auditEntry.findMany({ where: { chainId: businessId } });
  expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain(
    'a-key-of-the-receiver',
  );
  expect(await database().eventDelivery.count()).toBe(0);
  await database().session.update({
    where: { id: fixture.tenant.as.owner.actor.sessionId },
    data: { authenticatedAt: new Date(Date.now() - 3_600_000) },
  });
  await expect(fixture.add('https://events.example.com')).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
});

test('a restored backup sends nothing that it contains', async () => {
  const receiver = await fixture.open();
  const { endpointId } = await fixture.add(receiver.url);
  await fixture.withdraw();
  await applyRestoreRules(systemContext('restore'), instant(Date.now()));
  await fixture.withdraw();
  await deliver();
  const business = { businessId: fixture.tenant.businessId, endpointId };
  // The owner signs in again.
  await database().session.update({
    where: { id: fixture.tenant.as.owner.actor.sessionId },
    data: { revokedAt: null, authenticatedAt: new Date() },
  });
  await enableEndpoint(fixture.tenant.as.owner, { ...business, isEnabled: true });
  await deliver();
  expect(receiver.received).toEqual([]);
  expect(await database().eventDelivery.findMany({})).toMatchObject([
    { state: 'dropped' },
    { state: 'dropped' },
  ]);
  expect(
    await replayEvents(fixture.tenant.as.owner, { ...business, ...recentDays, which: 'failed' }),
  ).toEqual({
    count: 2,
  });
  await forgetRestore();
});

test('empties deliveries of a month ago, unless they wait', async () => {
  await fixture.add('https://events.example.com');
  await fixture.withdraw();
  expect(await emptyOldDeliveries(instant(Date.now() + 31 * dayMs))).toBe(0);
  await database().eventDelivery.updateMany({ data: { state: 'delivered' } });
  expect(await emptyOldDeliveries(instant(Date.now() + 29 * dayMs))).toBe(0);
  expect(await emptyOldDeliveries(instant(Date.now() + 31 * dayMs))).toBe(1);
});
