import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { acknowledgeRefusals } from '#lib/callbacks/http/acknowledge-refusals.ts';
import { acknowledgeConflict } from '#lib/connection/acknowledge-conflict.ts';
import { readConnection } from '#lib/connection/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { findClockSkew } from '#lib/database/readiness.ts';
import { insertDeposit, insertPayment, setReadingPause } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { readOverview } from './overview.ts';

describe('alarms about callbacks and records', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const clock = createFixedClock(instant(now.getTime()));
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

  /** But for exceptions: the payments here stand without a record, so each of them is one. */
  const waiting = async (tenant: Awaited<ReturnType<typeof createTenant>>) =>
    (await readOverview(tenant.as.viewer, tenant.businessId)).attention.filter(
      ({ kind }) => kind !== 'exception-open',
    );
  const alarms = async (tenant: Awaited<ReturnType<typeof createTenant>>) =>
    (await waiting(tenant)).map(({ kind, count, until }) => ({
      kind,
      count,
      hoursLeft: until === null ? null : (until - now.getTime()) / 3_600_000,
    }));

  const callback = (businessId: string, at: Date, more: object = {}) =>
    database().callbackMessage.create({
      data: {
        businessId,
        kind: 'deposit-received',
        sha256: new Uint8Array(Buffer.from(randomUUID())),
        body: new Uint8Array(),
        firstReceivedAt: at,
        lastReceivedAt: at,
        verdict: 'applied',
        ...more,
      },
    });

  const refused = (businessId: string, kind: string, reason: string, from: number, to: number, count = 5) =>
    database().callbackRefusal.create({
      data: {
        businessId,
        kind,
        reason,
        count: BigInt(count),
        hour: new Date(Math.floor(hoursAgo(from).getTime() / 3_600_000) * 3_600_000),
        firstSeenAt: hoursAgo(from),
        lastSeenAt: hoursAgo(to),
      },
    });

  test('silence: alarms after six hours without a callback while payments wait, not before and not elsewhere', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    await callback(businessId, hoursAgo(8));
    expect(await alarms(tenant)).toEqual([]);
    // Expired, expired before the last callback, or requested a moment ago: none of them waits for one.
    await insertPayment(businessId, { status: 'EXPIRED', sortAt: hoursAgo(2) });
    await insertPayment(businessId, { status: 'PENDING', sortAt: hoursAgo(9), expirationMinutes: 30n });
    await insertPayment(businessId, { status: 'NEW', sortAt: hoursAgo(20), expirationTime: hoursAgo(9) });
    await insertPayment(businessId, { status: 'NEW', sortAt: hoursAgo(0.5) });
    expect(await alarms(tenant)).toEqual([]);
    for (const status of ['NEW', 'PENDING', 'AWAITING'])
      await insertPayment(businessId, { status, sortAt: hoursAgo(3) });
    expect(await alarms(tenant)).toEqual([{ kind: 'callback-silence', count: 3, hoursLeft: null }]);
    await callback(businessId, hoursAgo(5));
    expect(await alarms(tenant)).toEqual([]);
  });

  test('silence: a payment requested before the last callback counts while it can be paid', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    await callback(businessId, hoursAgo(8));
    await insertPayment(businessId, { status: 'AWAITING', sortAt: hoursAgo(9), expirationMinutes: 0n });
    await insertPayment(businessId, { status: 'NEW', sortAt: hoursAgo(9), type: 'REUSABLE' });
    await insertPayment(businessId, { status: 'NEW', sortAt: hoursAgo(9), expirationTime: hoursAgo(7) });
    expect(await alarms(tenant)).toEqual([{ kind: 'callback-silence', count: 3, hoursLeft: null }]);
  });

  test("silence is judged by kind: withdrawal callbacks don't hide missing deposit callbacks", async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    await callback(businessId, hoursAgo(8));
    await insertPayment(businessId, { status: 'NEW', sortAt: hoursAgo(3) });
    await callback(businessId, hoursAgo(1), { kind: 'withdrawal' });
    await callback(businessId, hoursAgo(1), { kind: 'deposit-exchanged' });
    expect(await alarms(tenant)).toEqual([{ kind: 'callback-silence', count: 1, hoursLeft: null }]);
  });

  test("silence: while payments can't be read, the countdown is inferred from the first delivery that may have failed", async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    await callback(businessId, hoursAgo(8));
    await insertPayment(businessId, { status: 'NEW', sortAt: hoursAgo(7) });
    const [since, until] = [hoursAgo(1), new Date(now.getTime() + 30_000)];
    await setReadingPause({ since, until, failures: 2 });
    const readAlarms = async () =>
      (await waiting(tenant)).map(({ kind, count, until: end, inferred }) => [
        kind,
        count,
        end === null ? null : (end - now.getTime()) / 3_600_000,
        inferred,
      ]);
    try {
      const paused = ['reading-paused', 2, 30 / 3_600, false];
      expect(await readAlarms()).toEqual([['callback-silence', 1, 17, true], paused]);
      // The first refused delivery is known now.
      await refused(businessId, 'deposit-received', 'secret', 3, 2.5);
      expect(await readAlarms()).toEqual([
        ['callback-misaddressed', 5, 21, false],
        ['callback-silence', 1, 21, true],
        paused,
      ]);
    } finally {
      await setReadingPause(null);
    }
  });

  test('failed deliveries: wrong addresses and unstored callbacks, each with its countdown until one is accepted', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    await refused(businessId, 'deposit-received', 'secret', 5, 4.1);
    await refused(businessId, 'deposit-received', 'secret', 4, 3.5);
    await refused(businessId, 'deposit-received', 'unavailable', 2, 1);
    expect(await alarms(tenant)).toEqual([
      { kind: 'callback-misaddressed', count: 10, hoursLeft: 19 },
      { kind: 'callback-unavailable', count: 5, hoursLeft: 22 },
    ]);
    await callback(businessId, hoursAgo(0.5));
    expect(await alarms(tenant)).toEqual([
      { kind: 'callback-misaddressed', count: 10, hoursLeft: null },
      { kind: 'callback-unavailable', count: 5, hoursLeft: null },
    ]);
  });

  test('refused withdrawals stay until a person acknowledges them, and later ones alarm again', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    await database().callbackRefusal.create({
      data: {
        businessId,
        kind: 'withdrawal',
        reason: 'encoded',
        ...{ firstSeenAt: hoursAgo(5_000), lastSeenAt: hoursAgo(5_000) },
        excerpt: new Uint8Array(),
      },
    });
    await refused(businessId, 'withdrawal', 'unavailable', 2_000, 2_000, 3);
    await refused(businessId, 'withdrawal', 'secret', 3, 2, 4);
    expect(await alarms(tenant)).toEqual([{ kind: 'withdrawal-refused', count: 8, hoursLeft: null }]);
    const input = { businessId, upTo: instant(hoursAgo(10).getTime()), note: 'The service sent it again.' };
    await expect(acknowledgeRefusals(tenant.as.viewer, input)).rejects.toMatchObject({ code: 'forbidden' });
    const other = await createTenant(clock);
    await expect(acknowledgeRefusals(other.as.owner, input)).rejects.toMatchObject({ code: 'not-found' });
    expect(await acknowledgeRefusals(tenant.as.finance, input)).toEqual({ count: 4 });
    expect(await alarms(tenant)).toEqual([{ kind: 'withdrawal-refused', count: 4, hoursLeft: null }]);
    await expect(acknowledgeRefusals(tenant.as.finance, input)).rejects.toMatchObject({ code: 'conflict' });
    await acknowledgeRefusals(tenant.as.owner, { ...input, upTo: instant(now.getTime()) });
    expect(await alarms(tenant)).toEqual([]);
    const audited = await database().auditEntry.findMany({
      where: { chainId: businessId, action: 'callback.acknowledge-refusals' },
      orderBy: { sequence: 'asc' },
    });
    expect(audited.map(({ actorId, after }) => [actorId, after])).toEqual([
      [tenant.as.finance.actor.personId, expect.objectContaining({ count: 4, note: input.note })],
      [tenant.as.owner.actor.personId, expect.objectContaining({ count: 4 })],
    ]);
    await database().callbackRefusal.updateMany({
      where: { businessId, reason: 'secret' },
      data: { count: 6n, lastSeenAt: now },
    });
    expect(await alarms(tenant)).toEqual([{ kind: 'withdrawal-refused', count: 2, hoursLeft: null }]);
  });

  test('confirmed deposits without a callback: overdue ones first with their countdown, then lost ones', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    const paymentId = await insertPayment(businessId, { status: 'DEPOSITED', sortAt: hoursAgo(40) });
    const receivedAt = (hours: number) => ({ depositReceivedAt: hoursAgo(hours), sortAt: hoursAgo(hours) });
    for (const hours of [4, 20, 30])
      await insertDeposit(businessId, paymentId, { status: 'CONFIRMED', ...receivedAt(hours) });
    await insertDeposit(businessId, paymentId, { status: 'CONFIRMED', ...receivedAt(4), versions: 1 });
    await insertDeposit(businessId, paymentId, { status: 'UNCONFIRMED', ...receivedAt(4) });
    expect(await alarms(tenant)).toEqual([
      { kind: 'callback-overdue', count: 2, hoursLeft: 4 },
      { kind: 'callback-lost', count: 1, hoursLeft: null },
    ]);
  });

  test('refusals: of deposits until they are no longer sent, of withdrawals as possibly final', async () => {
    const tenant = await createTenant(clock);
    const refuse = (kind: string, hours: number) =>
      database().callbackRefusal.create({
        data: {
          businessId: tenant.businessId,
          kind,
          reason: 'too-large',
          ...{ firstSeenAt: hoursAgo(hours), lastSeenAt: hoursAgo(hours) },
          excerpt: new Uint8Array(),
        },
      });
    await refuse('deposit-received', 40);
    await refuse('deposit-received', 10);
    await refuse('withdrawal', 10);
    expect(await alarms(tenant)).toEqual([
      { kind: 'withdrawal-refused', count: 1, hoursLeft: null },
      { kind: 'callback-refused', count: 2, hoursLeft: 14 },
    ]);
  });

  test('conflicts of any record stay until a person acknowledges their current values', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    const value = (text: string, at: number) => ({ value: text, source: 'callback', at });
    const conflicts = [{ field: 'displayCurrency', values: [value('EUR', 1), value('USD', 2)] }];
    const paymentId = await insertPayment(businessId, { sortAt: hoursAgo(1), changedAt: now, conflicts });
    const depositId = await insertDeposit(businessId, paymentId, {
      changedAt: hoursAgo(2_000),
      conflicts,
      versions: 1,
    });
    expect(await alarms(tenant)).toEqual([{ kind: 'contradiction', count: 2, hoursLeft: null }]);
    const shown = async () => (await readConnection(tenant.as.viewer, businessId)).conflicts.records;
    const [of] = (await shown()).filter(({ kind }) => kind === 'deposit');
    const input = {
      businessId,
      kind: 'deposit' as const,
      id: depositId,
      fingerprint: of?.fingerprint ?? '',
      note: 'Asked them.',
    };
    await expect(acknowledgeConflict(tenant.as.viewer, input)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      acknowledgeConflict(tenant.as.finance, { ...input, fingerprint: 'else' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await acknowledgeConflict(tenant.as.finance, input);
    await acknowledgeConflict(tenant.as.owner, input);
    expect(await alarms(tenant)).toEqual([{ kind: 'contradiction', count: 1, hoursLeft: null }]);
    expect((await shown()).map(({ id, acknowledged }) => [id, acknowledged])).toEqual([
      [paymentId, false],
      [depositId, true],
    ]);
    const where = { chainId: businessId, action: 'contradiction.acknowledge' };
    const audited = await database().auditEntry.findMany({ where });
    expect(audited.map(({ actorId, objectId }) => [actorId, objectId])).toEqual([
      [tenant.as.finance.actor.personId, depositId],
    ]);
    const change = (values: readonly object[]) =>
      database().deposit.updateMany({
        where: { businessId, depositId },
        data: { conflicts: [{ field: 'displayCurrency', values: [...values] }] },
      });
    // The same value reported again is no new conflict. Another value is.
    await change([value('USD', 7), value('EUR', 8)]);
    expect(await alarms(tenant)).toEqual([{ kind: 'contradiction', count: 1, hoursLeft: null }]);
    await change([value('USD', 7), value('EUR', 8), value('GBP', 9)]);
    expect(await alarms(tenant)).toEqual([{ kind: 'contradiction', count: 2, hoursLeft: null }]);
  });

  test('shows the age of the oldest missing callbacks', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    const paymentId = await insertPayment(businessId, { sortAt: hoursAgo(200), recordSeen: true });
    for (const hours of [3, 20, 26, 90, 400])
      await insertDeposit(businessId, paymentId, {
        ...{ status: 'CONFIRMED', depositReceivedAt: hoursAgo(hours), sortAt: hoursAgo(hours), versions: 0 },
      });
    const oldest = (await waiting(tenant)).map(({ kind, oldest: at = 0 }) => [
      kind,
      (now.getTime() - at) / 3_600_000,
    ]);
    expect(Object.fromEntries(oldest)).toMatchObject({ 'callback-overdue': 20, 'callback-lost': 90 });
  });

  test('Connection shows the number of conflicts of Overview, even if it lists fewer', async () => {
    const tenant = await createTenant(clock);
    const { businessId } = tenant;
    const value = (text: string, at: number) => ({ value: text, source: 'callback', at });
    const conflicts = [{ field: 'displayCurrency', values: [value('EUR', 1), value('USD', 2)] }];
    const paymentId = await insertPayment(businessId, { sortAt: hoursAgo(1), changedAt: now, conflicts });
    for (let n = 0; n < 15; n += 1)
      await insertDeposit(businessId, paymentId, { changedAt: hoursAgo(n + 1), conflicts, versions: 1 });
    const shown = async () => (await readConnection(tenant.as.viewer, businessId)).conflicts;
    for (const { kind, id, fingerprint } of (await shown()).records.filter((one) => one.kind === 'deposit'))
      await acknowledgeConflict(tenant.as.finance, { businessId, kind, id, fingerprint, note: '' });
    const before = await shown();
    expect(before).toMatchObject({ unacknowledged: { count: 1, more: false }, kindsWithMore: [] });
    expect(before.records).toHaveLength(16);
    for (let n = 0; n < 22; n += 1)
      await insertPayment(businessId, { sortAt: hoursAgo(1), changedAt: hoursAgo(n), conflicts });
    const after = await shown();
    expect(after.unacknowledged).toEqual({ count: 23, more: false });
    expect(after.kindsWithMore).toEqual(['payment', 'deposit']);
    expect(after.records).toHaveLength(20);
    expect(after.records.every(({ acknowledged }) => !acknowledged)).toBe(true);
    expect(await alarms(tenant)).toEqual([{ kind: 'contradiction', count: 23, hoursLeft: null }]);
  });
});

