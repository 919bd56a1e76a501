import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findScope } from '#lib/access/index.ts';
import { readTermsOfScope } from '#lib/businesses/index.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportFaultyRows } from '#lib/exports/index.ts';
import { checkCreateForm, requestPayment } from '#lib/payments/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { createContext } from '#lib/platform/context.ts';
import type { FakeService } from '#lib/platform/testing/fake-service.ts';
import { createdBody, startFakeService } from '#lib/platform/testing/fake-service.ts';
import { stopBatches } from '#lib/restores/store.ts';
import { instant } from '#lib/values/instant.ts';
import {
  confirmBatch,
  listRows,
  pauseBatch,
  readBatch,
  resumeBatch,
  runPaymentBatches,
  stopBatch,
} from './index.ts';
import type { RowValues } from './model/fields.ts';
import { toFormInput } from './model/row.ts';
import type { BatchId } from './schema.ts';
import { uploadRows } from './testing/upload.ts';

let service: FakeService;
let tenant: Tenant;
let passed = 0;
const clock = { now: () => instant(systemClock.now() + passed) };

beforeAll(async () => {
  service = await startFakeService();
  tenant = await createTenant(clock);
});
afterAll(async () => {
  await service.close();
  await closeDatabase();
});
beforeEach(() => {
  service.requests.length = 0;
  service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
});

const run = () => runPaymentBatches(systemContext('test', clock), new AbortController().signal);
const view = (batchId: BatchId) => readBatch(tenant.as.finance, tenant.businessId, batchId);
const toKey = (batchId: BatchId) => ({ businessId: tenant.businessId, batchId });
const sentIds = () => service.requests.map(({ body }): string => JSON.parse(body).clientPaymentId);

function upload(count: number, prefix: string, context = tenant.as.finance): Promise<BatchId> {
  const lines = Array.from({ length: count }, (_line, at) => `${prefix}-${at + 1},10.${at + 10},EUR`);
  return uploadRows(context, tenant.businessId, ['id,amount,currency', ...lines].join('\n'));
}

async function confirm(batchId: BatchId, context = tenant.as.finance): Promise<BatchId> {
  const { revision } = await view(batchId);
  return (await confirmBatch(context, { ...toKey(batchId), revision: revision ?? '' })).batchId;
}

const confirmRows = async (count: number, prefix = randomUUID()) => confirm(await upload(count, prefix));
const readRows = async (batchId: BatchId) =>
  (await listRows(tenant.as.finance, tenant.businessId, batchId, { show: 'all', after: 0 })).rows;
const readWarnings = async (batchId: BatchId) =>
  (await readRows(batchId)).map(({ hasErrors, issues }) => (hasErrors ? 'error' : issues[0]?.message));

async function exportFailed(batchId: BatchId): Promise<readonly string[]> {
  const file = await exportFaultyRows(tenant.as.finance, tenant.businessId, batchId, 'failed');
  return (await file.text()).trim().split('\r\n').slice(1);
}

/** Creates or corrects the payment of a row by hand. */
async function requestByHand(values: RowValues): Promise<void> {
  const { businessId, as } = tenant;
  const { personId } = as.owner.actor;
  const scope = await findScope(businessId, personId);
  if (scope === null) throw new Error('the owner has no role');
  const accepted = await readTermsOfScope(scope);
  const { form } = checkCreateForm(toFormInput(businessId, values), accepted);
  if (form === null) throw new Error('the form has errors');
  await requestPayment(createContext(as.owner.actor, { clock }), { scope, personId, accepted, form });
}

