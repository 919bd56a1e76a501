import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import { amount } from '#lib/values/amount.ts';
import type { Assumptions } from '#lib/values/assumptions/assumptions.ts';
import { defaultAssumptions, readAssumptions } from '#lib/values/assumptions/assumptions.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { computeSignature } from './api/authorization.ts';
import { isRetried } from './callbacks/dispatcher.ts';
import { createCallbackSigner } from './callbacks/sign-callback.ts';
import { createPayment } from './lifecycle/create-payment.ts';
import { receiveDeposit } from './lifecycle/receive-deposit.ts';
import { changeBusiness } from './model/change-business.ts';
import { openSandbox } from './running-sandbox.ts';
import { buildServer } from './server.ts';
import { readSettings } from './settings.ts';
import { createTestSandbox } from './testing/test-sandbox.ts';

/**
 * Tests the assumptions that the sandbox shares with the dashboard: each variable changes the sandbox's behaviour.
 */

function assuming(assumed: Partial<Assumptions>) {
  const { world, store, pass, announced } = createTestSandbox(1, {}, assumed);
  const [business] = store.businesses.all();
  if (business === undefined) throw new Error('no business');
  changeBusiness(store, business, { userServiceFeeDistributionPercentage: '0' });
  const create = (change: Record<string, unknown> = {}) =>
    createPayment(
      world,
      createPaymentRequest.parse({
        clientPaymentId: 'ORDER-1',
        businessId: business.id,
        locale: 'en',
        displayCurrency: 'EUR',
        displayAmount: '100.00',
        ...change,
      }),
    ).record;
  const pay = (paymentId: string, units: string) => {
    const state = store.payments.find(paymentId);
    if (state === null) throw new Error('no payment');
    receiveDeposit(world, state, { depositCurrency: 'BTC', network: 'BTC', amount: amount(units) });
    pass(5);
    return parseJson(announced.at(-1)?.body ?? '{}').value;
  };
  return { create, pay };
}

test('uses the assumptions of the dashboard by default', () => {
  expect(readSettings({}).assumed).toEqual(defaultAssumptions);
  expect(() => readSettings({ SERVICE_CALLBACK_AMOUNTS: 'many' })).toThrow(
    'SERVICE_CALLBACK_AMOUNTS should be one of unknown, deposit, cumulative.',
  );
});

test('SERVICE_REPEATED_CLIENT_ID: creates a second payment, or refuses', () => {
  const usual = assuming({});
  expect(usual.create().paymentId).not.toBe(usual.create().paymentId);
  const refusing = assuming({ SERVICE_REPEATED_CLIENT_ID: 'refused' });
  refusing.create();
  expect(() => refusing.create()).toThrow('clientPaymentId was used before');
  expect(refusing.create({ clientPaymentId: 'ORDER-2' }).status).toBe('NEW');
});

test('SERVICE_DEFAULT_TYPE, SERVICE_DEFAULT_RATE_TYPE: sets the types of a request without them', () => {
  expect(assuming({}).create()).toMatchObject({ type: 'ONE_TIME', rateType: 'FIXED', expirationMinutes: 30 });
  expect(assuming({ SERVICE_DEFAULT_RATE_TYPE: 'FLOATING' }).create().rateType).toBe('FLOATING');
  expect(assuming({ SERVICE_DEFAULT_TYPE: 'REUSABLE' }).create()).toMatchObject({
    type: 'REUSABLE',
    expirationMinutes: 0,
  });
});

test('SERVICE_LONGEST_CLIENT_ID, SERVICE_LONGEST_REDIRECT_URL: refuses longer values', () => {
  const [clientPaymentId, redirectUrl] = ['x'.repeat(256), `https://shop.example/${'x'.repeat(2_000)}`];
  expect(() => assuming({}).create({ clientPaymentId })).toThrow('longer than 255');
  expect(() => assuming({}).create({ redirectUrl })).toThrow('longer than 2000');
  const longer = assuming({ SERVICE_LONGEST_CLIENT_ID: 256, SERVICE_LONGEST_REDIRECT_URL: 3_000 });
  expect(longer.create({ clientPaymentId, redirectUrl }).status).toBe('NEW');
});

