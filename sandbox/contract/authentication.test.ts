import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject } from '#lib/values/json.ts';
import type { Service } from './connect.ts';
import { apiKey, connect, signedHeader } from './connect.ts';

let service: Service;
beforeAll(async () => {
  service = await connect();
});
afterAll(() => service.stop());

const path = '/api/v1/payments';

describe('§5 the Authorization header', () => {
  const body = () =>
    JSON.stringify({
      clientPaymentId: 'auth',
      businessId: service.businessId,
      locale: 'en',
      displayCurrency: 'EUR',
      displayAmount: '1.00',
    });
  const statusWith = async (authorization: string | null, sent = body()) => {
    const answer = await service.call('POST', path, { body: sent, authorization });
    if (answer.status !== 200)
      expect(isJsonObject(answer.json) && isJsonObject(answer.json['error']), answer.text).toBe(true);
    return answer.status;
  };
  const now = () => Math.floor(Date.now() / 1000);

  test('accepts a valid signature', async () => {
    expect(await statusWith(signedHeader('POST', path, body()))).toBe(200);
  });

  test('creating returns 401 without a header, with a bare key and with another scheme', async () => {
    expect(await statusWith(null)).toBe(401);
    expect(await statusWith(apiKey)).toBe(401);
    expect(await statusWith(signedHeader('POST', path, body()).replace(/^\S+/, 'Bearer'))).toBe(401);
  });

  test('returns 401 for a wrong key or secret', async () => {
    expect(await statusWith(signedHeader('POST', path, body(), { key: 'somebody' }))).toBe(401);
    expect(await statusWith(signedHeader('POST', path, body(), { secret: 'guessed' }))).toBe(401);
  });

  test('the signature is over method, path and body', async () => {
    expect(await statusWith(signedHeader('GET', path, body()))).toBe(401);
    expect(await statusWith(signedHeader('POST', `${path}?x=1`, body()))).toBe(401);
    expect(await statusWith(signedHeader('POST', path, body()), `${body()} `)).toBe(401);
  });

  test('returns 401 for a timestamp more than five minutes off, but not for four minutes', async () => {
    expect(await statusWith(signedHeader('POST', path, body(), { at: now() - 310 }))).toBe(401);
    expect(await statusWith(signedHeader('POST', path, body(), { at: now() + 310 }))).toBe(401);
    expect(await statusWith(signedHeader('POST', path, body(), { at: now() - 240 }))).toBe(200);
  });

  test('needs a signature for the payment read, with its query', async () => {
    const read = '/api/v1/payments/00000000-0000-4000-8000-000000000000?fresh=1';
    expect((await service.call('GET', read, { authorization: null })).status).toBe(401);
    expect((await service.call('GET', read)).status).toBe(404);
  });

  test.each([
    'SVC-API',
    'SVC-API api-key=',
    'SVC-API api-key=a,signature=b,timestamp=soon',
    'SVC-API signature=b,api-key=a,timestamp=1',
    `SVC-API ${'x'.repeat(4_000)}`,
  ])('refuses %s', async (header) => {
    expect(await statusWith(header)).toBe(401);
  });
});
