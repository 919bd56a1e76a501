import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportFaultyRows } from '#lib/exports/index.ts';
import { createdBody } from '#lib/platform/testing/fake-service.ts';
import { stopBatches } from '#lib/restores/store.ts';
import { resumeBatch } from './index.ts';
import type { BatchId } from './schema.ts';
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
  requestByHand,
  clock,
  pass,
  getService,
  getTenant,
} = createBatchRunFixture();

async function exportFailed(batchId: BatchId): Promise<readonly string[]> {
  const { as, businessId } = getTenant();
  const file = await exportFaultyRows(as.finance, businessId, batchId, 'failed');
  return (await file.text()).trim().split('\r\n').slice(1);
}

/** Counts what keeps programs from starting that can't read the values of such a batch. */
const countRequirements = () =>
  database().schemaRequirement.count({ where: { migration: { endsWith: 'batch_values_need_program' } } });

test('creates each payment of a refused file once when the file comes again', async () => {
  expect(await countRequirements()).toBe(0);
  const { businessId, as } = getTenant();
  const prefix = randomUUID();
  const ids = Array.from({ length: 11 }, (_id, at) => `${prefix}-${at + 1}`);
  getService().answerWith((_request, response) =>
    response.writeHead(422).end('{"message":"the rate is off"}'),
  );
  const refused = await confirmRows(11, prefix);
  await run();
  const answer = 'The service answered with HTTP status 422: the rate is off';
  expect(await view(refused)).toMatchObject({
    state: 'paused',
    pauseReason: 'refused',
    pauseAnswer: answer,
    counts: { failed: 10, queued: 1 },
  });
  expect(await countRequirements()).toBe(1);
  await database().schemaRequirement.deleteMany();
  getService().requests.length = 0;
  getService().answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  await resumeBatch(as.finance, toKey(refused));
  await run();
  expect(await view(refused)).toMatchObject({ state: 'done', pauseAnswer: null, counts: { done: 1 } });
  // Two people upload the same rows again at the same time. The last payment exists by now.
  const again = await upload(11, prefix);
  const twice = await upload(2, prefix, as.owner);
  expect(await countRequirements()).toBe(1);
  const replaced =
    'An earlier request with this client payment ID was refused. This row replaces that request.';
  expect(await readWarnings(again)).toEqual([...Array(10).fill(replaced), 'error']);
  expect(await view(again)).toMatchObject({ rowsWithErrors: 1, rowsWithWarnings: 10, rowsReplacing: 10 });
  await confirm(again);
  const confirmed = await database().auditEntry.findFirstOrThrow({
    where: { chainId: businessId, action: 'payment-batch.confirm', objectId: again },
  });
  expect(confirmed.after).toMatchObject({ queued: 10, replaced: 10 });
  await confirm(twice, as.owner);
  await run();
  expect(sentIds().toSorted()).toEqual(ids.toSorted());
  expect((await view(again)).counts).toMatchObject({ done: 10, 'left-out': 1 });
  expect((await view(twice)).counts).toMatchObject({ failed: 2 });
  const where = { businessId, clientPaymentId: { in: ids } };
  const intents = await database().paymentIntent.findMany({ where });
  expect(intents.map(({ state }) => state)).toEqual(Array(11).fill('CREATED'));
  // The first file keeps what happened to it.
  const [before] = await readRows(refused);
  expect(before).toMatchObject({ state: 'failed', error: answer, replacedBy: again, paymentId: null });
  expect((await readRows(again))[0]).toMatchObject({ state: 'done', replacedBy: null });
  expect(await readWarnings(await upload(1, prefix))).toEqual(['error']);
});

test('notices that a person corrects a refused request before the confirmation, and after it', async () => {
  const prefix = randomUUID();
  getService().answerWith((_request, response) => response.writeHead(422).end());
  const batchId = await upload(1, prefix);
  const [row] = await readRows(batchId);
  await requestByHand({ ...row?.values, amount: '98' });
  const changed = { code: 'conflict', message: expect.stringContaining('The rows have changed') };
  await expect(confirm(batchId)).rejects.toMatchObject(changed);
  expect(await readWarnings(batchId)).toEqual([expect.stringContaining('was refused')]);
  // It stays refused, with other values.
  await requestByHand({ ...row?.values, amount: '99' });
  await expect(confirm(batchId)).rejects.toMatchObject(changed);
  await confirm(batchId);
  await requestByHand({ ...row?.values, amount: '100' });
  getService().requests.length = 0;
  await run();
  expect(getService().requests).toHaveLength(0);
  const error = expect.stringContaining('was changed after the file was confirmed');
  const { businessId, as } = getTenant();
  // The request belongs to the person whose values it has.
  expect(
    await database().paymentIntent.findFirst({ where: { businessId, clientPaymentId: `${prefix}-1` } }),
  ).toMatchObject({ createdById: as.owner.actor.personId });
  expect((await readRows(batchId))[0]).toMatchObject({ state: 'failed', error, intentId: null });
  expect(await exportFailed(batchId)).toHaveLength(0);
});

test('warns about rows that may have been sent before a backup was restored', async () => {
  const prefix = randomUUID();
  getService().answerWith((_request, response) => response.writeHead(422).end());
  await confirmRows(1, prefix);
  await run();
  getService().answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  // The first row replaces the refused request. After the backup both may have been sent.
  await confirmRows(2, prefix);
  await inTransaction((transaction) =>
    stopBatches(transaction, { at: clock.now(), message: 'A backup was restored.' }),
  );
  const again = await upload(3, prefix);
  const warning = expect.stringContaining('may have been sent before a backup was restored');
  expect(await readWarnings(again)).toEqual([warning, warning, undefined]);
  expect(await view(again)).toMatchObject({ rowsWithErrors: 0, rowsWithWarnings: 2, rowsMaybeSent: 2 });
  await confirm(again);
  await run();
  expect(await view(again)).toMatchObject({ state: 'done', counts: { done: 3 } });
  expect(await readWarnings(await upload(2, prefix))).toEqual(['error', 'error']);
});

test('never replaces the correction of a person with the values of the file', async () => {
  const { businessId } = getTenant();
  const id = randomUUID();
  const batchId = await confirmRows(1, id);
  await getService().close();
  await run();
  pass(10 * 60_000);
  // The service can't be reached in this test: the person's own request isn't sent either.
  const [queued] = await readRows(batchId);
  await requestByHand({ ...queued?.values, amount: '99' });
  await run();
  const where = { businessId, clientPaymentId: `${id}-1` };
  const intent = await database().paymentIntent.findFirst({ where });
  expect(JSON.parse(intent?.requestBody ?? '')).toMatchObject({ displayAmount: '99' });
  const [row] = await readRows(batchId);
  const error = expect.stringContaining('corrected this payment request');
  expect(row).toMatchObject({ state: 'failed', error });
  // Neither the download nor the file itself brings back the values of the file.
  expect(await exportFailed(batchId)).toHaveLength(0);
  expect(await readWarnings(await upload(1, id))).toEqual(['error']);
});
