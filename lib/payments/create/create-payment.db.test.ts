import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { amount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import { createPayment } from './create-payment.ts';
import { listOpenIntents, readIntentView } from './intent-queries.ts';
import type { CreatePaymentForm } from './schema/create.ts';
import { createPaymentForm } from './schema/create.ts';
import { sendAgain } from './send-again.ts';

let service: FakeService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startFakeService();
  tenant = await createTenant();
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.length = 0;
  service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
});

const form = (more: Partial<CreatePaymentForm> = {}, of = tenant): CreatePaymentForm => ({
  ...createPaymentForm.parse({
    businessId: of.businessId,
    clientPaymentId: `ORDER-${randomUUID()}`,
    priceIn: 'fiat',
    amount: amount('49.90'),
    displayCurrency: 'EUR',
    depositCurrency: '',
    network: '',
    type: 'ONE_TIME',
    rateType: 'FIXED',
    expires: '30',
    expiresMinutes: '',
    locale: 'en',
    redirectUrl: '',
    redirectMode: 'PARENT',
  }),
  ...more,
});
const create = (input: CreatePaymentForm) => createPayment(tenant.as.finance, input);
const readIntents = (clientPaymentId: string) =>
  database().paymentIntent.findMany({ where: { businessId: tenant.businessId, clientPaymentId } });
const readAudit = async (intentId: string) => {
  const rows = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: intentId },
    orderBy: { sequence: 'asc' },
  });
  return rows.map(({ action, actorKind, actorId }) => ({ action, actorKind, actorId }));
};
const answer = (status: number, body = '', headers: Record<string, string> = {}) =>
  service.answerWith((_request, response) => response.writeHead(status, headers).end(body));
const cut = () => service.answerWith((_request, _response, raw) => raw.socket.destroy());

describe('created', () => {
  test('sends the stored body and saves the payment with its link', async () => {
    const input = form();
    const intent = await create(input);
    expect(intent).toMatchObject({
      state: 'CREATED',
      clientPaymentId: input.clientPaymentId,
      error: null,
      attempts: 1,
    });
    expect(intent.paymentUrl).toBe(`https://checkout.example/${intent.paymentId}`);
    expect(service.requests.map(({ body }) => body)).toEqual([intent.requestBody]);
    expect(intent.sent).toContainEqual({ field: 'displayAmount', value: '49.90' });
    const payment = await database().payment.findUnique({
      where: { businessId_paymentId: { businessId: tenant.businessId, paymentId: intent.paymentId ?? '' } },
    });
    expect(payment).toMatchObject({
      clientPaymentId: input.clientPaymentId,
      status: 'NEW',
      recordSeen: true,
    });
  });

  test('audits the person and the outcome', async () => {
    const intent = await create(form());
    const by = { actorKind: 'person', actorId: tenant.as.finance.actor.personId };
    expect(await readAudit(intent.intentId)).toEqual([
      { action: 'payment.create', ...by },
      { action: 'payment.outcome', ...by },
    ]);
  });

  test('commits the intent before sending the request', async () => {
    const values = form();
    let before: string[] = [];
    service.answerWith(async (request, response) => {
      before = (await readIntents(values.clientPaymentId)).map(({ state }) => state);
      response.writeHead(200).end(createdBody(request.body));
    });
    await create(values);
    expect(before).toEqual(['SENDING']);
  });
});

describe('stores and sends nothing without the permission or with invalid values', () => {
  test.each(['viewer', 'compliance'] as const)('refuses %s', async (role) => {
    const input = form();
    await expect(createPayment(tenant.as[role], input)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await readIntents(input.clientPaymentId)).toEqual([]);
    expect(service.requests).toEqual([]);
  });

  test('refuses people of another business', async () => {
    const other = await createTenant();
    const values = form({}, other);
    await expect(createPayment(tenant.as.owner, values)).rejects.toMatchObject({ code: 'not-found' });
    expect(service.requests).toEqual([]);
  });

  test('reports values that the business does not enable at their field', async () => {
    const strict = await createTenant();
    const body = new Uint8Array(
      Buffer.from(
        JSON.stringify({
          supportedDisplayCurrencies: ['USD'],
          supportedDepositCurrencies: ['USDT', 'BTC'],
          supportedDepositCurrenciesWithNetworks: { USDT: ['TRX'], BTC: ['BTC'] },
        }),
      ),
    );
    const at = new Date();
    await database().serviceReading.create({
      data: {
        businessId: strict.businessId,
        kind: 'business',
        firstStartedAt: at,
        lastStartedAt: at,
        sha256: new Uint8Array(32),
        body,
      },
    });
    const tries: [Partial<CreatePaymentForm>, string][] = [
      [{ displayCurrency: 'EUR' }, 'displayCurrency'],
      [{ priceIn: 'crypto', depositCurrency: 'LTC', network: 'LTC' }, 'depositCurrency'],
      [{ priceIn: 'crypto', depositCurrency: 'USDT', network: 'ETH' }, 'network'],
    ];
    for (const [more, field] of tries)
      await expect(createPayment(strict.as.finance, form(more, strict))).rejects.toMatchObject({
        code: 'invalid',
        fieldErrors: { [field]: [expect.stringContaining('does not')] },
      });
    expect(service.requests).toEqual([]);
    const good = form({ priceIn: 'crypto', depositCurrency: 'USDT', network: 'TRX' }, strict);
    expect(await createPayment(strict.as.owner, good)).toMatchObject({ state: 'CREATED' });
  });
});

