import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { depositRecord } from '#lib/service/contract/deposit.ts';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import { createPaymentAnswer, paymentRecord } from '#lib/service/contract/payment.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import type { JsonObject } from '#lib/values/json.ts';
import { isJsonObject, JsonNumber } from '#lib/values/json.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { Service } from './connect.ts';
import { connect } from './connect.ts';
import type { Receiver } from './receiver.ts';
import { startReceiver } from './receiver.ts';

/** §6. These tests play the payer, so they need the sandbox's own API as well as the interface. */

let service: Service;
let receiver: Receiver;
const sandbox = (method: string, path: string, body?: unknown) =>
  service.call(method, `/sandbox/api/${path}`, body === undefined ? {} : { body });

beforeAll(async () => {
  service = await connect();
});
afterAll(() => service.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  await sandbox('PUT', 'faults', {});
  // Confirmations take only a moment at this speed, and two minutes stay long enough to be distinguishable.
  await sandbox('PUT', 'clock', { speed: 12 });
  await sandbox('PATCH', `businesses/${service.businessId}`, {
    depositReceivedCallbackUrl: `${receiver.url}/deposit`,
    withdrawalCallbackUrl: `${receiver.url}/withdrawal`,
    depositExchangedCallbackUrl: `${receiver.url}/exchanged`,
  });
  return () => receiver.stop();
});

async function newPayment(more: Readonly<Record<string, unknown>> = {}) {
  const body = {
    clientPaymentId: 'callback-1',
    businessId: service.businessId,
    locale: 'en',
    displayCurrency: 'EUR',
    displayAmount: '49.90',
    ...more,
  };
  const answer = await service.call('POST', '/api/v1/payments', { body });
  return createPaymentAnswer.parse(answer.json).paymentInfo;
}

const pay = async (paymentId: string, sending: Readonly<Record<string, unknown>> = {}) =>
  depositRecord.parse((await sandbox('POST', `payments/${paymentId}/deposits`, sending)).json);
const read = async (paymentId: string) =>
  paymentRecord.parse((await service.call('GET', `/api/v1/payments/${paymentId}`)).json);

function parseObject(text: string | undefined): JsonObject {
  const { value } = parseJson(text ?? '');
  if (!isJsonObject(value)) throw new Error('the body is no object');
  return value;
}

