import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertIntent } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listPaymentTimeline } from './timeline.ts';

afterAll(closeDatabase);

test('each of two payments of a request shows the attempts and the other payment', async () => {
  const tenant = await createTenant();
  const { businessId, as } = tenant;
  const [first, second] = [randomUUID(), randomUUID()];
  const at = new Date();
  const { personId } = as.finance.actor;
  const intentId = await insertIntent(tenant, 'ORDER-1', { at, state: 'CREATED', paymentId: second });
  await database().paymentAttempt.create({
    data: { businessId, intentId, startedAt: at, personId, requestId: randomUUID() },
  });
  await database().intentPayment.createMany({
    data: [first, second].map((paymentId) => ({
      businessId,
      paymentId,
      intentId,
      confirmed: paymentId === second,
      foundAt: at,
    })),
  });
  const readEntries = async (paymentId: string) =>
    new Set((await listPaymentTimeline(as.finance, businessId, paymentId)).entries);
  const attempt = expect.objectContaining({ kind: 'attempt' });
  expect(await readEntries(first)).toEqual(
    new Set([
      attempt,
      expect.objectContaining({ kind: 'other-payment', paymentId: second, confirmed: true }),
    ]),
  );
  expect(await readEntries(second)).toEqual(
    new Set([
      attempt,
      expect.objectContaining({ kind: 'other-payment', paymentId: first, confirmed: false }),
    ]),
  );
});
