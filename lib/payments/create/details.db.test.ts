import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readRecordAnnotations } from '#lib/annotations/index.ts';
import { database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { createPayment } from './create-payment.ts';
import { findRelatedPayments, readCreationDetails } from './detail-queries.ts';
import { listOpenIntents } from './intent-queries.ts';
import { createDetailedPaymentForm } from './schema/details.ts';
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

const create = (details: Readonly<Record<string, unknown>>, clientPaymentId = `ORDER-${randomUUID()}`) =>
  createPayment(
    tenant.as.finance,
    createDetailedPaymentForm.parse({
      businessId: tenant.businessId,
      clientPaymentId,
      priceIn: 'fiat',
      amount: '49.90',
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
      ...details,
    }),
  );
const readAnnotations = async (paymentId: string | null) => {
  const { notes, labels } = await readRecordAnnotations(
    tenant.as.viewer,
    tenant.businessId,
    'payment',
    paymentId ?? '',
  );
  return { notes: notes.map(({ text }) => text), labels: labels.map(({ name }) => name) };
};
const report = async (clientPaymentId: string) => {
  const paymentId = toId<PaymentId>(
    await insertPayment(tenant.businessId, { clientPaymentId, status: 'NEW' }),
  );
  await inTransaction((transaction) =>
    settleIntent(transaction, systemContext('callback'), {
      businessId: tenant.businessId,
      clientPaymentId,
      paymentId,
    }),
  );
  return paymentId;
};

test('adds the note and the labels to the created payment, in the name of the person, and sends neither', async () => {
  const { paymentId } = await create({ note: ' Call first\r\nThen send ', labels: ['VIP', 'vip', 'Shop 7'] });
  expect(await readAnnotations(paymentId)).toEqual({
    notes: ['Call first\nThen send'],
    labels: expect.arrayContaining(['VIP', 'Shop 7']),
  });
  expect((await readAnnotations(paymentId)).labels).toHaveLength(2);
  expect(service.requests[0]?.body).not.toMatch(/Call first|VIP/);
  const audited = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, objectId: paymentId ?? '' },
  });
  expect(audited.map(({ action }) => action).sort()).toEqual(['label.add', 'label.add', 'note.write']);
});

test('adds them once an unknown outcome is settled, but not to a further payment, which needs attention', async () => {
  service.answerWith((_request, _response, raw) => raw.socket.destroy());
  const { intentId, clientPaymentId, state } = await create({ note: 'Ask again', labels: ['Late'] });
  expect(state).toBe('UNKNOWN');
  expect(await readCreationDetails(tenant.as.finance, tenant.businessId, intentId)).toEqual({
    note: 'Ask again',
    labels: ['Late'],
  });
  const first = await report(clientPaymentId);
  expect(await readAnnotations(first)).toEqual({ notes: ['Ask again'], labels: ['Late'] });
  const listed = async () =>
    (await listOpenIntents(tenant.as.finance, tenant.businessId)).map((line) => line.intentId);
  expect(await listed()).not.toContain(intentId);

  const second = await report(clientPaymentId);
  expect(await readAnnotations(second)).toEqual({ notes: [], labels: [] });
  expect(await listed()).toContain(intentId);
  const related = (payment: string) => findRelatedPayments(tenant.as.viewer, tenant.businessId, payment);
  expect(await related(first)).toMatchObject({ preferred: null, further: [{ paymentId: second }] });
  expect(await related(second)).toMatchObject({ preferred: { paymentId: first }, further: [] });
  // Customers can't pay an expired one.
  await database().payment.update({
    where: { businessId_paymentId: { businessId: tenant.businessId, paymentId: second } },
    data: { status: 'EXPIRED' },
  });
  expect(await listed()).not.toContain(intentId);
});

test('links a payment for the rest with its original, in both directions', async () => {
  const { businessId } = tenant;
  const original = await insertPayment(businessId, { clientPaymentId: 'INV-7', status: 'EXPIRED' });
  const { paymentId, clientPaymentId } = await create({ formerPaymentId: original, isRemainder: true });
  const related = (payment: string) => findRelatedPayments(tenant.as.viewer, businessId, payment);
  const nothing = { former: null, successors: [], preferred: null, further: [] };
  expect(await related(original)).toEqual({
    ...nothing,
    original: null,
    remainders: [{ paymentId, clientPaymentId }],
  });
  expect(await related(paymentId ?? '')).toEqual({
    ...nothing,
    original: { paymentId: original, clientPaymentId: 'INV-7' },
    remainders: [],
  });
});

test('links a payment that was created again with its expired one, in both directions', async () => {
  const { businessId } = tenant;
  const former = await insertPayment(businessId, { clientPaymentId: 'INV-1', status: 'EXPIRED' });
  const { paymentId, clientPaymentId } = await create({ formerPaymentId: former });
  const related = (payment: string) => findRelatedPayments(tenant.as.viewer, businessId, payment);
  expect(await related(former)).toEqual({
    former: null,
    successors: [{ paymentId, clientPaymentId }],
    original: null,
    remainders: [],
    preferred: null,
    further: [],
  });
  expect(await related(paymentId ?? '')).toMatchObject({
    former: { paymentId: former, clientPaymentId: 'INV-1' },
    successors: [],
  });
  const other = await createTenant();
  await expect(findRelatedPayments(other.as.owner, businessId, former)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('links no payment when an earlier refused request with its ID named a former one', async () => {
  const { businessId } = tenant;
  const former = await insertPayment(businessId, { status: 'EXPIRED' });
  service.answerWith((_request, response) => response.writeHead(422).end('{}'));
  const { clientPaymentId } = await create({ formerPaymentId: former });
  service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  const { paymentId } = await create({ note: '', labels: [], formerPaymentId: null }, clientPaymentId);
  expect(await findRelatedPayments(tenant.as.viewer, businessId, paymentId ?? '')).toMatchObject({
    former: null,
  });
});

test('sends nothing when the former payment is not one of the business', async () => {
  const other = await createTenant();
  const foreign = await insertPayment(other.businessId, { status: 'EXPIRED' });
  await expect(create({ formerPaymentId: foreign })).rejects.toMatchObject({ code: 'invalid' });
  expect(service.requests).toEqual([]);
});

test('repeats a refused request with its details, except those that the person changes', async () => {
  service.answerWith((_request, response) => response.writeHead(422).end('{}'));
  const { clientPaymentId } = await create({ note: 'First', labels: ['A'] });
  service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  const { paymentId } = await create({ note: 'Second' }, clientPaymentId);
  expect(await readAnnotations(paymentId)).toEqual({ notes: ['Second'], labels: ['A'] });
});