test('SERVICE_CALLBACK_AMOUNTS: reports the amount of the deposit or of the payment so far', () => {
  const report = (assumed: Partial<Assumptions>) => {
    const { create, pay } = assuming(assumed);
    const { paymentId } = create();
    pay(paymentId, '0.0005');
    return pay(paymentId, '0.0003');
  };
  expect(report({})).toMatchObject({ actualDepositAmount: { text: '0.0003' } });
  expect(report({ SERVICE_CALLBACK_AMOUNTS: 'deposit' })).toMatchObject({
    actualDepositAmount: { text: '0.0003' },
  });
  expect(report({ SERVICE_CALLBACK_AMOUNTS: 'cumulative' })).toMatchObject({
    actualDepositAmount: { text: '0.0008' },
  });
});

test('SERVICE_CALLBACK_SETTLEMENT_AMOUNT: reports the amount before fees or the credited one', () => {
  const settled = (assumed: Partial<Assumptions>) => {
    const { create, pay } = assuming(assumed);
    const deposit = pay(create().paymentId, '0.01');
    return JSON.stringify(deposit);
  };
  expect(settled({ SERVICE_CALLBACK_SETTLEMENT_AMOUNT: 'payable' })).not.toBe(settled({}));
});

test('SERVICE_CALLBACK_SIGNATURE and its parts: signs callbacks as configured', () => {
  const body = new TextEncoder().encode('{"a":1}');
  const header = (variables: Record<string, string>) =>
    createCallbackSigner({ ...readSettings(variables) })(body);
  expect(header({})).toEqual({});
  const hmac = (secret: string, algorithm: string) => createHmac(algorithm, secret).update(body);
  expect(header({ SERVICE_CALLBACK_SIGNATURE: 'observe' })).toEqual({
    'x-signature': hmac('sandbox-secret', 'sha256').digest('hex'),
  });
  const own = {
    SERVICE_CALLBACK_SIGNATURE: 'enforce',
    SERVICE_CALLBACK_SIGNATURE_HEADER: 'X-Signed-By',
    SERVICE_CALLBACK_SIGNATURE_ALGORITHM: 'sha512',
    SERVICE_CALLBACK_SIGNATURE_ENCODING: 'base64',
    SERVICE_CALLBACK_SIGNATURE_SECRET: 'of-their-own',
  };
  expect(header(own)).toEqual({ 'x-signed-by': hmac('of-their-own', 'sha512').digest('base64') });
});

const opened: { close: () => Promise<unknown> }[] = [];
afterAll(async () => {
  for (const one of opened.toReversed()) await one.close();
});

test('SERVICE_SUCCESS_STATUSES, SERVICE_PAYMENT_READ_FIELD, SERVICE_AUTH_SCHEME: answers HTTP as configured', async () => {
  const settings = readSettings({
    SANDBOX_HISTORY: 'false',
    SERVICE_SUCCESS_STATUSES: '201',
    SERVICE_PAYMENT_READ_FIELD: 'payment',
    SERVICE_AUTH_SCHEME: 'PAY',
  });
  const sandbox = openSandbox({ ...settings, databaseFile: ':memory:' });
  const app = buildServer(sandbox);
  opened.push(sandbox, app);
  const { record } = createPayment(
    sandbox.world,
    createPaymentRequest.parse({
      clientPaymentId: 'A',
      businessId: sandbox.store.businesses.all()[0]?.id,
      locale: 'en',
      displayCurrency: 'EUR',
      displayAmount: '1',
    }),
  );
  const url = `/api/v1/payments/${record.paymentId}`;
  const at = String(Math.floor(Date.now() / 1000));
  const signature = computeSignature('sandbox-secret', at, 'GET', url, new Uint8Array());
  const answer = await app.inject({
    url,
    headers: { authorization: `PAY api-key=sandbox-key,signature=${signature},timestamp=${at}` },
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ payment: { paymentId: record.paymentId } });
});

test('SERVICE_WITHDRAWAL_RETRY: repeats a refused withdrawal callback, or not', () => {
  const again = readAssumptions({ SERVICE_WITHDRAWAL_RETRY: 'as-deposits' });
  expect(isRetried('withdrawal', defaultAssumptions)).toBe(false);
  expect(isRetried('withdrawal', again)).toBe(true);
  expect(isRetried('deposit-exchanged', again)).toBe(false);
});

test('refuses a port that browsers block', () => {
  expect(() => readSettings({ SANDBOX_PORT: '4190' })).toThrow(
    'SANDBOX_PORT should be a port that browsers don’t block, such as 4010, but it is "4190".',
  );
  expect(readSettings({ SANDBOX_PORT: '4191' }).port).toBe(4191);
});