describe('the clock', () => {
  afterAll(() => vi.useRealTimers());

  test('Overview shows owners how far the clock of this machine differs, in either direction', async () => {
    const { as, businessId } = await createTenant();
    const readAlarms = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(as).map(async ([role, context]) => {
            const { attention } = await readOverview(context, businessId);
            return [role, attention.find(({ kind }) => kind === 'clock-skew')?.count];
          }),
        ),
      );
    expect(await readAlarms()).toMatchObject({ owner: undefined });
    for (const minutes of [10, -10]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
      const alarms = await readAlarms();
      expect(await findClockSkew()).toBeCloseTo(minutes * 60, -1);
      vi.useRealTimers();
      expect(alarms.owner).toBeGreaterThan(590);
      expect(Object.keys(alarms).filter((role) => alarms[role] !== undefined)).toEqual(['owner']);
    }
  });
});

describe('the worker', () => {
  beforeAll(() => databasePool().query('DELETE FROM part_heartbeat'));
  afterAll(() => databasePool().query('DELETE FROM part_heartbeat'));

  test('Overview shows owners that the worker has stopped, within two minutes', async () => {
    const { as, businessId } = await createTenant();
    const readAlarms = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(as).map(async ([role, context]) => {
            const { attention } = await readOverview(context, businessId);
            return [role, attention.find(({ kind }) => kind === 'worker-stopped')?.count];
          }),
        ),
      );
    expect(await readAlarms()).toMatchObject({ owner: undefined });
    await databasePool().query(
      `INSERT INTO part_heartbeat (part, instance_id, host, version, started_at, seen_at)
     VALUES ('worker', gen_random_uuid(), 'host', '1', now(), clock_timestamp() + interval '1 minute')`,
    );
    expect(await readAlarms()).toMatchObject({ owner: undefined });
    await databasePool().query(
      `UPDATE part_heartbeat SET seen_at = clock_timestamp() - interval '2 minutes'`,
    );
    const alarms = await readAlarms();
    expect(Object.keys(alarms).filter((role) => alarms[role] !== undefined)).toEqual(['owner']);
    expect(alarms.owner).toBeGreaterThanOrEqual(2);
  });
});