describe('refused', () => {
  test.each([400, 401, 403, 404, 422])('%i: with the service’s words as text', async (status) => {
    answer(status, '{"message":"<b>displayAmount</b> is too small"}');
    const intent = await create(form());
    expect(intent).toMatchObject({
      state: 'REJECTED',
      paymentId: null,
      error: {
        httpStatus: status,
        message: `The service answered with HTTP status ${status}: <b>displayAmount</b> is too small`,
      },
    });
  });

  test('repeats a refused request under the same id as another one', async () => {
    answer(422, '{"message":"too small"}');
    const input = form();
    const refused = await create(input);
    service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
    const created = await create({ ...input, amount: amount('50.00') });
    expect(created).toMatchObject({ state: 'CREATED', attempts: 1, unaccounted: 0 });
    expect(created.intentId).not.toBe(refused.intentId);
    expect(created.sent).toContainEqual({ field: 'displayAmount', value: '50.00' });
    expect(await readIntentView(tenant.as.finance, tenant.businessId, refused.intentId)).toEqual(refused);
    const open = await listOpenIntents(tenant.as.viewer, tenant.businessId);
    expect(open.map(({ intentId }) => intentId)).not.toContain(refused.intentId);
    await expect(create(input)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('unknown outcome', () => {
  const others =
    '{"paymentInfo":{"paymentId":"0b0e7a52-6f6c-4a0e-9d3b-1d2c3e4f5a6b"},"paymentUrl":"https://x.example"}';
  test.each([
    ['408', () => answer(408)],
    ['409', () => answer(409, '{"message":"exists"}')],
    ['429', () => answer(429)],
    ['500', () => answer(500, '<h1>oops</h1>')],
    ['503', () => answer(503)],
    ['201', () => answer(201, '{}')],
    ['302', () => answer(302, '', { location: 'https://elsewhere.example' })],
    ['HTML', () => answer(200, '<!doctype html><p>Welcome</p>')],
    ['nothing', () => answer(200)],
    ['an array', () => answer(200, '[]')],
    [
      'bytes that are no text',
      () =>
        service.answerWith((_request, response) => response.writeHead(200).end(Buffer.from([0xff, 0x00]))),
    ],
    ['another payment', () => answer(200, others)],
    ['a broken connection', cut],
    ['more than 256 KiB', () => answer(200, `"${'x'.repeat(300_000)}"`)],
  ])('%s', async (_name, answered) => {
    answered();
    const intent = await create(form());
    expect(intent).toMatchObject({ state: 'UNKNOWN', paymentId: null, paymentUrl: null });
    expect(intent.error?.message).not.toBe('');
    expect(service.requests).toHaveLength(1);
    expect(await listOpenIntents(tenant.as.viewer, tenant.businessId)).toContainEqual(
      expect.objectContaining({ intentId: intent.intentId, state: 'UNKNOWN' }),
    );
  });

  test.each(['javascript:alert(1)', 'http://checkout.example/1', 'https://a:b@checkout.example', ''])(
    'does not show a link of %s, but stores the payment',
    async (paymentUrl) => {
      service.answerWith((request, response) => {
        const body = JSON.parse(createdBody(request.body, { url: paymentUrl }));
        response.writeHead(200).end(JSON.stringify({ ...body, paymentUrl }));
      });
      const intent = await create(form());
      expect(intent).toMatchObject({ state: 'UNKNOWN', paymentUrl: null, error: { code: 'unsafe-link' } });
      expect(intent.paymentId).not.toBeNull();
    },
  );

  test('refuses the same id again with the reason, and sends nothing', async () => {
    cut();
    const values = form();
    await create(values);
    service.requests.length = 0;
    await expect(create(values)).rejects.toMatchObject({
      code: 'conflict',
      fieldErrors: { clientPaymentId: [expect.stringContaining('may exist')] },
    });
    expect(service.requests).toEqual([]);
  });

  test('sends the same bytes again after a confirmation', async () => {
    cut();
    const given = form();
    const { intentId, requestBody } = await create(given);
    const again = (secondLinkAccepted: boolean) =>
      sendAgain(tenant.as.finance, { businessId: tenant.businessId, intentId, secondLinkAccepted });
    await expect(again(false)).rejects.toBeInstanceOf(Problem);
    expect(service.requests).toHaveLength(1);
    service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
    expect(await again(true)).toMatchObject({ state: 'CREATED', attempts: 2, unaccounted: 1 });
    expect(service.requests.map(({ body }) => body)).toEqual([requestBody, requestBody]);
    expect((await readAudit(intentId)).map(({ action }) => action)).toEqual([
      'payment.create',
      'payment.outcome',
      'payment.send-again',
      'payment.outcome',
    ]);
    await expect(again(true)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('keeps the first outcome when a second attempt is refused', async () => {
    cut();
    const { intentId } = await create(form());
    answer(422, '{"message":"duplicate"}');
    const input = { businessId: tenant.businessId, intentId, secondLinkAccepted: true };
    expect(await sendAgain(tenant.as.finance, input)).toMatchObject({
      state: 'UNKNOWN',
      error: { message: 'The service answered with HTTP status 422: duplicate' },
    });
  });

  test.each(['viewer', 'compliance'] as const)('refuses %s to send again', async (role) => {
    cut();
    const { intentId } = await create(form());
    const input = { businessId: tenant.businessId, intentId, secondLinkAccepted: true };
    await expect(sendAgain(tenant.as[role], input)).rejects.toMatchObject({ code: 'forbidden' });
    const other = await createTenant();
    await expect(sendAgain(other.as.owner, { ...input, businessId: other.businessId })).rejects.toMatchObject(
      { code: 'not-found' },
    );
    await expect(readIntentView(other.as.owner, other.businessId, intentId)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
