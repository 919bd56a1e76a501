import { expect, test } from 'vitest';
import { receiveCallback } from '#lib/callbacks/index.ts';
import { database } from '#lib/database/pools.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { depositCallbackSample, toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { readDuePayments, readPaymentNow } from '../index.ts';

testEnv.SERVICE_PAYMENT_READ_PATH = undefined;

test('reads nothing without SERVICE_PAYMENT_READ_PATH and keeps the last status', async () => {
  const { businessId, as } = await createTenant();
  const sample = depositCallbackSample();
  const paymentId = String(sample['paymentId']);
  const { status, readNow } = await receiveCallback({
    businessId,
    kind: 'deposit-received',
    body: toSampleBytes(sample),
    headers: {},
    receivedAt: instant(1_793_000_000_000),
  });
  expect({ status, readNow }).toEqual({ status: 200, readNow: null });
  const done = await readDuePayments(systemContext(), new AbortController().signal);
  expect(done).toEqual({ read: 0, failed: 0 });
  await expect(readPaymentNow(as.finance, { businessId, paymentId })).rejects.toMatchObject({
    code: 'conflict',
  });
  // The payment is still due, so it is read once the path is set.
  expect(await database().payment.findFirst({ where: { paymentId } })).toMatchObject({
    status: null,
    nextReadAt: new Date(1_793_000_000_000),
    readFailures: 0,
  });
});
