import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { exportFaultyRows } from '#lib/exports/index.ts';
import { createdBody } from '#lib/platform/testing/fake-service.ts';
import { pauseBatch, resumeBatch, stopBatch } from './index.ts';
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
  pass,
  getService,
  getTenant,
} = createBatchRunFixture();

async function exportFailed(batchId: BatchId): Promise<readonly string[]> {
  const { as, businessId } = getTenant();
  const file = await exportFaultyRows(as.finance, businessId, batchId, 'failed');
  return (await file.text()).trim().split('\r\n').slice(1);
}

test('sends each of 20 rows once through a lost connection, an abandoned worker and an outage', async () => {
  const held: ServerResponse[] = [];
  const atService: string[] = [];
  getService().answerWith((request, response, raw) => {
    const call = getService().requests.length;
    // An outage: nothing is created.
    if (call >= 13 && call <= 15) return response.writeHead(503).end();
    const body = createdBody(request.body);
    atService.push(JSON.parse(body).paymentInfo.paymentId);
    if (call === 4) return raw.socket.destroy();
    if (call === 8) return held.push(response);
    return response.writeHead(200).end(body);
  });
  const prefix = randomUUID();
  const batchId = await confirmRows(20, prefix);
  const abandoned = run();
  await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 20_000 });
  // Another worker takes over when the lease is over. The first one still waits for its answer.
  pass(10 * 60_000);
  for (let times = 0; times < 5; times += 1) {
    await run();
    pass(10 * 60_000);
  }
  expect(await view(batchId)).toMatchObject({ state: 'paused', pauseReason: 'unknown' });
  await resumeBatch(getTenant().as.finance, toKey(batchId));
  await run();
  held[0]?.destroy();
  await abandoned;
  const ids = Array.from({ length: 20 }, (_id, at) => `${prefix}-${at + 1}`);
  expect(sentIds()).toEqual(ids);
  const { state, counts } = await view(batchId);
  expect(state).toBe('done');
  // The lost connection, the abandoned request and the outage.
  expect(counts).toMatchObject({ done: 15, unknown: 5, queued: 0, sending: 0, failed: 0 });
  const intents = await database().paymentIntent.findMany({
    where: { businessId: getTenant().businessId, clientPaymentId: { in: ids } },
  });
  expect(intents).toHaveLength(20);
  const created = intents.flatMap(({ state, paymentId }) =>
    state === 'CREATED' && paymentId !== null ? [paymentId] : [],
  );
  expect(new Set(created).size).toBe(15);
  expect(created.every((paymentId) => atService.includes(paymentId))).toBe(true);
  const rows = await database().paymentBatchRow.findMany({ where: toKey(batchId) });
  expect(new Set(rows.map(({ intentId }) => intentId)).size).toBe(20);
});

test('pauses when the person may no longer create payments, and continues in the name of another', async () => {
  const { businessId, as } = getTenant();
  const batchId = await confirmRows(2);
  const where = { personId_businessId: { personId: as.finance.actor.personId, businessId } };
  await database().membership.update({ where, data: { role: 'viewer' } });
  await run();
  await database().membership.update({ where, data: { role: 'finance' } });
  expect(await view(batchId)).toMatchObject({ state: 'paused', pauseReason: 'role' });
  expect(getService().requests).toHaveLength(0);
  await resumeBatch(as.owner, toKey(batchId));
  await run();
  expect(await view(batchId)).toMatchObject({ state: 'done', counts: { done: 2 } });
  const intents = await database().paymentIntent.findMany({
    where: { createdById: as.owner.actor.personId, businessId },
  });
  expect(intents).toHaveLength(2);
});

test('sends nothing while paused and after a stop', async () => {
  const batchId = await confirmRows(2);
  await pauseBatch(getTenant().as.finance, toKey(batchId));
  await run();
  await stopBatch(getTenant().as.finance, toKey(batchId));
  await run();
  expect(getService().requests).toHaveLength(0);
  expect(await view(batchId)).toMatchObject({ state: 'stopped', counts: { queued: 2 } });
  await expect(resumeBatch(getTenant().as.finance, toKey(batchId))).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('marks a refused row as failed and continues', async () => {
  const { businessId } = getTenant();
  getService().answerWith((request, response) =>
    getService().requests.length === 1
      ? response.writeHead(422).end('{"message":"amount too small"}')
      : response.writeHead(200).end(createdBody(request.body)),
  );
  const prefix = randomUUID();
  const batchId = await confirmRows(2, prefix);
  // Details that an earlier request with the ID left don't get to the payment of the file.
  const details = { businessId, clientPaymentId: `${prefix}-2` };
  const { personId } = getTenant().as.owner.actor;
  await database().paymentCreationDetail.create({
    data: { ...details, note: 'Call first', personId, savedAt: new Date() },
  });
  await run();
  expect(await view(batchId)).toMatchObject({ state: 'done', counts: { failed: 1, done: 1 } });
  expect(await exportFailed(batchId)).toEqual([
    expect.stringMatching(new RegExp(`^${prefix}-1,10.10,EUR.*amount too small`)),
  ]);
  expect(await database().paymentCreationDetail.count({ where: details })).toBe(0);
});

test('waits as long as the service asks before later rows, and never repeats the row', async () => {
  getService().answerWith((request, response) =>
    getService().requests.length === 1
      ? response.writeHead(429, { 'retry-after': '120' }).end()
      : response.writeHead(200).end(createdBody(request.body)),
  );
  const batchId = await confirmRows(2);
  await run();
  pass(60_000);
  await run();
  expect(getService().requests).toHaveLength(1);
  pass(61_000);
  await run();
  expect(new Set(sentIds()).size).toBe(2);
  expect(await view(batchId)).toMatchObject({ state: 'done', counts: { unknown: 1, done: 1 } });
});

test('keeps rows queued while nothing can be sent, and pauses', async () => {
  const prefix = randomUUID();
  const batchId = await confirmRows(2, prefix);
  await getService().close();
  for (let times = 0; times < 3; times += 1) {
    await run();
    pass(10 * 60_000);
  }
  expect(await view(batchId)).toMatchObject({
    state: 'paused',
    pauseReason: 'unreachable',
    counts: { queued: 2 },
  });
  // The paused run may send the row, so that no other file replaces its request.
  expect(await readWarnings(await upload(2, prefix))).toEqual(['error', undefined]);
  await stopBatch(getTenant().as.finance, toKey(batchId));
  const again = await upload(2, prefix);
  expect(await readWarnings(again)).toEqual([expect.stringContaining('was not sent'), undefined]);
  await confirm(again);
  await run();
  expect((await readRows(batchId))[0]).toMatchObject({ state: 'failed', replacedBy: again });
  expect(await view(again)).toMatchObject({ counts: { queued: 2 } });
  await stopBatch(getTenant().as.finance, toKey(again));
});
