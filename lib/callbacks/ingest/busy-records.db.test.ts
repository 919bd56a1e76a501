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
  // Their bytes are stored at once.
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
});

test('answers in time for callbacks about a locked record, and doesn’t wait for its lock again', async () => {
  const businessId = await createBusiness();
  const paymentId = toId<PaymentId>(randomUUID());
  const times = await inTransaction(async (transaction) => {
    await lockRecords(transaction, businessId, [paymentId]);
    const taken: number[] = [];
    for (let time = 0; time < 2; time += 1) {
      const begun = performance.now();
      expect(await deliver(businessId, { paymentId })).toMatchObject({ status: 200, isWaiting: true });
      taken.push(performance.now() - begun);
    }
    return taken;
  });
  // Two seconds on an idle machine.
  expect(times[0]).toBeLessThan(3_000);
  expect(times[1]).toBeLessThan(times[0] ?? 0);
});
