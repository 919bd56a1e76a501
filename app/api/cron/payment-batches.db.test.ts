import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { addChunk, checkRows, confirmBatch, readBatch, startUpload } from '#lib/payment-batches/index.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { GET } from './[job]/route.ts';

const secret = 'a-secret-of-the-scheduler';
testEnv.CRON_SECRET = secret;

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

const call = (authorization: string, job = 'payment-batches') =>
  GET(new Request(`http://localhost:3000/api/cron/${job}`, { headers: { authorization } }), {
    params: Promise.resolve({ job }),
  });

test('sends the rows of a confirmed file when the scheduler calls, and nothing for others', async () => {
  service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  const { businessId, as } = await createTenant();
  const id = randomUUID();
  const body = new TextEncoder().encode(`id,amount,currency\n${id}-1,1,EUR\n${id}-2,2,EUR\n`);
  const { batchId } = await startUpload(as.finance, {
    businessId,
    fileName: 'rows.csv',
    source: 'csv',
    size: body.byteLength,
  });
  await addChunk(as.finance, { businessId, batchId, number: '0', body });
  const detected = { encoding: null, separator: null, decimalSign: null, mapping: null, defaults: null };
  await checkRows(as.finance, { businessId, batchId, ...detected });
  const { revision } = await readBatch(as.finance, businessId, batchId);
  await confirmBatch(as.finance, { businessId, batchId, revision: revision ?? '' });

  expect((await call('Bearer another-secret')).status).toBe(401);
  expect((await call(`Bearer ${secret}`, 'no-such-job')).status).toBe(404);
  expect(service.requests).toHaveLength(0);

  const answer = await call(`Bearer ${secret}`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ ok: true, job: 'payment-batches', rows: 2 });
  expect(service.requests).toHaveLength(2);
  expect(await readBatch(as.finance, businessId, batchId)).toMatchObject({
    state: 'done',
    counts: { done: 2 },
  });
});
