import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { amount } from '#lib/values/amount.ts';
import type { IntentId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { createPayment } from './create-payment.ts';
import { readIntentView } from './intent-queries.ts';
import { recordNotCreated } from './record-not-created.ts';
import type { CreatePaymentForm } from './schema/create.ts';
import { createPaymentForm } from './schema/create.ts';
import { sendAgain } from './send-again.ts';
import { settleIntent } from './settle-intent.ts';

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
const interrupt = (intentId: string) =>
  database().$executeRaw`
    UPDATE payment_intent SET state = 'SENDING', changed_at = now() - interval '31 seconds' WHERE id = ${intentId}::uuid`;

describe('interrupted between the two transactions', () => {
  test('treats a request as unknown after 30 seconds of sending', async () => {
    const { intentId } = await create(form());
    await interrupt(intentId);
    expect(await readIntentView(tenant.as.finance, tenant.businessId, intentId)).toMatchObject({
      state: 'UNKNOWN',
      error: { code: 'interrupted' },
    });
  });

  test('sends one request when two people submit at once', async () => {
    const input = form();
    const both = await Promise.allSettled([create(input), create(input)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(service.requests).toHaveLength(1);
    expect(await readIntents(input.clientPaymentId)).toHaveLength(1);
  });
});

describe('settling by a later observation', () => {
  const reportByCallback = (clientPaymentId: string, paymentId = toId<PaymentId>(randomUUID())) =>
    inTransaction((transaction) =>
      settleIntent(transaction, systemContext('callback'), {
        businessId: tenant.businessId,
        clientPaymentId,
        paymentId,
      }),
    );

  test('settles an unknown request as created, with an audit entry of the system', async () => {
    cut();
    const { intentId, clientPaymentId } = await create(form());
    const paymentId = toId<PaymentId>(randomUUID());
    expect(await reportByCallback(clientPaymentId, paymentId)).toBe('settled');
    expect(await readIntentView(tenant.as.finance, tenant.businessId, intentId)).toMatchObject({
      state: 'CREATED',
      paymentId,
      unaccounted: 0,
      error: null,
    });
    expect((await readAudit(intentId)).at(-1)).toEqual({
      action: 'payment.settle',
      actorKind: 'system',
      actorId: 'callback',
    });
    expect(await reportByCallback(clientPaymentId, paymentId)).toBeNull();
  });

  test('keeps a request created that is settled while the answer is pending, when no answer arrives', async () => {
    const input = form();
    const paymentId = toId<PaymentId>(randomUUID());
    service.answerWith(async (_request, _response, raw) => {
      await reportByCallback(input.clientPaymentId, paymentId);
      raw.socket.destroy();
    });
    expect(await create(input)).toMatchObject({ state: 'CREATED', paymentId, error: null });
  });

  test('does not match an older payment with the same id', async () => {
    cut();
    const { intentId, clientPaymentId } = await create(form());
    const paymentId = toId<PaymentId>(randomUUID());
    const longAgo = new Date(Date.now() - 86_400_000);
    await database().payment.create({
      data: {
        businessId: tenant.businessId,
        paymentId,
        clientPaymentId,
        paymentRequestedAt: longAgo,
        sortAt: longAgo,
        firstObservedAt: longAgo,
        changedAt: longAgo,
      },
    });
    expect(await reportByCallback(clientPaymentId, paymentId)).toBeNull();
    expect(await readIntentView(tenant.as.finance, tenant.businessId, intentId)).toMatchObject({
      state: 'UNKNOWN',
    });
  });

  test.each([422, 200])(
    'after %i adds a payment with its id and keeps the state of the request',
    async (status) => {
      if (status === 422) answer(422);
      const intent = await create(form());
      const paymentId = toId<PaymentId>(randomUUID());
      expect(await reportByCallback(intent.clientPaymentId, paymentId)).toBe('found');
      expect(await reportByCallback(intent.clientPaymentId, paymentId)).toBeNull();
      expect(await readIntentView(tenant.as.finance, tenant.businessId, intent.intentId)).toMatchObject({
        state: intent.state,
        paymentId: intent.paymentId,
        payments: [...intent.payments, { paymentId, confirmed: false }],
      });
      expect((await readAudit(intent.intentId)).at(-1)).toMatchObject({ action: 'payment.also-seen' });
    },
  );

  test('does not settle a request that is sent again with an earlier observation', async () => {
    cut();
    const { intentId, clientPaymentId } = await create(form());
    const paymentId = toId<PaymentId>(randomUUID());
    const { businessId } = tenant;
    await database().intentPayment.create({
      data: { businessId, intentId, paymentId, confirmed: false, foundAt: new Date() },
    });
    await sendAgain(tenant.as.finance, { businessId, intentId, secondLinkAccepted: true });
    expect(await reportByCallback(clientPaymentId, paymentId)).toBeNull();
    expect(await reportByCallback(clientPaymentId)).toBe('settled');
  });

  test.each(['REJECTED', 'UNSENT'] as const)(
    '%s, but observed: is repeated only after the person confirms a second link',
    async (state) => {
      const values = form();
      answer(422);
      const { intentId, clientPaymentId } = await create(values);
      if (state === 'UNSENT')
        await database().paymentIntent.update({ where: { id: intentId }, data: { state: 'UNSENT' } });
      await reportByCallback(clientPaymentId, toId<PaymentId>(randomUUID()));
      service.requests.length = 0;
      const audited = (await readAudit(intentId)).length;
      const refused = { code: 'invalid', fieldErrors: { secondLinkAccepted: [expect.any(String)] } };
      await expect(create(values)).rejects.toMatchObject(refused);
      await expect(
        sendAgain(tenant.as.finance, {
          businessId: tenant.businessId,
          intentId,
          secondLinkAccepted: true,
        }),
      ).rejects.toMatchObject({ code: 'conflict' });
      expect(service.requests).toEqual([]);
      expect(await readIntents(clientPaymentId)).toHaveLength(1);
      expect(await readAudit(intentId)).toHaveLength(audited);
      answer(422);
      expect(await create({ ...values, secondLinkAccepted: true })).toMatchObject({
        attempts: 1,
        payments: [{ confirmed: false }],
      });
      expect(service.requests).toHaveLength(1);
      expect(service.requests[0]?.body).not.toContain('secondLink');
    },
  );

  test('keeps a request refused that a person gave up, and its ID free, when the answer comes late', async () => {
    const values = form();
    const { businessId } = tenant;
    let late: { readonly state: string } | null = null;
    service.answerWith(async (request, response) => {
      const [sending] = await readIntents(values.clientPaymentId);
      const intentId = toId<IntentId>(sending?.id ?? '');
      await interrupt(intentId);
      late = await recordNotCreated(tenant.as.finance, { businessId, intentId });
      response.writeHead(200).end(createdBody(request.body));
    });
    const intent = await create(values);
    expect(late).toMatchObject({ state: 'REJECTED', payments: [] });
    expect(intent).toMatchObject({
      state: 'REJECTED',
      paymentId: null,
      payments: [{ confirmed: true }],
      error: { code: 'not-created' },
    });
    await expect(
      recordNotCreated(tenant.as.finance, { businessId, intentId: intent.intentId }),
    ).rejects.toMatchObject({ code: 'conflict' });
    for (const role of ['viewer', 'compliance'] as const)
      await expect(
        recordNotCreated(tenant.as[role], { businessId, intentId: intent.intentId }),
      ).rejects.toMatchObject({ code: 'forbidden' });
    expect((await readAudit(intent.intentId)).map(({ action }) => action)).toEqual([
      'payment.create',
      'payment.not-created',
      'payment.outcome',
    ]);
    // The person who repeats it sees that a payment exists.
    await expect(create(values)).rejects.toMatchObject({ code: 'invalid' });
    service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
    expect(await create({ ...values, secondLinkAccepted: true })).toMatchObject({ state: 'CREATED' });
  });

  test.each(['callback first', 'answer first'])('two links for one request, %s', async (order) => {
    cut();
    const { intentId, clientPaymentId } = await create(form());
    const { businessId } = tenant;
    const first = toId<PaymentId>(randomUUID());
    service.answerWith(async (request, response) => {
      if (order === 'callback first') await reportByCallback(clientPaymentId, first);
      response.writeHead(200).end(createdBody(request.body));
    });
    const second = await sendAgain(tenant.as.owner, { businessId, intentId, secondLinkAccepted: true });
    if (order === 'answer first') expect(await reportByCallback(clientPaymentId, first)).toBe('found');
    const { state, paymentId, payments } = await readIntentView(tenant.as.finance, businessId, intentId);
    expect({ state, paymentId }).toEqual({ state: 'CREATED', paymentId: second.paymentId });
    expect(new Set(payments)).toEqual(
      new Set([
        { paymentId: first, confirmed: false },
        { paymentId, confirmed: true },
      ]),
    );
    const attempts = await database().paymentAttempt.findMany({
      where: { intentId },
      orderBy: { id: 'asc' },
    });
    expect(attempts.map(({ personId }) => personId)).toEqual([
      tenant.as.finance.actor.personId,
      tenant.as.owner.actor.personId,
    ]);
    const links = await database().intentPayment.findMany({ where: { intentId } });
    expect(new Map(links.map((link) => [link.paymentId, link.attemptId]))).toEqual(
      new Map([
        [first, null],
        [paymentId, attempts[1]?.id],
      ]),
    );
  });

  test('changes nothing of another business', async () => {
    cut();
    const other = await createTenant();
    const theirs = await createPayment(other.as.finance, form({}, other));
    expect(await reportByCallback(theirs.clientPaymentId)).toBeNull();
  });
});

test('reports a request as not sent when the service is unreachable', async () => {
  await service.close();
  const intent = await create(form());
  expect(intent).toMatchObject({ state: 'UNSENT', error: { code: 'refused' } });
  expect(intent.error?.message).toMatch(/^Nothing was sent: /);
});
