import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { lockRecords } from '#lib/observations/store/record-locks.ts';
import { depositCallbackSample, toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { receiveCallback } from '../index.ts';

afterAll(closeDatabase);

const deliver = (businessId: BusinessId, fields: Readonly<Record<string, unknown>> = {}) =>
  receiveCallback({
    businessId,
    kind: 'deposit-received',
    body: toSampleBytes(depositCallbackSample(fields)),
    headers: {},
    receivedAt: instant(1_793_000_000_000),
  });

test('does not delay callbacks of other payments while one payment is locked', async () => {
  const businessId = await createBusiness();
  const paymentId = toId<PaymentId>(randomUUID());
  const held: Promise<{ status: number }>[] = [];
  const first = await inTransaction(async (transaction) => {
    await lockRecords(transaction, businessId, [paymentId]);
    const begun = performance.now();
    held.push(deliver(businessId, { paymentId }));
    // These are in one batch with the callback that must wait.
    const together = await Promise.all([deliver(businessId), deliver(businessId)]);
    const took = performance.now() - begun;
    // The lock is known now, so these don't wait for its detection.
    held.push(deliver(businessId, { paymentId }));
    const later = await deliver(businessId);
    return { took, statuses: [...together, later].map(({ status }) => status) };
  });
  expect(first.statuses).toEqual([200, 200, 200]);
  expect(first.took).toBeLessThan(5_000);
  // They are stored once the lock is released.
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
});

test('returns 503 in time for a callback that waits too long, and stores nothing of it', async () => {
  const businessId = await createBusiness();
  const paymentId = toId<PaymentId>(randomUUID());
  const begun = performance.now();
  const refused = await inTransaction(async (transaction) => {
    await lockRecords(transaction, businessId, [paymentId]);
    return deliver(businessId, { paymentId });
  });
  expect(refused).toMatchObject({ status: 503, observed: null });
  // Two seconds on an idle machine.
  expect(performance.now() - begun).toBeLessThan(3_000);
});
