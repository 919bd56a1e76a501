import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertIntent } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportBatchResults, exportFaultyRows } from '#lib/exports/index.ts';
import { stopBatches } from '#lib/restores/store.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import type { BatchId } from './schema.ts';
import { settleRowForm } from './schema.ts';
import { settleRow } from './settle-row.ts';
import { storeSettlement } from './settlement-store.ts';
import { createBatchRunFixture } from './testing/batch-run-fixture.ts';

const {
  run,
  view,
  toKey,
  upload,
  confirm,
  confirmRows,
  readRows,
  clock,
  pass,
  getTenant,
  readWarnings,
  reportPayment,
} = createBatchRunFixture();

const noRevision = '0'.repeat(32);
const changedPayments = { code: 'conflict', message: expect.stringContaining('have changed') };
const settleAction = 'payment-batch.settle-row';
const noneSeen = { paymentIds: [], further: 0 };

/** Confirms rows that a restored backup then puts in doubt. */
async function loseRows(count: number, prefix: ReturnType<typeof randomUUID>): Promise<BatchId> {
  const batchId = await confirmRows(count, prefix);
  await inTransaction((transaction) =>
    stopBatches(transaction, { at: clock.now(), message: 'A backup was restored.' }),
  );
  pass(1_000);
  return batchId;
}

const readLost = async (batchId: BatchId) => (await readRows(batchId)).map(({ lost }) => lost);

async function readFile(batchId: BatchId): Promise<string> {
  const { as, businessId } = getTenant();
  return (await exportBatchResults(as.finance, businessId, batchId, 'csv')).text();
}

async function settle(
  batchId: BatchId,
  number: number,
  /** `revision` names the payments that the person saw. Undefined: those that the page shows now. */
  { paymentId, revision }: { readonly paymentId: string | null; readonly revision?: string },
  context = getTenant().as.finance,
): Promise<void> {
  const row = (await readRows(batchId)).find((one) => one.number === number);
  const seenRevision = revision ?? row?.lost?.seen.revision ?? noRevision;
  await settleRow(context, settleRowForm.parse({ ...toKey(batchId), number, paymentId, seenRevision }));
}

async function readSeen(batchId: BatchId) {
  const [lost] = await readLost(batchId);
  if (!lost) throw new Error('the first row is not in doubt');
  return lost.seen;
}

test('shows that a row in doubt was sent again later, and leaves it unknown', async () => {
  const prefix = randomUUID();
  const lost = await loseRows(2, prefix);
  expect(await readLost(lost)).toEqual([
    { later: null, seen: { ...noneSeen, revision: expect.any(String) }, settled: null },
    { later: null, seen: { ...noneSeen, revision: expect.any(String) }, settled: null },
  ]);
  const again = await confirm(await upload(1, prefix));
  await run();
  const [created] = await readRows(again);
  expect(created).toMatchObject({ state: 'done', lost: null });
  const { intentId, paymentId } = created ?? {};
  const [first, second] = await readRows(lost);
  expect(first).toMatchObject({
    state: 'unknown',
    lost: { later: { intentId, paymentId, batchId: again }, seen: noneSeen },
  });
  expect(second).toMatchObject({ state: 'unknown', lost: { later: null } });
  const [, line = ''] = (await readFile(lost)).split('\r\n');
  expect(line).toContain(`A later request with this client payment ID created the payment ${paymentId}.`);
  expect(line.endsWith(`,${intentId},${paymentId}`)).toBe(true);
});

test('takes no request from before the restore for a later one', async () => {
  const prefix = randomUUID();
  await insertIntent(getTenant(), `${prefix}-1`, { at: toDate(clock.now()), state: 'REJECTED' });
  expect(await readLost(await loseRows(1, prefix))).toMatchObject([{ later: null }]);
});

