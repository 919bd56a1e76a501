import { afterAll, expect, test } from 'vitest';
import { listObjectAudit } from '#lib/audit/index.ts';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { lockRecords } from '#lib/observations/store/record-locks.ts';
import { createContext } from '#lib/platform/context.ts';
import { depositCallbackSample, toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { receiveCallback, runReprocessings } from '../index.ts';
import { leaseReprocessing, withLease } from './reprocess-lease-store.ts';
import { applyDryRun, startDryRun } from './start-reprocessing.ts';

afterAll(closeDatabase);

const begun = Date.now();
/** Creates a worker whose clock is `later` seconds ahead. */
const workerAt = (later: number) =>
  createContext(
    { kind: 'system', name: 'reprocessing' },
    { clock: { now: () => instant(Date.now() + later * 1_000) } },
  );
const work = (later = 0) => runReprocessings(workerAt(later), AbortSignal.timeout(20_000));

/** Inserts a payment with a wrong deposit value, and a waiting run that fixes it. */
async function waitingToMend(tenant: Tenant) {
  const { businessId } = tenant;
  const sample = depositCallbackSample();
  await receiveCallback({
    businessId,
    kind: 'deposit-received',
    body: toSampleBytes(sample),
    headers: {},
    receivedAt: instant(begun - 60_000),
  });
  await database().deposit.updateMany({ where: { businessId }, data: { displayServiceFee: '77' } });
  const everything = { businessId, kind: null, verdict: null, from: null, to: null, message: null };
  const { reprocessingId } = await startDryRun(tenant.as.owner, everything);
  await work();
  const applying = await applyDryRun(tenant.as.owner, { businessId, reprocessingId });
  return { id: applying.reprocessingId, paymentId: toId<PaymentId>(String(sample['paymentId'])) };
}

test('stops writing when another worker takes over the lease', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const { id, paymentId } = await waitingToMend(tenant);
  const runs = await inTransaction(async (transaction) => {
    await lockRecords(transaction, businessId, [paymentId]);
    const first = work();
    await expect.poll(waitingForLocks, { timeout: 5_000 }).toBe(1);
    // By its clock, the first lease has expired.
    const second = work(61);
    await expect.poll(waitingForLocks, { timeout: 5_000 }).toBe(2);
    return [first, second];
  });
  await Promise.all(runs);
  expect(await database().callbackReprocessing.findUnique({ where: { id } })).toMatchObject({
    state: 'done',
    seen: 1,
    differing: 1,
  });
  const audited = await listObjectAudit(businessId, 'payment', [paymentId]);
  expect(audited.filter(({ action }) => action === 'callback.remake')).toHaveLength(1);
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await databasePool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE locktype = 'advisory' AND NOT granted AND d.datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

test('renews the lease during a long batch', async () => {
  const tenant = await createTenant();
  await waitingToMend(tenant);
  const lease = await leaseReprocessing(instant(Date.now()));
  if (lease === null) throw new Error('nothing waits');
  const later = () => instant(Date.now() + 120_000);
  await withLease(
    lease,
    later,
    () =>
      expect
        .poll(
          async () =>
            (await database().callbackReprocessing.findUnique({ where: { id: lease.id } }))?.leasedUntil,
        )
        .toSatisfy((until: Date) => until.getTime() > Date.now() + 120_000),
    20,
  );
  expect(await leaseReprocessing(instant(Date.now() + 100_000))).toBeNull();
  // After it expires, another worker continues the run.
  await work(600);
  expect(await database().callbackReprocessing.findUnique({ where: { id: lease.id } })).toMatchObject({
    state: 'done',
    differing: 1,
  });
});
