import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPaymentAnswer } from '#lib/service/contract/payment.ts';
import { isJsonObject } from '#lib/values/json.ts';
import type { Service } from '../contract/connect.ts';
import { connect } from '../contract/connect.ts';
import type { Receiver } from '../contract/receiver.ts';
import { startReceiver } from '../contract/receiver.ts';

let service: Service;
let receiver: Receiver;
const sandbox = (method: string, path: string, body?: unknown) =>
  service.call(method, `/sandbox/api/${path}`, body === undefined ? {} : { body });
const faults = (mix: unknown) => sandbox('PUT', 'faults', mix);

beforeAll(async () => {
  service = await connect();
});
afterAll(() => service.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  await faults({});
  await sandbox('PUT', 'clock', { speed: 20 });
  await sandbox('PATCH', `businesses/${service.businessId}`, {
    depositReceivedCallbackUrl: `${receiver.url}/deposit`,
    withdrawalCallbackUrl: `${receiver.url}/withdrawal`,
  });
  return () => receiver.stop();
});

const create = () =>
  service.call('POST', '/api/v1/payments', {
    body: {
      clientPaymentId: 'fault-1',
      businessId: service.businessId,
      locale: 'en',
      displayCurrency: 'EUR',
      displayAmount: '49.90',
    },
  });

async function pay(): Promise<void> {
  const { paymentInfo } = createPaymentAnswer.parse((await create()).json);
  await sandbox('POST', `payments/${paymentInfo.paymentId}/deposits`, {});
}

async function count(): Promise<number> {
  const { json } = await sandbox('GET', `payments?businessId=${service.businessId}&limit=1000`);
  const payments = isJsonObject(json) ? json['payments'] : [];
  return Array.isArray(payments) ? payments.length : 0;
}

async function latest(): Promise<Record<string, unknown>> {
  const { json } = await sandbox('GET', `callbacks?businessId=${service.businessId}&limit=1`);
  const [first] = Array.isArray(json) ? json : [];
  return { ...first };
}

describe('over HTTP', () => {
  test('closes connections during an outage, but keeps the sandbox’s own API', async () => {
    await faults(['outage']);
    await expect(create()).rejects.toThrow('fetch failed');
    await faults({});
    expect((await create()).status).toBe(200);
  });

  test('commit-then-drop: creates the payment and sends no answer', async () => {
    const before = await count();
    await faults(['commit-then-drop']);
    await expect(create()).rejects.toThrow('fetch failed');
    expect(await count()).toBe(before + 1);
  });

  test('half-open: accepts the request and never answers', async () => {
    await faults(['half-open']);
    const waiting = create().then(
      () => 'answered',
      () => 'closed',
    );
    const soon = new Promise((resolve) => setTimeout(() => resolve('silence'), 300));
    expect(await Promise.race([waiting, soon])).toBe('silence');
  });

  test('latency: delays the answer', async () => {
    await faults({ latency: { milliseconds: 200 } });
    const started = performance.now();
    expect((await create()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(190);
  });

  test('duplicates: sends one content several times', async () => {
    await faults({ duplicate: { times: 4 } });
    await pay();
    const received = await receiver.wait(5, '');
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  test('drop: sends nothing and logs it', async () => {
    await faults(['drop']);
    await pay();
    await expect.poll(async () => (await latest())['state']).toBe('dropped');
    expect(receiver.findAbout('')).toHaveLength(0);
  });

  test('delay: sends 23 hours later by the sandbox’s clock', async () => {
    await faults({ delay: { seconds: 82_800 } });
    await pay();
    await expect.poll(async () => (await latest())['state']).toBe('waiting');
    expect(receiver.findAbout('')).toHaveLength(0);
    await sandbox('PUT', 'clock', { advanceSeconds: 82_810 });
    await receiver.wait(1, '');
  });

  test('logs an altered body as sent, and can send the original again', async () => {
    await faults(['truncate']);
    await pay();
    const [first] = await receiver.wait(1, '');
    await expect.poll(async () => (await latest())['state']).toBe('delivered');
    const { id, body, attempts } = await latest();
    const [attempt] = Array.isArray(attempts) ? attempts : [];
    expect(attempt).toMatchObject({ body: first?.body, note: 'bent: truncate' });
    await faults({});
    await sandbox('POST', `callbacks/${String(id)}/resend`, {});
    const [, second] = await receiver.wait(2, '');
    expect(second?.body).toBe(body);
  });
});
