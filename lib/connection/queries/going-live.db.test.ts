import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { startFakeService } from '#lib/platform/testing/fake-service.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';

let service: FakeService;
let tenant: Tenant;
beforeAll(async () => {
  service = await startFakeService();
  tenant = await createTenant();
});
afterAll(() => service.close());

const { readGoingLive } = await import('./going-live.ts');
const { checkConnection } = await import('../check-connection.ts');
const { answerCallback } = await import('#lib/callbacks/index.ts');
const { observeAnswer } = await import('#lib/observations/index.ts');

const readStates = async () =>
  Object.fromEntries(
    (await readGoingLive(tenant.as.owner, tenant.businessId)).steps.map(({ key, state }) => [key, state]),
  );

test('only people who manage the connection read the steps', async () => {
  const other = await createTenant();
  for (const context of [tenant.as.viewer, tenant.as.accountant, tenant.as.finance, tenant.as.compliance])
    await expect(readGoingLive(context, tenant.businessId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(readGoingLive(other.as.owner, tenant.businessId)).rejects.toMatchObject({ code: 'not-found' });
});

test('shows what was seen of each step, and nothing before', async () => {
  expect(await readStates()).toMatchObject({
    credentials: 'unknown',
    record: 'unknown',
    addresses: 'unknown',
    payment: 'unknown',
    callback: 'unknown',
    credit: 'unknown',
  });
  await checkConnection(tenant.as.owner, { businessId: tenant.businessId });
  expect((await readStates())['credentials']).not.toBe('unknown');

  const deposit = depositCallbackSample();
  const secret = createHmac('sha256', process.env['CALLBACK_SECRETS'] ?? '')
    .update(tenant.businessId)
    .digest('base64url');
  const body = new Blob([toSampleBytes(deposit)]).stream();
  const kind = 'deposit-received';
  await answerCallback({ business: tenant.businessId, secret, kind, headers: new Headers(), body });
  expect(await readStates()).toMatchObject({ callback: 'good', credit: 'unknown' });

  const paymentId = String(deposit['paymentId']);
  const record = depositRecordSample({
    id: deposit['depositId'],
    paymentId,
    settlementPayableAmount: '1234567890.123456789012',
  });
  await inTransaction((transaction) =>
    observeAnswer(transaction, {
      businessId: tenant.businessId,
      source: 'read',
      startedAt: instant(Date.now()),
      body: toSampleBytes(paymentRecordSample(tenant.businessId, { paymentId, deposits: [record] })),
    }),
  );
  const view = await readGoingLive(tenant.as.owner, tenant.businessId);
  expect(view.steps.at(-1)).toMatchObject({
    key: 'credit',
    state: 'good',
    paymentId,
    credited: { amount: '1234567890.123456789012' },
  });
});