test('sends each of 20 rows once through a lost connection, an abandoned worker and an outage', async () => {
  const held: ServerResponse[] = [];
  const atService: string[] = [];
  service.answerWith((request, response, raw) => {
    const call = service.requests.length;
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
  passed += 10 * 60_000;
  for (let times = 0; times < 5; times += 1) {
    await run();
    passed += 10 * 60_000;
  }
  expect(await view(batchId)).toMatchObject({ state: 'paused', pauseReason: 'unknown' });
  await resumeBatch(tenant.as.finance, toKey(batchId));
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
    where: { businessId: tenant.businessId, clientPaymentId: { in: ids } },
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
  const { businessId, as } = tenant;
  const batchId = await confirmRows(2);
  const where = { personId_businessId: { personId: as.finance.actor.personId, businessId } };
  await database().membership.update({ where, data: { role: 'viewer' } });
  await run();
  await database().membership.update({ where, data: { role: 'finance' } });
  expect(await view(batchId)).toMatchObject({ state: 'paused', pauseReason: 'role' });
  expect(service.requests).toHaveLength(0);
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
  await pauseBatch(tenant.as.finance, toKey(batchId));
  await run();
  await stopBatch(tenant.as.finance, toKey(batchId));
  await run();
  expect(service.requests).toHaveLength(0);
  expect(await view(batchId)).toMatchObject({ state: 'stopped', counts: { queued: 2 } });
  await expect(resumeBatch(tenant.as.finance, toKey(batchId))).rejects.toMatchObject({ code: 'conflict' });
});

test('marks a refused row as failed and continues', async () => {
  const { businessId } = tenant;
  service.answerWith((request, response) =>
    service.requests.length === 1
      ? response.writeHead(422).end('{"message":"amount too small"}')
      : response.writeHead(200).end(createdBody(request.body)),
  );
  const prefix = randomUUID();
  const batchId = await confirmRows(2, prefix);
  // Details that an earlier request with the ID left don't get to the payment of the file.
  const details = { businessId, clientPaymentId: `${prefix}-2` };
  const { personId } = tenant.as.owner.actor;
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

/** Counts what keeps programs from starting that can't read the values of such a batch. */
const countRequirements = () =>
  database().schemaRequirement.count({ where: { migration: { endsWith: 'batch_values_need_program' } } });

test('creates each payment of a refused file once when the file comes again', async () => {
  expect(await countRequirements()).toBe(0);
  const { businessId, as } = tenant;
  const prefix = randomUUID();
  const ids = Array.from({ length: 11 }, (_id, at) => `${prefix}-${at + 1}`);
  service.answerWith((_request, response) => response.writeHead(422).end('{"message":"the rate is off"}'));
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
  service.requests.length = 0;
  service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
  await resumeBatch(as.finance, toKey(refused));
  await run();
  expect(await view(refused)).toMatchObject({ state: 'done', pauseAnswer: null, counts: { done: 1 } });
  // Two people upload the same rows again at the same time. The last payment exists by now.
  const again = await upload(11, prefix);
  const twice = await upload(2, prefix, as.owner);
  expect(await countRequirements()).toBe(1);
  const replaced = 'An earlier request with this ID was refused. This row replaces it.';
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
  service.answerWith((_request, response) => response.writeHead(422).end());
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
  service.requests.length = 0;
  await run();
  expect(service.requests).toHaveLength(0);
  const error = expect.stringContaining('was changed after the file was confirmed');
  expect((await readRows(batchId))[0]).toMatchObject({ state: 'failed', error, intentId: null });
  expect(await exportFailed(batchId)).toHaveLength(0);
});

test('warns about rows that may have been sent before a backup was restored', async () => {
  const prefix = randomUUID();
  service.answerWith((_request, response) => response.writeHead(422).end());
  await confirmRows(1, prefix);
  await run();
  service.answerWith((request, response) => response.writeHead(200).end(createdBody(request.body)));
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

test('waits as long as the service asks before later rows, and never repeats the row', async () => {
  service.answerWith((request, response) =>
    service.requests.length === 1
      ? response.writeHead(429, { 'retry-after': '120' }).end()
      : response.writeHead(200).end(createdBody(request.body)),
  );
  const batchId = await confirmRows(2);
  await run();
  passed += 60_000;
  await run();
  expect(service.requests).toHaveLength(1);
  passed += 61_000;
  await run();
  expect(new Set(sentIds()).size).toBe(2);
  expect(await view(batchId)).toMatchObject({ state: 'done', counts: { unknown: 1, done: 1 } });
});

test('keeps rows queued while nothing can be sent, and pauses', async () => {
  const prefix = randomUUID();
  const batchId = await confirmRows(2, prefix);
  await service.close();
  for (let times = 0; times < 3; times += 1) {
    await run();
    passed += 10 * 60_000;
  }
  expect(await view(batchId)).toMatchObject({
    state: 'paused',
    pauseReason: 'unreachable',
    counts: { queued: 2 },
  });
  // The paused run may send the row, so that no other file replaces its request.
  expect(await readWarnings(await upload(2, prefix))).toEqual(['error', undefined]);
  await stopBatch(tenant.as.finance, toKey(batchId));
  const again = await upload(2, prefix);
  expect(await readWarnings(again)).toEqual([expect.stringContaining('was not sent'), undefined]);
  await confirm(again);
  await run();
  expect((await readRows(batchId))[0]).toMatchObject({ state: 'failed', replacedBy: again });
  expect(await view(again)).toMatchObject({ counts: { queued: 2 } });
  await stopBatch(tenant.as.finance, toKey(again));
});

test('never replaces the correction of a person with the values of the file', async () => {
  const { businessId } = tenant;
  const id = randomUUID();
  const batchId = await confirmRows(1, id);
  await service.close();
  await run();
  passed += 10 * 60_000;
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
