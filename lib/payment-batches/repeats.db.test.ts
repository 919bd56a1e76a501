import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { exportFaultyRows } from '#lib/exports/index.ts';
import { createdBody } from '#lib/platform/testing/fake-service.ts';
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
  getService,
  getTenant,
} = createBatchRunFixture();

async function exportFailed(batchId: BatchId): Promise<readonly string[]> {
  const { as, businessId } = getTenant();
  const file = await exportFaultyRows(as.finance, businessId, batchId, 'failed');
  return (await file.text()).trim().split('\r\n').slice(1);
}

test('creates each payment of a refused file once when the file comes again', async () => {
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
  getService().requests.length = 0;
  getService().answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  await resumeBatch(as.finance, toKey(refused));
  await run();
  expect(await view(refused)).toMatchObject({ state: 'done', pauseAnswer: null, counts: { done: 1 } });
  // Two people upload the same rows again at the same time. The last payment exists by now.
  const again = await upload(11, prefix);
  const twice = await upload(2, prefix, as.owner);
  expect(await readWarnings(again)).toEqual([...Array(10).fill(undefined), 'error']);
  expect(await view(again)).toMatchObject({ rowsWithErrors: 1, rowsWithWarnings: 0 });
  await confirm(again);
  await expect(confirm(twice, as.owner)).rejects.toMatchObject({ code: 'conflict' });
  await expect(confirm(twice, as.owner)).rejects.toMatchObject({
    message: expect.stringContaining('Every row has an error'),
  });
  await run();
  expect(sentIds().toSorted()).toEqual(ids.toSorted());
  expect((await view(again)).counts).toMatchObject({ done: 10, 'left-out': 1 });
  const where = { businessId, clientPaymentId: { in: ids } };
  const intents = await database().paymentIntent.groupBy({ by: ['state'], where, _count: true });
  expect(new Map(intents.map(({ state, _count }) => [state, _count]))).toEqual(
    new Map([
      ['CREATED', 11],
      ['REJECTED', 10],
    ]),
  );
  // The first file keeps what happened to it, and offers none of its rows for another file.
  const [before] = await readRows(refused);
  expect(before).toMatchObject({ state: 'failed', error: answer, paymentId: null });
  expect(await exportFailed(refused)).toEqual([]);
  expect(await readWarnings(await upload(1, prefix))).toEqual(['error']);
});

test('leaves out a refused row that a person repeats by hand', async () => {
  const prefix = randomUUID();
  getService().answerWith((_request, response) => response.writeHead(422).end());
  const refused = await confirmRows(2, prefix);
  await run();
  expect(await exportFailed(refused)).toHaveLength(2);
  getService().answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  const [row] = await readRows(refused);
  await requestByHand({ ...row?.values, amount: '99' });
  expect(await exportFailed(refused)).toHaveLength(1);
  const again = await upload(2, prefix);
  expect(await readWarnings(again)).toEqual(['error', undefined]);
  await confirm(again);
  await run();
  expect((await view(again)).counts).toMatchObject({ done: 1, 'left-out': 1 });
});
