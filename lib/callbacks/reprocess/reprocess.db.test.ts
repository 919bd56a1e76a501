import { describe, expect, test } from 'vitest';
import { listObjectAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { makeSessionStale } from '#lib/database/testing/stale-session.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { quarantineCallback, verifyReadModel } from '#lib/observations/index.ts';
import { lockRecords } from '#lib/observations/store/record-locks.ts';
import { createContext } from '#lib/platform/context.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { MessageId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { receiveCallback, runReprocessings } from '../index.ts';
import { releaseCallback } from '../quarantine/release-callback.ts';
import { listReprocessings } from '../queries/reprocessings.ts';
import { leaseReprocessing, withLease } from './reprocess-lease-store.ts';
import { applyDryRun, startDryRun, stopReprocessing } from './start-reprocessing.ts';

describe('a run', () => {
  const worker = createContext({ kind: 'system', name: 'reprocessing' });
  const work = () => runReprocessings(worker, AbortSignal.timeout(20_000));

  let clock = 1_793_000_000_000;
  async function deliver(
    { businessId }: Tenant,
    body: unknown,
    kind: 'deposit-received' | 'withdrawal' = 'deposit-received',
  ) {
    clock += 1_000;
    const delivery = { businessId, kind, body: toSampleBytes(body), headers: {}, receivedAt: instant(clock) };
    const { observed } = await receiveCallback(delivery);
    if (observed === null) throw new Error('not observed');
    return observed.messageId;
  }

  const everything = ({ businessId }: Tenant) => ({
    businessId,
    kind: null,
    verdict: null,
    from: null,
    to: null,
    message: null,
  });

  async function latest(tenant: Tenant) {
    const { runs } = await listReprocessings(tenant.as.owner, tenant.businessId);
    const [run] = runs;
    if (run === undefined) throw new Error('no reprocessing');
    return run;
  }

  /** Runs a dry run to its end. */
  async function dryRun(tenant: Tenant, more: { message?: MessageId } = {}) {
    await startDryRun(tenant.as.owner, { ...everything(tenant), ...more });
    await work();
    return latest(tenant);
  }

  async function apply(tenant: Tenant) {
    const { reprocessingId } = await latest(tenant);
    await applyDryRun(tenant.as.owner, { businessId: tenant.businessId, reprocessingId });
    await work();
    return latest(tenant);
  }

  async function differencesAt({ businessId }: Tenant) {
    const found: string[] = [];
    await verifyReadModel((one) => {
      if (one.businessId === businessId) found.push(JSON.stringify(one));
    });
    return found;
  }

  test('finds no differences in correct records, and refuses to apply a run twice', async () => {
    const tenant = await createTenant();
    await deliver(tenant, depositCallbackSample());
    await deliver(tenant, withdrawalCallbackSample(tenant.businessId), 'withdrawal');
    await deliver(tenant, '{');
    expect(await dryRun(tenant)).toMatchObject({
      state: 'done',
      total: 3,
      seen: 3,
      differing: 0,
      dryRunId: null,
    });
  });

  test('shows a wrong value in the dry run, fixes it in the applied run and audits it', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    const sample = depositCallbackSample();
    await deliver(tenant, sample);
    const where = { businessId, depositId: String(sample['depositId']) };
    await database().deposit.updateMany({ where, data: { displayServiceFee: '77' } });

    const dry = await dryRun(tenant);
    expect(dry).toMatchObject({ state: 'done', seen: 1, differing: 1 });
    expect(dry.differences).toMatchObject([
      { record: `payment ${sample['paymentId']}`, held: '"77"', rebuilt: '"0.5"' },
    ]);
    expect((await database().deposit.findFirst({ where }))?.displayServiceFee?.toFixed()).toBe('77');

    expect(await apply(tenant)).toMatchObject({ state: 'done', differing: 1, dryRunId: dry.reprocessingId });
    expect((await database().deposit.findFirst({ where }))?.displayServiceFee?.toFixed()).toBe('0.5');
    expect(await differencesAt(tenant)).toEqual([]);
    const audited = await listObjectAudit(businessId, 'payment', [String(sample['paymentId'])]);
    expect(audited.map(({ action }) => action)).toContain('callback.remake');
    await expect(
      applyDryRun(tenant.as.owner, { businessId, reprocessingId: dry.reprocessingId }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('applies a callback that a fixed bug had quarantined', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    const sample = depositCallbackSample();
    clock += 1_000;
    const observation = {
      businessId,
      kind: 'deposit-received',
      body: toSampleBytes(sample),
      headers: {},
      receivedAt: instant(clock),
    } as const;
    const { messageId } = await inTransaction((transaction) =>
      quarantineCallback(transaction, observation, { path: '', problem: 'could not be applied here' }),
    );
    const dry = await dryRun(tenant, { message: messageId });
    expect(dry.differences).toContainEqual({
      record: `callback ${messageId}`,
      path: 'verdict',
      held: 'quarantined',
      rebuilt: 'applied',
    });
    expect(await database().payment.count({ where: { businessId } })).toBe(0);
    await apply(tenant);
    expect(await database().callbackMessage.findUnique({ where: { id: messageId } })).toMatchObject({
      verdict: 'applied',
      revision: 1,
      subjectId: sample['depositId'],
    });
    expect(await database().callbackDecision.findMany({ where: { messageId } })).toMatchObject([
      { kind: 'reprocessed', personId: tenant.as.owner.actor.personId },
    ]);
    expect(await database().deposit.count({ where: { businessId } })).toBe(1);
    expect(await differencesAt(tenant)).toEqual([]);
  });

  test('reports a callback that still can’t be applied, and continues', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    const ids = [];
    for (const transactionId of ['poison', 'fine']) {
      clock += 1_000;
      const body = toSampleBytes(depositCallbackSample({ transactionId }));
      const observation = {
        businessId,
        kind: 'deposit-received',
        body,
        headers: {},
        receivedAt: instant(clock),
      } as const;
      const reason = { path: '', problem: 'could not be applied here' };
      ids.push(
        (await inTransaction((transaction) => quarantineCallback(transaction, observation, reason)))
          .messageId,
      );
    }
    await databasePool().query(
      `ALTER TABLE deposit ADD CONSTRAINT planted CHECK (transaction_id <> 'poison') NOT VALID`,
    );
    const dry = await dryRun(tenant);
    const applied = await apply(tenant);
    await databasePool().query('ALTER TABLE deposit DROP CONSTRAINT planted');
    for (const run of [dry, applied]) {
      expect(run).toMatchObject({ state: 'done', seen: 2 });
      expect(run.differences).toContainEqual(
        expect.objectContaining({
          record: `callback ${ids[0]}`,
          rebuilt: expect.stringMatching(/^can’t be processed: /),
        }),
      );
    }
    const stored = await database().callbackMessage.findMany({
      where: { businessId },
      orderBy: { firstReceivedAt: 'asc' },
    });
    expect(stored.map(({ verdict }) => verdict)).toEqual(['quarantined', 'applied']);
    expect(await differencesAt(tenant)).toEqual([]);
  });

  test('quarantines an applied callback that is no longer valid, with its record', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    const id = await deliver(tenant, depositCallbackSample({ status: 'SETTLED' }));
    const accepted = [{ path: 'status', how: 'as-it-came' as const }];
    await releaseCallback(tenant.as.owner, { businessId, messageId: id, revision: 0, accepted, note: '' });
    await database().callbackMessage.update({ where: { id }, data: { accepted: [] } });
    expect(await dryRun(tenant)).toMatchObject({ state: 'done', seen: 1 });
    expect(await database().deposit.count({ where: { businessId } })).toBe(1);
    await apply(tenant);
    expect(await database().callbackMessage.findUnique({ where: { id } })).toMatchObject({
      verdict: 'quarantined',
      reasons: [{ path: 'status' }],
    });
    expect(await database().deposit.count({ where: { businessId } })).toBe(0);
    expect(await differencesAt(tenant)).toEqual([]);
  });

  test('allows only owners to run it, one at a time, and to stop it', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    for (const role of ['viewer', 'finance', 'compliance'] as const)
      await expect(startDryRun(tenant.as[role], everything(tenant))).rejects.toMatchObject({
        code: 'forbidden',
      });
    const { reprocessingId } = await startDryRun(tenant.as.owner, everything(tenant));
    await expect(startDryRun(tenant.as.owner, everything(tenant))).rejects.toMatchObject({
      code: 'conflict',
    });
    await stopReprocessing(tenant.as.owner, { businessId, reprocessingId });
    expect((await latest(tenant)).state).toBe('stopped');
    const other = await createTenant();
    await expect(
      applyDryRun(other.as.owner, { businessId: other.businessId, reprocessingId }),
    ).rejects.toMatchObject({ code: 'not-found' });
    const audited = await listObjectAudit(businessId, 'callback-reprocessing', [reprocessingId]);
    expect(audited.map(({ action }) => action)).toEqual([
      'callback.reprocess-stop',
      'callback.reprocess-dry',
    ]);
  });

  test('hides differences in risk detail', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    const sample = withdrawalCallbackSample(businessId);
    await deliver(tenant, sample, 'withdrawal');
    await database().withdrawalRisk.updateMany({
      where: { businessId, withdrawalId: String(sample['withdrawalId']) },
      data: { ownerName: 'Somebody else' },
    });
    const { differences } = await dryRun(tenant);
    expect(differences.length).toBeGreaterThan(0);
    expect(JSON.stringify(differences)).not.toMatch(/Somebody else|Some exchange/);
  });

  test('starts a day at the first of two midnights', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    // On 25 October 2026 the Azores set their clocks back from one o'clock to midnight.
    await database().business.update({ where: { id: businessId }, data: { timeZone: 'Atlantic/Azores' } });
    for (const time of ['2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
      await receiveCallback({
        businessId,
        kind: 'deposit-received',
        body: toSampleBytes(depositCallbackSample()),
        headers: {},
        receivedAt: instant(Date.parse(time)),
      });
    const readTotal = async (from: string | null, to: string | null) => {
      await startDryRun(tenant.as.owner, { ...everything(tenant), from, to });
      const { total } = await latest(tenant);
      await work();
      return total;
    };
    expect(await readTotal('2026-10-25', '2026-10-25')).toBe(2);
    expect(await readTotal(null, '2026-10-24')).toBe(1);
    expect(await readTotal(null, null)).toBe(3);
  });

  test('applying a dry run needs a recent authentication, starting one needs none', async () => {
    const tenant = await createTenant();
    await makeSessionStale(tenant.as.owner);
    await dryRun(tenant);
    await expect(apply(tenant)).rejects.toMatchObject({ code: 'reauthentication-required' });
  });
});

describe('the lease of a run', () => {
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
      await expect.poll(waitingForLocks).toBe(1);
      // By its clock, the first lease has expired.
      const second = work(61);
      await expect.poll(waitingForLocks).toBe(2);
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
});