test('lets a person mark a row as not created, which ends the doubt about its ID', async () => {
  const { businessId, as } = getTenant();
  const prefix = randomUUID();
  const lost = await loseRows(2, prefix);
  await settle(lost, 2, { paymentId: null });
  expect((await view(lost)).counts).toMatchObject({ unknown: 1, failed: 1 });
  const [row] = await readRows(lost);
  expect(row).toMatchObject({
    state: 'failed',
    error: 'A person checked the service: this row created no payment.',
    lost: { settled: { by: 'finance', at: expect.any(Number) } },
  });
  const audited = await database().auditEntry.findFirstOrThrow({
    where: { chainId: businessId, action: settleAction, objectId: lost },
  });
  expect(audited.after).toMatchObject({ number: 2, state: 'failed', clientPaymentId: `${prefix}-1` });
  const failed = async () =>
    (await (await exportFaultyRows(as.finance, businessId, lost, 'failed')).text()).split('\r\n')[1];
  expect(await failed()).toContain(`${prefix}-1`);
  const again = await upload(2, prefix);
  expect(await readWarnings(again)).toEqual([undefined, expect.stringContaining('may have been sent')]);
  await confirm(again);
  await run();
  // The failed row has a payment by now, so that it isn't offered again.
  expect(await failed()).toBe('');
  await expect(settle(lost, 2, { paymentId: null })).rejects.toMatchObject({ code: 'conflict' });
});

test('lets a person assign a reported payment to a row, and never does so by itself', async () => {
  const prefix = randomUUID();
  const lost = await loseRows(2, prefix);
  await expect(settle(lost, 2, { paymentId: randomUUID() })).rejects.toMatchObject({
    message: expect.stringContaining('Import the payment record first'),
  });
  // A payment from before the confirmation can't be from the row.
  await reportPayment(`${prefix}-2`, new Date(clock.now() - 86_400_000));
  const { revision } = await readSeen(lost);
  const paymentId = await reportPayment(`${prefix}-1`);
  expect(await readRows(lost)).toMatchObject([
    { state: 'unknown', paymentId: null, lost: { seen: { paymentIds: [paymentId], further: 0 } } },
    { state: 'unknown', paymentId: null, lost: { seen: noneSeen } },
  ]);
  expect(await readFile(lost)).toContain(`may be from this row: ${paymentId}.`);
  await expect(settle(lost, 2, { paymentId: null, revision })).rejects.toMatchObject(changedPayments);
  await settle(lost, 2, { paymentId });
  const [row] = await readRows(lost);
  expect(row).toMatchObject({ state: 'done', error: null, paymentId, paymentUrl: 'https://pay.example/1' });
  expect(await readFile(lost)).toContain('Outcome recorded by finance.');
});

test('offers each reported payment that may be from the row, in the order of their observation', async () => {
  const prefix = randomUUID();
  const lost = await loseRows(1, prefix);
  const later = await reportPayment(`${prefix}-1`, new Date(clock.now() + 1_000));
  const earlier = await reportPayment(`${prefix}-1`);
  const { paymentIds, further, revision } = await readSeen(lost);
  expect({ paymentIds, further }).toEqual({ paymentIds: [earlier, later], further: 0 });
  expect(await readFile(lost)).toContain(`may be from this row: ${earlier}, ${later}.`);
  const third = await reportPayment(`${prefix}-1`, new Date(clock.now() + 2_000));
  for (const paymentId of [null, later])
    await expect(settle(lost, 2, { paymentId, revision })).rejects.toMatchObject(changedPayments);
  await expect(settle(lost, 2, { paymentId: randomUUID() })).rejects.toMatchObject({ code: 'conflict' });
  expect(await readRows(lost)).toMatchObject([{ state: 'unknown' }]);
  await settle(lost, 2, { paymentId: later });
  expect(await readRows(lost)).toMatchObject([{ state: 'done', paymentId: later }]);
  const { after } = await database().auditEntry.findFirstOrThrow({
    where: { action: settleAction, objectId: lost },
  });
  expect(after).toMatchObject({ paymentId: later, seenPaymentIds: [earlier, later, third] });
});

