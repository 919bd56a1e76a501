import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeAnswer } from '#lib/observations/index.ts';
import { lockRecords } from '#lib/observations/store/record-locks.ts';
import { pagePoolSize } from '#lib/platform/page-pool-size.ts';
import {
  depositCallbackSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { maxKeyLength } from '#lib/service/contract/fields.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { receiveCallback } from '../index.ts';

describe('locked records', () => {
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
});

describe('connections', () => {
  test('receives a callback while reads hold all connections of their pool', async () => {
    const businessId = await createBusiness();
    const held = await Promise.all(Array.from({ length: pagePoolSize }, () => databasePool().connect()));
    try {
      expect(databasePool().idleCount).toBe(0);
      const { status } = await receiveCallback({
        businessId,
        kind: 'deposit-received',
        body: toSampleBytes(depositCallbackSample()),
        headers: {},
        receivedAt: instant(1_793_000_000_000),
      });
      expect(status).toBe(200);
    } finally {
      for (const client of held) client.release();
    }
  });
});

describe('long ids', () => {
  /** Index entries hold less than 2,704 bytes. Longer ids must not cause a 503. */

  let businessId: BusinessId;
  beforeAll(async () => {
    businessId = await createBusiness();
  });

  /** Returns four-byte characters that don't compress. */
  const text = (length: number): string =>
    Array.from({ length: length / 2 }, () => String.fromCodePoint(0x20000 + randomInt(0xa000))).join('');

  const deliver = (kind: 'deposit-received' | 'withdrawal', body: object) =>
    receiveCallback({
      businessId,
      kind,
      body: toSampleBytes(body),
      headers: {},
      receivedAt: instant(1_793_000_000_000),
    });

  describe.each([
    ['clientPaymentId', 'deposit-received'],
    ['transactionId', 'deposit-received'],
    ['fromAddress', 'deposit-received'],
    ['depositAddress', 'deposit-received'],
    ['clientWithdrawalId', 'withdrawal'],
    ['transactionId', 'withdrawal'],
    ['toTxAddress', 'withdrawal'],
  ] as const)('%s of a %s callback', (field, kind) => {
    const sample = (length: number) => ({
      ...(kind === 'withdrawal' ? withdrawalCallbackSample(businessId) : depositCallbackSample()),
      [field]: text(length),
    });

    test('applies an id of maximum length', async () => {
      expect(await deliver(kind, sample(maxKeyLength))).toMatchObject({
        status: 200,
        observed: { verdict: 'applied' },
      });
    });

    test('quarantines a much longer id', async () => {
      expect(await deliver(kind, sample(9_000))).toMatchObject({
        status: 200,
        observed: { verdict: 'quarantined', reasons: [expect.objectContaining({ path: field })] },
      });
    });
  });

  test('drops only the long ids of a record', async () => {
    const record = paymentRecordSample(businessId, {
      paymentId: randomUUID(),
      clientPaymentId: text(9_000),
      walletAddress: text(9_000),
      destinationTag: text(9_000),
    });
    const observed = await inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId,
        source: 'read',
        startedAt: instant(1_793_000_000_000),
        body: toSampleBytes(record),
      }),
    );
    expect(observed).toMatchObject({ kind: 'observed', clientPaymentId: null });
    expect(observed.flaws.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['clientPaymentId', 'walletAddress', 'destinationTag']),
    );
  });
});
