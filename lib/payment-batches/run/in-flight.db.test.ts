import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { createdBody } from '#lib/platform/testing/fake-service.ts';
import { pauseBatch, resumeBatch, runPaymentBatches } from '../index.ts';
import type { BatchId } from '../schema.ts';
import { createBatchRunFixture } from '../testing/batch-run-fixture.ts';

const fixture = createBatchRunFixture();
const { clock, runAtFirstPace, view, toKey, sentIds, confirmRows, pass, getService, getTenant } = fixture;

/** Sets the pace of a run, as many steady answers do. */
const setPace = (batchId: BatchId, pace: number) =>
  database().paymentBatch.update({ where: { businessId_batchId: toKey(batchId) }, data: { pace } });

async function confirmAtPace(rows: number, pace: number): Promise<{ batchId: BatchId; ids: string[] }> {
  const prefix = randomUUID();
  const batchId = await confirmRows(rows, prefix);
  await setPace(batchId, pace);
  return { batchId, ids: Array.from({ length: rows }, (_row, at) => `${prefix}-${at + 1}`) };
}

/** Answers each request after half a second, and counts the requests that wait at the same time. */
function answerSlowly(statusOf: (call: number) => number = () => 200) {
  const counts = { waiting: 0, most: 0 };
  let calls = 0;
  getService().answerWith(async (request, response) => {
    calls += 1;
    const status = statusOf(calls);
    counts.waiting += 1;
    counts.most = Math.max(counts.most, counts.waiting);
    // A refusal comes before the answers of the requests around it.
    if (status === 200) await wait(500);
    counts.waiting -= 1;
    if (status === 0) response.destroy();
    else response.writeHead(status).end(status === 200 ? createdBody(request.body) : '');
  });
  return counts;
}

test('keeps its pace when answers take half a second, in the order of the file', async () => {
  const { batchId, ids } = await confirmAtPace(20, 10);
  const counts = answerSlowly();
  await runAtFirstPace();
  expect(counts.most).toBeGreaterThan(3);
  expect(counts.most).toBeLessThanOrEqual(10);
  expect(sentIds()).toEqual(ids);
  expect(await view(batchId)).toMatchObject({ state: 'done', counts: { done: 20 } });
});

test.each([429, 0])(
  'begins no row after the first answer %d amid several in flight, and records each of them',
  async (status) => {
    const { batchId, ids } = await confirmAtPace(30, 20);
    answerSlowly((call) => (call === 9 ? status : 200));
    await runAtFirstPace();
    const sent = sentIds();
    expect(sent).toEqual(ids.slice(0, sent.length));
    expect(sent.length).toBeLessThan(20);
    const { state, pauseReason, counts } = await view(batchId);
    expect({ state, pauseReason }).toEqual({ state: 'paused', pauseReason: 'unknown' });
    expect(counts).toMatchObject({ done: sent.length - 1, unknown: 1, sending: 0, queued: 30 - sent.length });
    // A person resumes it. No row is sent a second time.
    await runAtFirstPace();
    expect(sentIds()).toHaveLength(sent.length);
    getService().answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
    await resumeBatch(getTenant().as.finance, toKey(batchId));
    await setPace(batchId, 1_000);
    await runAtFirstPace();
    expect(sentIds()).toEqual(ids);
    expect(await view(batchId)).toMatchObject({ state: 'done', counts: { done: 29, unknown: 1 } });
  },
);

/** Answers the first row, and holds the requests after it. */
function holdAfterFirst(): ServerResponse[] {
  const held: ServerResponse[] = [];
  getService().answerWith(async (request, response) => {
    if (getService().requests.length > 1) {
      held.push(response);
      return;
    }
    await wait(500);
    response.writeHead(200).end(createdBody(request.body));
  });
  return held;
}

test('marks each row that an ended process had in flight as unknown, and sends none of them again', async () => {
  const { batchId, ids } = await confirmAtPace(20, 10);
  const held = holdAfterFirst();
  const abandoned = runAtFirstPace();
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(3), { timeout: 20_000 });
  // For the next process the lease and the requests are over.
  pass(10 * 60_000);
  const [lost] = [held.length];
  getService().answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  await setPace(batchId, 1_000);
  await runAtFirstPace();
  const { counts } = await view(batchId);
  for (const response of held) response.destroy();
  await abandoned;
  expect(sentIds()).toHaveLength(20);
  expect(new Set(sentIds())).toEqual(new Set(ids));
  expect(counts.unknown).toBeGreaterThanOrEqual(lost);
  await runAtFirstPace();
  expect(await view(batchId)).toMatchObject({
    state: 'done',
    counts: { unknown: counts.unknown, done: 20 - counts.unknown, queued: 0, sending: 0 },
  });
});

test('begins no row after a pause or a lost permission, and records those in flight', async () => {
  const { businessId, as } = getTenant();
  const { batchId } = await confirmAtPace(20, 10);
  const held = holdAfterFirst();
  const running = runAtFirstPace();
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(2), { timeout: 20_000 });
  const where = { personId_businessId: { personId: as.finance.actor.personId, businessId } };
  await database().membership.update({ where, data: { role: 'viewer' } });
  await vi.waitFor(async () => expect(await view(batchId)).toMatchObject({ pauseReason: 'role' }), 20_000);
  await database().membership.update({ where, data: { role: 'finance' } });
  const { requests } = getService();
  const sent = requests.length;
  for (const [at, response] of held.entries())
    response.writeHead(200).end(createdBody(requests[at + 1]?.body ?? ''));
  await running;
  expect(requests).toHaveLength(sent);
  expect(await view(batchId)).toMatchObject({
    state: 'paused',
    counts: { done: sent, unknown: 0, sending: 0 },
  });
  await resumeBatch(as.finance, toKey(batchId));
  await pauseBatch(as.finance, toKey(batchId));
  await runAtFirstPace();
  expect(requests).toHaveLength(sent);
});

test('a service that slows down between two turns slows the run', async () => {
  const { batchId } = await confirmAtPace(4, 20);
  const ending = new AbortController();
  let latencyMs = 20;
  getService().answerWith(async (request, response) => {
    if (getService().requests.length === 2) ending.abort();
    await wait(latencyMs);
    response.writeHead(200).end(createdBody(request.body));
  });
  await runPaymentBatches(systemContext('test', clock), ending.signal);
  const readPace = async () =>
    (await database().paymentBatch.findUniqueOrThrow({ where: { businessId_batchId: toKey(batchId) } })).pace;
  const before = await readPace();
  expect(before).toBeGreaterThan(20);
  latencyMs = 1_500;
  await runAtFirstPace();
  expect(await readPace()).toBeLessThan(before);
});
