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
  runAtFirstPace,
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
  await run();
  // Rows that were in flight beside the lost one have their outcome.
  const first = getService().requests.length;
  expect(await view(batchId)).toMatchObject({
    ...{ state: 'paused', pauseReason: 'unknown' },
    counts: { done: first - 1, unknown: 1, sending: 0, queued: 20 - first },
  });
  await resumeBatch(getTenant().as.finance, toKey(batchId));
  const abandoned = run();
  await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 60_000 });
  // Another worker takes over when the lease is over. The first one still waits for its answer.
  let pauses = 0;
  for (let times = 0; times < 20 && (await view(batchId)).state !== 'done'; times += 1) {
    pass(10 * 60_000);
    if ((await view(batchId)).state === 'paused') {
      pauses += 1;
      await resumeBatch(getTenant().as.finance, toKey(batchId));
    }
    await run();
  }
  // The outage.
  expect(pauses).toBeGreaterThanOrEqual(1);
  held[0]?.destroy();
  await abandoned;
  const ids = Array.from({ length: 20 }, (_id, at) => `${prefix}-${at + 1}`);
  expect(sentIds().toSorted()).toEqual(ids.toSorted());
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
  const attempts = await database().paymentAttempt.findMany({
    where: { personId: as.owner.actor.personId, businessId },
  });
  expect(attempts).toHaveLength(2);
});

test('sends nothing while paused and after a stop', async () => {
  const batchId = await confirmRows(2);
  await pauseBatch(getTenant().as.finance, toKey(batchId));
  await run();
  await stopBatch(getTenant().as.finance, toKey(batchId));
  await run();
  expect(getService().requests).toHaveLength(0);
  expect(await view(batchId)).toMatchObject({ state: 'stopped', counts: { unsent: 2 } });
  await expect(resumeBatch(getTenant().as.finance, toKey(batchId))).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('marks a refused row as failed and continues', async () => {
  getService().answerWith((request, response) =>
    getService().requests.length === 1
      ? response.writeHead(422).end('{"message":"amount too small"}')
      : response.writeHead(200).end(createdBody(request.body)),
  );
  const prefix = randomUUID();
  const batchId = await confirmRows(2, prefix);
  await run();
  expect(await view(batchId)).toMatchObject({ state: 'done', counts: { failed: 1, done: 1 } });
  expect(await exportFailed(batchId)).toEqual([
    expect.stringMatching(new RegExp(`^${prefix}-1,10.10,EUR.*amount too small`)),
  ]);
});

test('pauses at the first refusal for a while, and never repeats the row', async () => {
  getService().answerWith((request, response) =>
    getService().requests.length === 2
      ? response.writeHead(429, { 'retry-after': '120' }).end()
      : response.writeHead(200).end(createdBody(request.body)),
  );
  const batchId = await confirmRows(3);
  await runAtFirstPace();
  const sent = getService().requests.length;
  pass(10 * 60_000);
  await run();
  expect(getService().requests).toHaveLength(sent);
  expect(await view(batchId)).toMatchObject({ state: 'paused', pauseReason: 'unknown' });
  const { pace } = await database().paymentBatch.findUniqueOrThrow({
    where: { businessId_batchId: toKey(batchId) },
  });
  expect(pace).toBeGreaterThan(2);
  await resumeBatch(getTenant().as.finance, toKey(batchId));
  await run();
  expect(new Set(sentIds()).size).toBe(3);
  expect(await view(batchId)).toMatchObject({ state: 'done', counts: { unknown: 1, done: 2 } });
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
  // The paused run may send the rows, so that no other file can.
  expect(await readWarnings(await upload(2, prefix))).toEqual(['error', 'error']);
  await stopBatch(getTenant().as.finance, toKey(batchId));
  const again = await upload(2, prefix);
  expect(await readWarnings(again)).toEqual([undefined, undefined]);
  await confirm(again);
  await run();
  expect((await readRows(batchId))[0]).toMatchObject({ state: 'unsent' });
  expect(await view(again)).toMatchObject({ counts: { queued: 2 } });
  await stopBatch(getTenant().as.finance, toKey(again));
});
