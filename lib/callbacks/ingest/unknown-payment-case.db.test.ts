import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startScriptedService } from '#lib/payments/testing/scripted-service.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';

const service = await startScriptedService();
const { database } = await import('#lib/database/pools.ts');
const { createTenant, systemContext } = await import('#lib/database/testing/tenant.ts');
const { readDuePayments } = await import('#lib/payments/index.ts');
const { openCases } = await import('#lib/reviews/index.ts');
const { receiveCallback } = await import('../index.ts');

afterAll(async () => {
  service.close();
});

test('reads an unknown payment that a callback names, and opens a case for its held deposit', async () => {
  const { businessId } = await createTenant();
  const callback = depositCallbackSample();
  const [paymentId, held] = [String(callback['paymentId']), randomUUID()];
  service.says(
    200,
    JSON.stringify(
      paymentRecordSample(businessId, {
        paymentId,
        clientPaymentId: callback['clientPaymentId'],
        deposits: [
          depositRecordSample({ id: callback['depositId'] }),
          depositRecordSample({ id: held, status: 'BLOCKED' }),
        ],
      }),
    ),
  );
  await receiveCallback({
    businessId,
    kind: 'deposit-received',
    body: toSampleBytes(callback),
    headers: {},
    receivedAt: instant(Date.now()),
  });
  const stop = AbortSignal.timeout(20_000);
  await readDuePayments(systemContext(), stop);
  expect(service.requestedIds).toContain(paymentId);
  await openCases(systemContext('reviews'), stop);
  const cases = await database().reviewCase.findMany({ where: { businessId }, select: { subjectId: true } });
  expect(cases.map(({ subjectId }) => subjectId)).toContain(held);
});
