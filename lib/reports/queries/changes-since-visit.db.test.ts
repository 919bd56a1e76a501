import { expect, test } from 'vitest';
import { acquireClient, releaseClient, rollBack } from '#lib/database/pooled-client.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { listPayments } from '#lib/payments/index.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { recordVisit } from '#lib/visits/index.ts';
import { listWithdrawals } from '#lib/withdrawals/index.ts';
import { changesSinceVisitSql, countChangesSinceVisit } from './changes-since-visit.ts';

const monday = Date.parse('2026-11-16T08:00:00Z');
const hours = (count: number) => instant(monday + count * 3_600_000);

test('begins a visit after a pause, and counts what is new since the previous one', async () => {
  const { as, businessId } = await createTenant();
  const visit = (at: number) => recordVisit({ ...as.viewer, clock: createFixedClock(hours(at)) }, businessId);
  expect(await visit(0)).toBeNull();
  // The same visit: half an hour and two hours later.
  expect(await visit(0.5)).toBeNull();
  expect(await visit(2)).toBeNull();
  expect(await visit(25)).toBe(hours(2));
  expect(await visit(26)).toBe(hours(2));
  // Each person has visits of their own.
  expect(await recordVisit({ ...as.owner, clock: createFixedClock(hours(26)) }, businessId)).toBeNull();

  const at = (count: number) => new Date(hours(count));
  for (const time of [1, 3, 4]) {
    const seen = { firstObservedAt: at(time), changedAt: at(time) };
    const paymentId = await insertPayment(businessId, { ...seen, recordSeen: true });
    await insertDeposit(businessId, paymentId, {
      ...seen,
      refundFirstSeenAt: time === 4 ? at(5) : null,
    });
  }
  await insertWithdrawal(businessId, { firstReceivedAt: at(1) });
  const some = (count: number) => ({ count, more: false });
  expect(await countChangesSinceVisit(as.viewer, businessId, hours(2))).toEqual({
    since: hours(2),
    counts: {
      payments: some(2),
      deposits: some(2),
      refunds: some(1),
      withdrawals: some(0),
      exceptions: some(0),
      failedWithdrawals: some(0),
    },
  });
  const other = await createTenant();
  await expect(countChangesSinceVisit(other.as.owner, businessId, hours(2))).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(recordVisit(other.as.owner, businessId)).rejects.toMatchObject({ code: 'not-found' });
});

/** Reads the rows to which the numbers of exceptions and of failed withdrawals lead. */
async function readLinkedRows({ as, businessId }: Tenant, since: number) {
  const from = (choices: ListQuery['choices']): ListQuery => ({
    ...wholeList,
    choices,
    days: { changedAt: { since: new Date(hours(since)).toISOString() } },
  });
  const [payments, withdrawals] = await Promise.all([
    listPayments(as.viewer, businessId, from({ exception: ['open'] })),
    listWithdrawals(as.viewer, businessId, from({ status: ['FAILED'] })),
  ]);
  return {
    exceptions: payments.rows.map(({ paymentId }) => paymentId),
    failedWithdrawals: withdrawals.rows.map(({ withdrawalId }) => withdrawalId),
  };
}

test('counts the exceptions and failed withdrawals since the visit, which are the rows of their links', async () => {
  const tenant = await createTenant();
  const { as, businessId } = tenant;
  const at = (count: number) => new Date(hours(count));
  const insertException = (changed: number, fields: object = {}) =>
    insertPayment(businessId, {
      sortAt: at(-500),
      changedAt: at(changed),
      recordSeen: true,
      coverage: 'under',
      ...fields,
    });
  await insertException(1);
  // On the same day as the visit, which a filter by days could not separate from the one before.
  const opened = await insertException(3);
  await insertException(4, { coverage: 'exact' });
  const resolved = await insertException(5);
  await database().paymentException.create({
    data: {
      ...{ businessId, kind: 'payment', subjectId: resolved, changedAt: at(6) },
      ...{ resolvedAt: at(6), resolvedStates: ['under'], resolvedById: as.finance.actor.personId },
    },
  });
  await insertWithdrawal(businessId, { firstReceivedAt: at(0), changedAt: at(1), status: 'FAILED' });
  const failed = await insertWithdrawal(businessId, {
    ...{ firstReceivedAt: at(1), changedAt: at(3), status: 'FAILED' },
  });
  await insertWithdrawal(businessId, { firstReceivedAt: at(1), changedAt: at(3), status: 'COMPLETED' });

  const { counts } = await countChangesSinceVisit(as.viewer, businessId, hours(2));
  expect(counts).toMatchObject({
    exceptions: { count: 1, more: false },
    failedWithdrawals: { count: 1, more: false },
  });
  expect(await readLinkedRows(tenant, 2)).toEqual({ exceptions: [opened], failedWithdrawals: [failed] });
  expect((await countChangesSinceVisit(as.viewer, businessId, hours(7))).counts.exceptions.count).toBe(0);
});

test('reads the state of the last 2,000 changed payments alone, and says that there may be more', async () => {
  const { as, businessId } = await createTenant();
  await insertPayment(businessId, { changedAt: new Date(hours(3)), recordSeen: true, coverage: 'under' });
  const insertChanged = (count: number) =>
    databasePool().query(
      `INSERT INTO payment (business_id, payment_id, record_seen, sort_at, first_observed_at, changed_at)
       SELECT $1, gen_random_uuid(), true, $2, $2, $2 FROM generate_series(1, $3)`,
      [businessId, new Date(hours(4)), count],
    );
  const read = async () => (await countChangesSinceVisit(as.viewer, businessId, hours(2))).counts;
  await insertChanged(1_999);
  expect(await read()).toMatchObject({
    payments: { count: 1_000, more: true },
    exceptions: { count: 1, more: false },
  });
  await insertChanged(2);
  expect((await read()).exceptions).toEqual({ count: 0, more: true });
});

test('counts by the indexes of the times, in their order', async () => {
  const { businessId } = await createTenant();
  const client = await acquireClient(databasePool());
  try {
    // For so few rows the planner prefers a sequential scan and a sort, so both are switched off.
    await client.query(
      'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off',
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${changesSinceVisitSql}`, [
      businessId,
      new Date(hours(2)),
    ]);
    const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan Backward using payment_by_change_idx');
    expect(plan).toContain('Index Scan Backward using withdrawal_by_change_idx');
    expect(plan).not.toContain('Seq Scan on payment p');
    // Rows of the same time are sorted, never all of them.
    expect(plan.match(/(?<!Incremental )Sort {2}/g)).toBeNull();
  } finally {
    releaseClient(client, await rollBack(client));
  }
});