describe('§6.1 deposit received', () => {
  test('arrives at the first confirmation with JSON numbers and the status CONFIRMED', async () => {
    const payment = await newPayment();
    const deposit = await pay(payment.paymentId);
    expect(deposit.status).toBe('UNCONFIRMED');
    const [first] = await receiver.wait(1, payment.paymentId);
    expect(first).toMatchObject({ path: '/deposit', method: 'POST', type: 'application/json' });
    const raw = parseObject(first?.body);
    for (const name of [
      'actualDepositAmount',
      'actualDisplayAmount',
      'settlementAmount',
      'onChainFee',
      'paymentReceivedAt',
    ])
      expect(raw[name], name).toBeInstanceOf(JsonNumber);
    expect(typeof raw['settlementDistributedUserServiceFee']).toBe('string');
    const callback = depositCallback.parse(raw);
    expect(callback).toMatchObject({
      status: 'CONFIRMED',
      paymentId: payment.paymentId,
      clientPaymentId: 'callback-1',
      depositId: deposit.id,
      actualDepositAmount: deposit.depositAmount,
      actualDisplayAmount: '49.90',
      depositAddress: deposit.toAddress,
    });
    expect(raw['businessId']).toBeUndefined();
    const after = await read(payment.paymentId);
    expect(after.status).toBe('DEPOSITED');
    expect(after.deposits[0]?.status).toBe('CONFIRMED');
  });

  test('keeps all 18 decimals of an amount', async () => {
    const payment = await newPayment();
    await pay(payment.paymentId, { amount: '0.017123456789012345', depositCurrency: 'ETH', network: 'ETH' });
    const [first] = await receiver.wait(1, payment.paymentId);
    expect(first?.body).toContain('"actualDepositAmount":0.017123456789012345,');
  });

  test('is repeated every two minutes for 24 hours while it is refused', async () => {
    receiver.answerWith(503);
    const payment = await newPayment();
    const { id } = await pay(payment.paymentId);
    await receiver.wait(1, payment.paymentId);
    await sandbox('PUT', 'clock', { advanceSeconds: 121 });
    await receiver.wait(2, payment.paymentId);
    await sandbox('PUT', 'clock', { advanceSeconds: 90_000 });
    // 24 hours contain 720 intervals of two minutes, with an attempt at each end.
    await receiver.wait(721, payment.paymentId, 25_000);
    const list = await sandbox('GET', `callbacks?businessId=${service.businessId}&limit=1000`);
    const callbacks = Array.isArray(list.json) ? list.json : [];
    const [callback] = callbacks.filter((one) => isJsonObject(one) && one['subject'] === id);
    expect(callback).toMatchObject({ state: 'given up', nextAttemptAt: null });
    expect(new Set(receiver.findAbout(payment.paymentId).map(({ body }) => body)).size).toBe(1);
  });

  test('stops at the first success', async () => {
    receiver.answerWith(500);
    const payment = await newPayment();
    await pay(payment.paymentId);
    await receiver.wait(1, payment.paymentId);
    receiver.answerWith(204);
    await sandbox('PUT', 'clock', { advanceSeconds: 121 });
    await receiver.wait(2, payment.paymentId);
    await sandbox('PUT', 'clock', { advanceSeconds: 3_600 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.findAbout(payment.paymentId)).toHaveLength(2);
  });

  test('a late payer of a FIXED payment gets FLOATING', async () => {
    const payment = await newPayment({ rateType: 'FIXED', expirationMinutes: 1 });
    await sandbox('POST', `payments/${payment.paymentId}/coin`, { depositCurrency: 'ETH', network: 'ETH' });
    await sandbox('PUT', 'clock', { advanceSeconds: 61 });
    expect((await read(payment.paymentId)).status).toBe('EXPIRED');
    await pay(payment.paymentId);
    const [first] = await receiver.wait(1, payment.paymentId);
    expect(depositCallback.parse(parseObject(first?.body))).toMatchObject({ rateType: 'FLOATING' });
    expect((await read(payment.paymentId)).rateType).toBe('FIXED');
  });

  test('is not sent for a deposit that is held, blocked or refused', async () => {
    const payment = await newPayment({ type: 'REUSABLE' });
    const held = await pay(payment.paymentId, { sender: 'mixer' });
    await pay(payment.paymentId, { sender: 'sanctioned' });
    await pay(payment.paymentId, { amount: '0.000001', depositCurrency: 'USDT', network: 'TRX' });
    const fine = await pay(payment.paymentId);
    const [first] = await receiver.wait(1, payment.paymentId);
    expect(depositCallback.parse(parseObject(first?.body)).depositId).toBe(fine.id);
    const statuses = (await read(payment.paymentId)).deposits.map(({ status }) => status);
    expect(statuses).toEqual(['COMPLIANCE_REVIEW', 'BLOCKED', 'UNPROCESSABLE', 'CONFIRMED']);
    await sandbox('POST', `deposits/${held.id}/decision`, { outcome: 'CONFIRMED' });
    const [, second] = await receiver.wait(2, payment.paymentId);
    expect(depositCallback.parse(parseObject(second?.body)).depositId).toBe(held.id);
  });
});

describe('§6.2 withdrawal broadcast', () => {
  const withdraw = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
    const { json } = await sandbox('POST', 'withdrawals', {
      businessId: service.businessId,
      withdrawCurrency: 'XRP',
      network: 'XRP',
      expectedDisplayAmount: '120.50',
      displayCurrency: 'EUR',
      clientWithdrawalId: 'payout-1',
      ...more,
    });
    return isJsonObject(json) ? String(json['id']) : 'refused';
  };

  test('COMPLETED has decimal strings, the actual amounts, and the tag after ?dt=', async () => {
    const [first] = await receiver.wait(1, await withdraw({ outcome: 'COMPLETED' }));
    expect(first?.path).toBe('/withdrawal');
    const raw = parseObject(first?.body);
    expect(typeof raw['actualWithdrawAmount']).toBe('string');
    expect(raw['deductedSettlementAmount']).toBeDefined();
    const callback = withdrawalCallback.parse(raw);
    expect(callback).toMatchObject({
      status: 'COMPLETED',
      clientWithdrawalId: 'payout-1',
      businessId: service.businessId,
      expectedDisplayAmount: '120.50',
    });
    expect(callback.toTxAddress).toMatch(/\?dt=[0-9]+$/);
    expect(callback.transactionId).toBeTruthy();
  });

  test.each(['FAILED', 'BLOCKED'])('%s lacks a transaction and actual amounts', async (outcome) => {
    const [first] = await receiver.wait(1, await withdraw({ outcome }));
    const callback = withdrawalCallback.parse(parseObject(first?.body));
    expect(callback.status).toBe(outcome);
    expect(callback.transactionId).toBeUndefined();
    expect(callback.actualWithdrawAmount).toBeUndefined();
    expect(callback.txAddressOwner.name).not.toBe('');
  });

  test('is sent once, whatever the answer (assumption)', async () => {
    receiver.answerWith(500);
    const id = await withdraw({});
    await receiver.wait(1, id);
    await sandbox('PUT', 'clock', { advanceSeconds: 86_400 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.findAbout(id)).toHaveLength(1);
  });

  test('waits until its time', async () => {
    const id = await withdraw({ broadcastAfterSeconds: 600 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.findAbout(id)).toHaveLength(0);
    await sandbox('PUT', 'clock', { advanceSeconds: 601 });
    await receiver.wait(1, id);
  });
});

describe('§6.3 exchanged deposit', () => {
  test('is sent only on request', async () => {
    const payment = await newPayment();
    await pay(payment.paymentId, { exchanged: true });
    const both = await receiver.wait(2, payment.paymentId);
    expect(both.map(({ path }) => path).sort()).toEqual(['/deposit', '/exchanged']);
  });
});
