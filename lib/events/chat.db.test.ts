import { afterEach, beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { EventFixture } from '#lib/observations/testing/event-fixture.ts';
import { createEventFixture, deliver, secondMs } from '#lib/observations/testing/event-fixture.ts';
import { changeEndpoint, rotateEndpointSecret, sendTestEvent } from './change-endpoint.ts';
import { readEvents } from './index.ts';
import { eventTypes } from './model.ts';

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await createEventFixture();
});
afterEach(async () => {
  await fixture.close();
});

const key = '/services/T0000/B0000/secret-key-of-the-channel-and-more-1234';
const slack = { format: 'slack', channel: '#payments' };
const findRow = (endpointId: string) => database().eventEndpoint.findUniqueOrThrow({ where: { endpointId } });
const read = () => readEvents(fixture.tenant.as.owner, fixture.tenant.businessId, null);

test('sends a message without a signature, and shows its address nowhere', async () => {
  const receiver = await fixture.open();
  const { endpointId, secret } = await fixture.add(`${receiver.url}${key}`, eventTypes, slack);
  expect(secret).toBeNull();
  await fixture.withdraw();
  expect(await deliver()).toEqual({ delivered: 1, failed: 0 });
  const [message] = receiver.received;
  expect(message?.body).toContain('Withdrawal completed: 190.25 XRP');
  expect(message?.headers).not.toHaveProperty('webhook-signature');
  for (const hidden of ['rPEPPER', 'exchange', 'payout-', 'risk'])
    expect(message?.body).not.toContain(hidden);
  const row = await findRow(endpointId);
  expect(row.url).toBe(`${new URL(receiver.url).origin}/…1234`);
  expect(Buffer.from(row.secret).toString('latin1')).not.toContain('secret-key');
  const view = await read();
  expect(view.endpoints).toMatchObject([{ ...slack, isReadable: true, publicKey: null }]);
  expect(view.deliveries).toMatchObject([{ state: 'delivered', httpStatus: 200 }]);
  expect(JSON.stringify(view)).not.toContain('secret-key');
  const entries = await database().auditEntry.findMany({ where: { chainId: fixture.tenant.businessId } });
  expect(JSON.stringify(entries.map(({ before, after }) => [before, after]))).not.toContain('secret-key');
  const business = { businessId: fixture.tenant.businessId, endpointId };
  await expect(rotateEndpointSecret(fixture.tenant.as.owner, business)).rejects.toMatchObject({
    code: 'conflict',
  });
  await sendTestEvent(fixture.tenant.as.owner, business);
  await deliver();
  expect(receiver.received[1]?.body).toContain('Test message');
});

test('keeps the address that a change leaves empty, and replaces it by a new one', async () => {
  const [first, second] = [await fixture.open(), await fixture.open()];
  const { endpointId } = await fixture.add(`${first.url}${key}`, eventTypes, { ...slack, format: 'teams' });
  const change = (url: string) =>
    changeEndpoint(fixture.tenant.as.owner, {
      ...{ businessId: fixture.tenant.businessId, endpointId, url },
      ...{ channel: '#finance', types: ['withdrawal.completed'] },
    });
  await change('');
  await fixture.withdraw();
  await deliver();
  expect(first.received).toHaveLength(1);
  expect((await read()).endpoints).toMatchObject([{ channel: '#finance', types: ['withdrawal.completed'] }]);
  await change(`${second.url}${key}`);
  await fixture.withdraw();
  await deliver();
  expect([first.received.length, second.received.length]).toEqual([1, 1]);
  await expect(change('http://10.0.0.1/x')).rejects.toMatchObject({ code: 'invalid' });
});

test('a program has no address to keep', async () => {
  const { endpointId } = await fixture.add('https://events.example.com');
  const change = { businessId: fixture.tenant.businessId, endpointId, url: '', channel: '' };
  await expect(
    changeEndpoint(fixture.tenant.as.owner, { ...change, types: ['payment.created'] }),
  ).rejects.toMatchObject({ code: 'invalid' });
});

test.each([
  ['30', 30],
  [new Date(Date.now() + 2 * 60 * 60_000).toUTCString(), 2 * 60 * 60],
  [undefined, 5],
])(
  '429 with Retry-After %s pauses the endpoint for %d seconds, and costs no attempt',
  async (header, seconds) => {
    let isBusy = true;
    const receiver = await fixture.open((response) => {
      response.statusCode = isBusy ? 429 : 200;
      if (header !== undefined) response.setHeader('retry-after', header);
      response.end();
    });
    const { endpointId } = await fixture.add(`${receiver.url}${key}`, eventTypes, slack);
    await fixture.withdraw();
    await fixture.withdraw();
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect((await read()).endpoints[0]?.pausedUntil).not.toBeNull();
    const rows = await database().eventDelivery.findMany({ where: { endpointId } });
    expect(rows.map(({ attempts, state }) => [attempts, state])).toEqual([
      [0, 'waiting'],
      [0, 'waiting'],
    ]);
    isBusy = false;
    // A date was written before the test began.
    await deliver((seconds - seconds / 10 - 2) * secondMs);
    expect(receiver.received).toHaveLength(1);
    await deliver((seconds + 2) * secondMs);
    expect(receiver.received).toHaveLength(3);
  },
);

test.each([502, 504])('%d pauses the endpoint, and costs an attempt', async (status) => {
  const receiver = await fixture.open((response) => {
    response.statusCode = status;
    response.end();
  });
  const { endpointId } = await fixture.add(`${receiver.url}${key}`, eventTypes, slack);
  await fixture.withdraw();
  await fixture.withdraw();
  await deliver();
  expect(receiver.received).toHaveLength(1);
  expect((await read()).endpoints[0]?.pausedUntil).not.toBeNull();
  const rows = await database().eventDelivery.findMany({ where: { endpointId }, orderBy: { place: 'asc' } });
  expect(rows.map(({ attempts, state }) => [attempts, state])).toEqual([
    [1, 'waiting'],
    [0, 'waiting'],
  ]);
});
