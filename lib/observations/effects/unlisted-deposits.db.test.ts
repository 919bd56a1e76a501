import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { observeAnswer, observeCallback, verifyEffects } from '../index.ts';
import { foldEvent, foldedEvents } from '../testing/folded-events.ts';

afterAll(closeDatabase);

test('a deposit is unlisted if a read long after its last change left it out, in any order', async () => {
  const businessId = await createBusiness();
  await fc.assert(
    fc.asyncProperty(foldedEvents, async (all) => {
      await inTransaction(async (transaction) => {
        await transaction.$executeRaw`SAVEPOINT before_it`;
        for (const one of all) {
          await foldEvent(transaction, businessId, one);
          const rows = await transaction.$queryRaw<{ unlisted: boolean; expected: boolean }[]>`
            SELECT d.unlisted, NOT d.record_seen
                   AND coalesce(p.last_read_at > d.changed_at + interval '5 minutes', false) AS expected
              FROM deposit d JOIN payment p USING (business_id, payment_id) WHERE d.business_id = ${businessId}::uuid`;
          for (const { unlisted, expected } of rows) expect(unlisted).toBe(expected);
        }
        await transaction.$executeRaw`ROLLBACK TO SAVEPOINT before_it`;
      });
    }),
    { numRuns: propertyRuns(20) },
  );
});

test('a deposit is unlisted from five minutes after its callback until a record lists it', async () => {
  const businessId = await createBusiness();
  const names = { paymentId: randomUUID(), clientPaymentId: 'order-1' };
  const depositId = randomUUID();
  const at = (text: string) => instant(Date.parse(`2026-11-20T10:${text}Z`));
  const report = (time: string, actualDisplayAmount: number) =>
    inTransaction((transaction) =>
      observeCallback(transaction, {
        businessId,
        kind: 'deposit-received',
        body: toSampleBytes(depositCallbackSample({ ...names, depositId, actualDisplayAmount })),
        headers: {},
        receivedAt: at(time),
      }),
    );
  const read = (time: string, depositIds: readonly string[]) =>
    inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId,
        source: 'read',
        startedAt: at(time),
        body: toSampleBytes(
          paymentRecordSample(businessId, {
            ...names,
            deposits: depositIds.map((id) => depositRecordSample({ id })),
          }),
        ),
      }),
    );
  const isUnlisted = async () =>
    (await database().deposit.findFirstOrThrow({ where: { businessId, depositId } })).unlisted;
  await report('00:00', 10);
  await read('04:59', []);
  expect(await isUnlisted()).toBe(false);
  await read('05:01', []);
  expect(await isUnlisted()).toBe(true);
  await report('06:00', 11);
  expect(await isUnlisted()).toBe(false);
  await read('12:00', []);
  expect(await isUnlisted()).toBe(true);
  await read('13:00', [depositId]);
  expect(await isUnlisted()).toBe(false);
});

test('verification finds a deposit that is wrongly unlisted', async () => {
  const businessId = await createBusiness();
  const paymentId = await insertPayment(businessId, { lastReadAt: new Date() });
  const depositId = await insertDeposit(businessId, paymentId, { recordSeen: true, unlisted: true });
  const found: unknown[] = [];
  await verifyEffects((difference) => {
    if (difference.businessId === businessId) found.push(difference);
  });
  expect(found).toEqual([
    { businessId, record: `deposit ${depositId}`, path: 'unlisted', held: 'true', rebuilt: 'false' },
  ]);
});
