import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { createPayment } from './create-payment.ts';
import { createPaymentForm } from './schema/create.ts';

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

const create = (clientPaymentId: string, secondLinkAccepted = false) =>
  createPayment(tenant.as.finance, {
    ...createPaymentForm.parse({
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
    }),
    secondLinkAccepted,
  });

const needsConfirmation = (message: string) => ({
  code: 'invalid',
  message: expect.stringContaining(message),
  fieldErrors: { secondLinkAccepted: ['Confirm that you want another checkout link'] },
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
