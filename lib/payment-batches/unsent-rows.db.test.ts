import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { settleIntent } from '#lib/payments/index.ts';
import { markIntentsUnknown, stopBatches } from '#lib/restores/store.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { stopBatch } from './index.ts';
import { recordRowsNotCreated } from './record-rows-not-created.ts';
import { createBatchRunFixture } from './testing/batch-run-fixture.ts';

const {
  run,
  view,
  toKey,
  sentIds,
  upload,
  confirm,
  confirmRows,
  readRows,
  readWarnings,
  reportPayment,
  requestByHand,
  clock,
  getTenant,
} = createBatchRunFixture();

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

test('claims the IDs of all rows when the file is confirmed', async () => {
  const prefix = randomUUID();
  const batchId = await confirmRows(2, prefix);
  const { businessId, as } = getTenant();
  const intents = await database().paymentIntent.findMany({
    where: { businessId, clientPaymentId: { startsWith: prefix } },
    orderBy: { clientPaymentId: 'asc' },
  });
  expect(intents).toMatchObject([
    { state: 'QUEUED', createdById: as.finance.actor.personId },
    { state: 'QUEUED', createdById: as.finance.actor.personId },
  ]);
  const [row] = await readRows(batchId);
  await expect(requestByHand(row?.values ?? {})).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('A file is about to send'),
  });
  expect(await readWarnings(await upload(2, prefix))).toEqual(['error', 'error']);
  expect(sentIds()).toEqual([]);
  // A confirmed row is never changed.
  await expect(
    database().paymentBatchRow.updateMany({ where: toKey(batchId), data: { takenBy: 'payment' } }),
  ).rejects.toThrow();
  await stopBatch(as.finance, toKey(batchId));
  expect(await readRows(batchId)).toMatchObject([{ state: 'unsent' }, { state: 'unsent' }]);
  expect(await readWarnings(await upload(2, prefix))).toEqual([undefined, undefined]);
});

test('refuses a file whose ID another request takes during the confirmation', async () => {
  const prefix = randomUUID();
  const batchId = await upload(2, prefix);
  const [row] = await readRows(batchId);
  await requestByHand(row?.values ?? {});
  await expect(confirm(batchId)).rejects.toMatchObject({ code: 'conflict' });
  expect(await readWarnings(batchId)).toEqual(['error', undefined]);
  await confirm(batchId);
  expect(await readRows(batchId)).toMatchObject([{ state: 'left-out' }, { state: 'queued' }]);
  await stopBatch(getTenant().as.finance, toKey(batchId));
});

test('settles rows that a restored backup put in doubt by reports and one choice', async () => {
  const prefix = randomUUID();
  const batchId = await confirmRows(3, prefix);
  const { businessId, as } = getTenant();
  await inTransaction(async (transaction) => {
    await stopBatches(transaction, clock.now());
    await markIntentsUnknown(transaction, { at: clock.now(), message: 'A backup was restored.' });
  });
  expect(await view(batchId)).toMatchObject({ state: 'stopped', counts: { unknown: 3 } });
  // The rows may have payments, so that their IDs stay taken.
  expect(await readWarnings(await upload(3, prefix))).toEqual(['error', 'error', 'error']);
  const paymentId = toId<PaymentId>(await reportPayment(`${prefix}-1`));
  await inTransaction((transaction) =>
    settleIntent(transaction, systemContext('callback'), {
      businessId,
      clientPaymentId: `${prefix}-1`,
      paymentId,
    }),
  );
  expect(await readRows(batchId)).toMatchObject([
    { state: 'done', paymentId, paymentUrl: 'https://pay.example/1' },
    { state: 'unknown' },
    { state: 'unknown' },
  ]);
  const choose = (count: number, context = as.finance) =>
    recordRowsNotCreated(context, { ...toKey(batchId), count });
  await expect(choose(3)).rejects.toMatchObject({ code: 'conflict' });
  await expect(choose(2, as.compliance)).rejects.toMatchObject({ code: 'forbidden' });
  await choose(2);
  expect((await view(batchId)).counts).toMatchObject({ done: 1, failed: 2 });
  const audited = await database().auditEntry.findFirst({
    where: { chainId: businessId, action: 'payment-batch.not-created' },
  });
  expect(audited).toMatchObject({ objectId: batchId, after: { count: 2 } });
  expect(await readWarnings(await upload(3, prefix))).toEqual(['error', undefined, undefined]);
});
