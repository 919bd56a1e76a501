import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaymentAnswer, paymentRecord } from '#lib/service/contract/payment.ts';
import { isJsonObject } from '#lib/values/json.ts';
import type { Service } from './connect.ts';
import { connect } from './connect.ts';
import { acceptedRequests, refusedRequests } from './request-table.ts';

let service: Service;
beforeAll(async () => {
  service = await connect();
});
afterAll(() => service.stop());

function requestWith(change: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const request: Record<string, unknown> = {
    clientPaymentId: 'contract-1',
    businessId: service.businessId,
    locale: 'en-GB',
    displayCurrency: 'EUR',
    displayAmount: '49.90',
    ...change,
  };
  if (request['businessId'] === 'UPPER') request['businessId'] = service.businessId.toUpperCase();
  return request;
}

const create = (change: Readonly<Record<string, unknown>>) =>
  service.call('POST', '/api/v1/payments', { body: requestWith(change) });

async function created(change: Readonly<Record<string, unknown>>) {
  const answer = await create(change);
  expect(answer.status, answer.text).toBe(200);
  return createPaymentAnswer.parse(answer.json);
}

describe('§2.2 accepted requests', () => {
  test.each(acceptedRequests)('accepts %s', async (_says, change) => {
    const answer = await create(change);
    expect(answer.status, answer.text).toBe(200);
  });
});

describe('§2.2 refused requests', () => {
  test.each(refusedRequests)('refuses %s', async (_says, change, field) => {
    const answer = await create(change);
    expect(answer.status, answer.text).toBe(422);
    const error = isJsonObject(answer.json) ? answer.json['error'] : undefined;
    const fields = isJsonObject(error) ? error['fields'] : undefined;
    expect(isJsonObject(fields) ? Object.keys(fields) : [], answer.text).toContain(field);
  });

  test.each([
    ['nothing', ''],
    ['half a body', '{"clientPaymentId":'],
    ['a list', '[]'],
    ['a byte order mark', '\ufeff{}'],
    ['one field twice', '{"locale":"en","locale":"de"}'],
    ['a number too deep', `${'['.repeat(200)}${']'.repeat(200)}`],
  ])('refuses %s with a JSON error', async (_says, body) => {
    const answer = await service.call('POST', '/api/v1/payments', { body });
    expect([400, 422]).toContain(answer.status);
    expect(isJsonObject(answer.json) && isJsonObject(answer.json['error'])).toBe(true);
  });
});

describe('§4.1 the answer', () => {
  test('is a whole payment with a checkout link', async () => {
    const { paymentInfo, paymentUrl } = await created({ clientPaymentId: 'whole' });
    expect(URL.canParse(paymentUrl)).toBe(true);
    expect(URL.canParse(paymentInfo.url)).toBe(true);
    expect(paymentInfo).toMatchObject({
      clientPaymentId: 'whole',
      businessId: service.businessId,
      locale: 'en-GB',
      displayCurrency: 'EUR',
      expectedDisplayAmount: '49.90',
      expectedUniformAmount: '49.90',
      deposits: [],
    });
  });

  test('has amounts of §2.3 as strings, and times in whole seconds that only grow', async () => {
    const answer = await create({});
    const info = isJsonObject(answer.json) ? answer.json['paymentInfo'] : null;
    expect(isJsonObject(info) && typeof info['actualDisplayAmount']).toBe('string');
    const { paymentInitiatedAt } = paymentRecord.parse(info);
    expect(Number.isInteger(paymentInitiatedAt)).toBe(true);
    expect((await created({})).paymentInfo.paymentInitiatedAt).toBeGreaterThanOrEqual(paymentInitiatedAt);
  });

  test('has no coin or address for a payment priced in fiat', async () => {
    const { paymentInfo } = await created({});
    expect(paymentInfo.depositCurrency).toBeUndefined();
    expect(paymentInfo.walletAddress).toBeUndefined();
  });

  test('has an address for a payment priced in a coin, and a tag where the network needs one', async () => {
    const { paymentInfo } = await created({
      displayCurrency: undefined,
      displayAmount: undefined,
      depositCurrency: 'XRP',
      depositAmount: '25.5',
      network: 'XRP',
    });
    expect(paymentInfo).toMatchObject({
      depositCurrency: 'XRP',
      expectedNetwork: 'XRP',
      expectedDepositAmount: '25.5',
    });
    expect(paymentInfo.walletAddress).toMatch(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/);
    expect(paymentInfo.destinationTag).toMatch(/^[0-9]+$/);
  });

  test('without an expiry: 30 minutes for ONE_TIME, 7 days for 0, FLOATING for REUSABLE', async () => {
    expect((await created({})).paymentInfo.expirationMinutes).toBe(30);
    expect((await created({ expirationMinutes: 0 })).paymentInfo.expirationMinutes).toBe(7 * 24 * 60);
    expect((await created({ type: 'REUSABLE' })).paymentInfo.rateType).toBe('FLOATING');
  });

  test('uses PARENT as the default of redirectMode', async () => {
    const { paymentInfo } = await created({ redirectUrl: 'https://shop.example/' });
    expect(paymentInfo).toMatchObject({ redirectUrl: 'https://shop.example/', redirectMode: 'PARENT' });
  });

  test('creates two payments for the same client id, because there is no idempotency key', async () => {
    const first = await created({ clientPaymentId: 'twice' });
    const second = await created({ clientPaymentId: 'twice' });
    expect(second.paymentInfo.paymentId).not.toBe(first.paymentInfo.paymentId);
  });

  test('returns the same record from the payment read', async () => {
    const { paymentInfo } = await created({ clientPaymentId: 'read again' });
    const answer = await service.call('GET', `/api/v1/payments/${paymentInfo.paymentId}`);
    expect(paymentRecord.parse(answer.json)).toEqual(paymentInfo);
    const missing = await service.call('GET', '/api/v1/payments/00000000-0000-4000-8000-000000000000');
    expect(missing.status).toBe(404);
  });
});
