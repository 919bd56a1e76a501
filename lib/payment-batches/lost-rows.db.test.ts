import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportBatchResults, exportFaultyRows } from '#lib/exports/index.ts';
import { stopBatches } from '#lib/restores/store.ts';
import { toDate } from '#lib/values/instant.ts';
import type { BatchId } from './schema.ts';
import { settleRowForm } from './schema.ts';
import { settleRow } from './settle-row.ts';
import { createRunDesk } from './testing/run-desk.ts';

const {
  run,
  view,
  toKey,
  sentIds,
  upload,
  confirm,
  confirmRows,
  readRows,
  clock,
  pass,
  getTenant,
  readWarnings,
} = createRunDesk();

/** Confirms rows that a restored backup then puts in doubt. */
async function loseRows(count: number, prefix: ReturnType<typeof randomUUID>): Promise<BatchId> {
  const batchId = await confirmRows(count, prefix);
  await inTransaction((transaction) =>
    stopBatches(transaction, { at: clock.now(), message: 'A backup was restored.' }),
  );
  pass(1_000);
  return batchId;
}

/** Stores a payment that a source other than a request reported. */
async function reportPayment(clientPaymentId: string, at = toDate(clock.now())): Promise<string> {
  const paymentId: string = randomUUID();
  const { businessId } = getTenant();
  await database().payment.create({
    data: {
      businessId,
      paymentId,
      clientPaymentId,
      paymentRequestedAt: at,
      url: 'https://pay.example/1',
      sortAt: at,
      firstObservedAt: at,
      changedAt: at,
    },
  });
  return paymentId;
}

const readLost = async (batchId: BatchId) => (await readRows(batchId)).map(({ lost }) => lost);

async function readFile(batchId: BatchId): Promise<string> {
  const { as, businessId } = getTenant();
  return (await exportBatchResults(as.finance, businessId, batchId, 'csv')).text();
}

async function settle(
  batchId: BatchId,
  number: number,
  choice: { readonly isFromRow: boolean; readonly seenPaymentId?: string },
  context = getTenant().as.finance,
): Promise<void> {
  const { isFromRow, seenPaymentId = null } = choice;
  await settleRow(context, settleRowForm.parse({ ...toKey(batchId), number, isFromRow, seenPaymentId }));
}

test('shows that a row in doubt was sent again later, and leaves it unknown', async () => {
  const prefix = randomUUID();
  const lost = await loseRows(2, prefix);
  expect(await readLost(lost)).toEqual([
    { later: null, seenPaymentId: null, settled: null },
    { later: null, seenPaymentId: null, settled: null },
  ]);
  const again = await confirm(await upload(1, prefix));
  await run();
  const [created] = await readRows(again);
  expect(created).toMatchObject({ state: 'done', lost: null });
  const { intentId, paymentId } = created ?? {};
  const [first, second] = await readRows(lost);
  expect(first).toMatchObject({
    state: 'unknown',
    lost: { later: { intentId, paymentId, batchId: again }, seenPaymentId: null },
  });
  expect(second).toMatchObject({ state: 'unknown', lost: { later: null } });
  const [, line = ''] = (await readFile(lost)).split('\r\n');
  expect(line).toContain(`A later request with this client payment ID created the payment ${paymentId}.`);
  expect(line.endsWith(`,${intentId},${paymentId}`)).toBe(true);
});

test('takes no request from before the restore for a later one', async () => {
  const prefix = randomUUID();
  await database().paymentIntent.create({
    data: {
      businessId: getTenant().businessId,
      clientPaymentId: `${prefix}-1`,
      requestBody: '{}',
      state: 'REJECTED',
      createdById: randomUUID(),
      createdAt: toDate(clock.now()),
      changedAt: toDate(clock.now()),
    },
  });
  expect(await readLost(await loseRows(1, prefix))).toMatchObject([{ later: null }]);
});

test('lets a person mark a row as not created, which ends the doubt about its ID', async () => {
  const { businessId, as } = getTenant();
  const prefix = randomUUID();
  const lost = await loseRows(2, prefix);
  await settle(lost, 2, { isFromRow: false });
  expect((await view(lost)).counts).toMatchObject({ unknown: 1, failed: 1 });
  const [row] = await readRows(lost);
  expect(row).toMatchObject({
    state: 'failed',
    error: 'A person checked the service: this row created no payment.',
    lost: { settled: { by: 'finance', at: expect.any(Number) } },
  });
  const audited = await database().auditEntry.findFirstOrThrow({
    where: { chainId: businessId, action: 'payment-batch.settle-row', objectId: lost },
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
  await expect(settle(lost, 2, { isFromRow: false })).rejects.toMatchObject({ code: 'conflict' });
});

test('lets a person assign a reported payment to a row, and never does so by itself', async () => {
  const prefix = randomUUID();
  const lost = await loseRows(2, prefix);
  await expect(settle(lost, 2, { isFromRow: true })).rejects.toMatchObject({
    message: expect.stringContaining('Import the payment first'),
  });
  // A payment from before the confirmation can't be from the row.
  await reportPayment(`${prefix}-2`, new Date(clock.now() - 86_400_000));
  const paymentId = await reportPayment(`${prefix}-1`);
  expect(await readRows(lost)).toMatchObject([
    { state: 'unknown', paymentId: null, lost: { seenPaymentId: paymentId } },
    { state: 'unknown', paymentId: null, lost: { seenPaymentId: null } },
  ]);
  expect(await readFile(lost)).toContain(`may be from this row: ${paymentId}.`);
  await expect(settle(lost, 2, { isFromRow: false })).rejects.toMatchObject({
    message: expect.stringContaining('was reported in the meantime'),
  });
  await settle(lost, 2, { isFromRow: true, seenPaymentId: paymentId });
  const [row] = await readRows(lost);
  expect(row).toMatchObject({ state: 'done', error: null, paymentId, paymentUrl: 'https://pay.example/1' });
  expect(await readFile(lost)).toContain('Settled by finance.');
});

test('settles only rows in doubt, for people of the business who may create payments', async () => {
  const { as } = getTenant();
  const lost = await loseRows(1, randomUUID());
  const choice = { isFromRow: false };
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

test('sends no row whose payment was reported after the confirmation', async () => {
  const prefix = randomUUID();
  const batchId = await confirmRows(2, prefix);
  await reportPayment(`${prefix}-1`);
  await run();
  expect(sentIds()).toEqual([`${prefix}-2`]);
  expect(await readRows(batchId)).toMatchObject([
    { state: 'failed', error: expect.stringContaining('was reported after the file was confirmed') },
    { state: 'done' },
  ]);
  // The file comes again with a warning. The person who confirms it has seen the warning.
  const again = await upload(1, prefix);
  expect(await readWarnings(again)).toEqual([expect.stringContaining('already exists')]);
  await confirm(again);
  await run();
  expect((await view(again)).counts).toMatchObject({ done: 1 });
});

test('sends no row that another file’s restore put in doubt after the confirmation', async () => {
  const prefix = randomUUID();
  const other = await confirmRows(1, prefix);
  const batchId = await confirm(await upload(1, prefix));
  await database().paymentBatchRow.updateMany({ where: toKey(other), data: { state: 'unknown' } });
  await run();
  expect(await readRows(batchId)).toMatchObject([
    { state: 'failed', error: expect.stringContaining('before a backup was restored') },
  ]);
});