test('offers each of many reported payments, and notices that one was replaced', async () => {
  const prefix = randomUUID();
  const lost = await loseRows(1, prefix);
  const ids: string[] = [];
  for (let at = 0; at < 7; at += 1)
    ids.push(await reportPayment(`${prefix}-1`, new Date(clock.now() + at * 1_000)));
  const { revision, ...seen } = await readSeen(lost);
  expect(seen).toEqual({ paymentIds: ids, further: 0 });
  expect(await readFile(lost)).toContain(`${ids[4]}, and 2 more.`);
  const { businessId } = getTenant();
  await database().payment.delete({
    where: { businessId_paymentId: { businessId, paymentId: ids[6] ?? '' } },
  });
  await reportPayment(`${prefix}-1`, new Date(clock.now() + 6_000));
  await expect(settle(lost, 2, { paymentId: ids[0] ?? '', revision })).rejects.toMatchObject(changedPayments);
  await settle(lost, 2, { paymentId: ids[5] ?? '' });
  expect(await readRows(lost)).toMatchObject([{ state: 'done', paymentId: ids[5] }]);
});

test('offers the first hundred of very many reported payments', async () => {
  const prefix = randomUUID();
  const lost = await loseRows(1, prefix);
  for (let at = 0; at < 102; at += 1) await reportPayment(`${prefix}-1`, new Date(clock.now() + at * 1_000));
  const { paymentIds, further } = await readSeen(lost);
  expect([paymentIds.length, further]).toEqual([100, 2]);
  expect(await readFile(lost)).toContain(`${paymentIds[4]}, and 97 more.`);
});

test('offers no payment that another row was settled with', async () => {
  const prefix = randomUUID();
  const first = await loseRows(1, prefix);
  const second = await loseRows(1, prefix);
  const paymentId = await reportPayment(`${prefix}-1`);
  expect((await readSeen(first)).paymentIds).toEqual([paymentId]);
  const { paymentIds, revision } = await readSeen(second);
  expect(paymentIds).toEqual([paymentId]);
  await settle(first, 2, { paymentId });
  expect(await readSeen(second)).toMatchObject(noneSeen);
  expect(await readFile(second)).not.toContain('may be from this row');
  await expect(settle(second, 2, { paymentId, revision })).rejects.toMatchObject(changedPayments);
  await expect(settle(second, 2, { paymentId })).rejects.toMatchObject({ code: 'conflict' });
  expect(await readRows(second)).toMatchObject([{ state: 'unknown' }]);
  expect(await readRows(first)).toMatchObject([{ state: 'done', paymentId }]);
  await settle(second, 2, { paymentId: null });
});

test('assigns a payment to one of two rows that are settled at the same time', async () => {
  const prefix = randomUUID();
  const { businessId, as } = getTenant();
  const first = await loseRows(1, prefix);
  const second = await loseRows(1, prefix);
  const paymentId = await reportPayment(`${prefix}-1`);
  const settled = await inTransaction(async (other) => {
    await storeSettlement(other, toKey(first), 2, {
      paymentId: toId<PaymentId>(paymentId),
      personId: as.finance.actor.personId,
      at: clock.now(),
      error: null,
    });
    const settling = settle(second, 2, { paymentId });
    settling.catch(() => undefined);
    await vi.waitFor(async () => {
      const waiting: unknown = await other.$queryRaw`
        SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`;
      expect(waiting).toHaveLength(1);
    });
    // In an object, so that the other row commits first.
    return { settling };
  });
  await expect(settled.settling).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('already assigned'),
  });
  expect(await readRows(second)).toMatchObject([{ state: 'unknown' }]);
  expect(
    await database().auditEntry.count({
      where: { chainId: businessId, objectId: second, action: settleAction },
    }),
  ).toBe(0);
});

test('settles only rows in doubt, for people of the business who may create payments', async () => {
  const { as } = getTenant();
  const lost = await loseRows(1, randomUUID());
  const choice = { paymentId: null };
  await expect(settle(lost, 2, choice, as.viewer)).rejects.toMatchObject({ code: 'forbidden' });
  const stranger = (await createTenant()).as.finance;
  await expect(settle(lost, 2, choice, stranger)).rejects.toMatchObject({ code: 'not-found' });
  await expect(settle(lost, 9, choice)).rejects.toMatchObject({ code: 'conflict' });
  const done = await confirmRows(1);
  await run();
  await expect(settle(done, 2, choice)).rejects.toMatchObject({ code: 'conflict' });
  await expect(
    database().paymentBatchRow.updateMany({ where: toKey(done), data: { state: 'done', intentId: null } }),
  ).rejects.toThrow();
});
