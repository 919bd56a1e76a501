import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { createPayment } from './create-payment.ts';
import { createPaymentForm } from './schema/create.ts';
import { sendAgain } from './send-again.ts';

let service: FakeService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startFakeService();
  tenant = await createTenant();
});
afterAll(async () => {
  await service.close();
  await closeDatabase();
});
beforeEach(() => {
  service.requests.length = 0;
  service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
});

const create = (clientPaymentId: string, secondLinkAccepted = false, { as, businessId } = tenant) =>
  createPayment(as.finance, {
    ...createPaymentForm.parse({
      businessId,
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
    }),
    secondLinkAccepted,
  });

const countIntents = (clientPaymentId: string) =>
  database().paymentIntent.count({ where: { businessId: tenant.businessId, clientPaymentId } });

const needsConfirmation = (message: string) => ({
  code: 'invalid',
  message: expect.stringContaining(message),
  fieldErrors: { secondLinkAccepted: ['Confirm that you want another checkout link'] },
});

/** Stores a row that a restored backup put in doubt. */
async function loseRow(clientPaymentId: string): Promise<void> {
  const { businessId } = tenant;
  const personId = randomUUID();
  const { batchId } = await database().paymentBatch.create({
    data: {
      businessId,
      fileName: 'invoices.csv',
      source: 'csv',
      size: 60,
      state: 'stopped',
      createdBy: personId,
      createdAt: new Date(),
      confirmedBy: personId,
      confirmedAt: new Date(),
      endedAt: new Date(),
    },
  });
  await database().paymentBatchRow.create({
    data: {
      businessId,
      batchId,
      number: 2,
      values: {},
      hasErrors: false,
      hasWarnings: false,
      clientPaymentId,
      state: 'unknown',
    },
  });
}

test('sends no ID of a row that a restored backup put in doubt without a confirmation', async () => {
  const id = randomUUID();
  await loseRow(id);
  const refused = needsConfirmation('may have been created before a backup was restored');
  await expect(create(id)).rejects.toMatchObject(refused);
  await expect(create(id)).rejects.toMatchObject(refused);
  expect(service.requests).toHaveLength(0);
  expect(await countIntents(id)).toBe(0);
  expect(await create(id, true)).toMatchObject({ state: 'CREATED' });
  expect(service.requests).toHaveLength(1);
  // Another business has nothing to do with the row.
  expect(await create(id, false, await createTenant())).toMatchObject({ state: 'CREATED' });
});

test('sends an unsent request with such an ID again only after a confirmation', async () => {
  const id = randomUUID();
  service.answerWith((_request, response) => response.writeHead(422).end());
  const { intentId } = await create(id);
  await loseRow(id);
  service.requests.length = 0;
  const input = { businessId: tenant.businessId, intentId };
  await expect(sendAgain(tenant.as.finance, { ...input, secondLinkAccepted: false })).rejects.toMatchObject(
    needsConfirmation('before a backup was restored'),
  );
  expect(service.requests).toHaveLength(0);
  await sendAgain(tenant.as.finance, { ...input, secondLinkAccepted: true });
  expect(service.requests).toHaveLength(1);
});

test('sends no ID of a reported payment without a confirmation', async () => {
  const [clientPaymentId, at] = [randomUUID(), new Date()];
  await database().payment.create({
    data: {
      businessId: tenant.businessId,
      paymentId: randomUUID(),
      clientPaymentId,
      sortAt: at,
      firstObservedAt: at,
      changedAt: at,
    },
  });
  await expect(create(clientPaymentId)).rejects.toMatchObject(needsConfirmation('already exists'));
  expect(service.requests).toHaveLength(0);
  expect(await create(clientPaymentId, true)).toMatchObject({ state: 'CREATED' });
});
