import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setReadingPause } from '#lib/database/testing/rows.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { listenAsService } from '#lib/platform/testing/listen-as-service.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';

/** The answers of the service, by payment. */
const answers = new Map<string, (response: ServerResponse) => void>();
const asked: string[] = [];
const server: Server = createServer((request: IncomingMessage, response) => {
  const paymentId = request.url?.split('/').at(-1) ?? '';
  asked.push(paymentId);
  const answer = answers.get(paymentId);
  if (answer) answer(response);
  else response.writeHead(404).end('{"message":"no such payment"}');
});
await listenAsService(server);

const { database, databasePool } = await import('#lib/database/pools.ts');
const { receiveCallback } = await import('#lib/callbacks/index.ts');
const {
  readDuePayments,
  findReadHealth,
  findReadingPause,
  readPaymentNow,
  readListedPayment,
  readUnknownPayment,
  readAfterCallback,
} = await import('../index.ts');

let tenant: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  tenant = await createTenant();
});
beforeEach(async () => {
  asked.length = 0;
  await database().payment.updateMany({ data: { nextReadAt: null } });
  await setReadingPause(null);
});
afterAll(async () => {
  await setReadingPause(null);
  server.close();
});

const now = () => instant(Date.now());
const json = (value: unknown) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Adds a payment that a callback has just reported, and sets the service's record of it. */
async function reported(fields: Record<string, unknown> = {}) {
  const sample = depositCallbackSample();
  const paymentId = toId<PaymentId>(String(sample['paymentId']));
  await receiveCallback({
    businessId: tenant.businessId,
    kind: 'deposit-received',
    body: toSampleBytes(sample),
    headers: {},
    receivedAt: now(),
  });
  const record = paymentRecordSample(tenant.businessId, {
    paymentId,
    clientPaymentId: sample['clientPaymentId'],
    status: 'DEPOSITED',
    deposits: [depositRecordSample({ id: sample['depositId'] })],
    ...fields,
  });
  answers.set(paymentId, json(record));
  return { paymentId, due: { businessId: tenant.businessId, paymentId } };
}
const readRow = (paymentId: PaymentId) =>
  database().payment.findFirst({ where: { businessId: tenant.businessId, paymentId } });
const run = () => readDuePayments(systemContext(), new AbortController().signal);

test('reports the last refresh, the start of a pause and its end', async () => {
  const own = await createTenant();
  const health = () => findReadHealth(own.as.viewer, own.businessId);
  const paymentId = toId<PaymentId>(randomUUID());
  await database().payment.create({
    data: {
      ...{ businessId: own.businessId, paymentId, firstObservedAt: new Date(), changedAt: new Date() },
      sortAt: new Date(),
    },
  });
  const read = () =>
    readPaymentNow(own.as.owner, { businessId: own.businessId, paymentId }).catch(() => null);
  expect(await health()).toMatchObject({ lastReadAt: null, failing: null });
  // A payment that the service doesn't have is no evidence about others.
  await read();
  expect(await health()).toMatchObject({ lastReadAt: null, failing: null });
  const refuse = (response: ServerResponse) => response.writeHead(401).end('{"message":"no such key"}');
  answers.set(paymentId, refuse);
  await read();
  const first = await health();
  expect(first).toMatchObject({ lastReadAt: null, failing: { error: expect.stringContaining('401') } });
  await read();
  expect((await health()).failing?.since).toBe(first.failing?.since);
  answers.set(paymentId, json(paymentRecordSample(own.businessId, { paymentId })));
  await read();
  expect(await health()).toMatchObject({ lastReadAt: expect.any(Number), failing: null });
});

describe('after a callback', () => {
  test('makes the payment due at once, and a refresh sets it to DEPOSITED', async () => {
    const { paymentId, due } = await reported();
    expect((await readRow(paymentId))?.status).toBeNull();
    await readAfterCallback(due);
    const row = await readRow(paymentId);
    expect(row).toMatchObject({ status: 'DEPOSITED', recordSeen: true, readFailures: 0 });
    expect(row?.nextReadAt?.getTime()).toBeGreaterThan(Date.now());
  });

  test('reads a payment once when two processes compete', async () => {
    const { paymentId, due } = await reported();
    await Promise.all([readAfterCallback(due), readAfterCallback(due), run(), run()]);
    expect(asked).toEqual([paymentId]);
  });
});

describe('on schedule', () => {
  test('refreshes every due payment and no other', async () => {
    const all = await Promise.all(Array.from({ length: 9 }, () => reported()));
    expect(await run()).toEqual({ read: 9, failed: 0 });
    expect(asked.toSorted()).toEqual(all.map(({ paymentId }) => paymentId).toSorted());
    expect(await run()).toEqual({ read: 0, failed: 0 });
  });

  test('retries a payment after 404 in a day and reads the others', async () => {
    const gone = await reported();
    answers.delete(gone.paymentId);
    const other = await reported();
    expect(await run()).toEqual({ read: 1, failed: 1 });
    const row = await readRow(gone.paymentId);
    expect(row).toMatchObject({ readFailures: 1 });
    expect(row?.lastReadError).toContain('404');
    expect(row?.lastReadError).toContain('no such payment');
    expect((row?.nextReadAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect((await readRow(other.paymentId))?.status).toBe('DEPOSITED');
  });

  test('logs all payments that the service does not have in one line', async () => {
    const unknown = await Promise.all(Array.from({ length: 6 }, () => reported()));
    for (const { paymentId } of unknown) answers.delete(paymentId);
    const context = systemContext();
    const warn = vi.fn();
    const log = { ...context.log, warn, info: vi.fn(), error: vi.fn() };
    await readDuePayments({ ...context, log }, AbortSignal.timeout(60_000));
    expect(warn.mock.calls).toEqual([
      [
        { payments: 6, firstPaymentId: expect.any(String) },
        'the service does not have payments that were read',
      ],
    ]);
  });

  test('stops reading from a failing service and waits longer after each failure', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => reported()));
    for (const { paymentId } of all) answers.set(paymentId, (response) => response.writeHead(500).end());
    expect(await run()).toEqual({ read: 0, failed: 4 });
    const failed = await database().payment.findFirst({ where: { paymentId: asked[0] ?? '' } });
    const wait = (failed?.nextReadAt?.getTime() ?? 0) - Date.now();
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThan(70_000);
  });

  test.each([
    ['another payment', { paymentId: randomUUID() }],
    ['another business', { businessId: randomUUID() }],
  ])('changes nothing for a record of %s', async (_name, fields) => {
    const { paymentId } = await reported(fields);
    expect(await run()).toEqual({ read: 0, failed: 1 });
    expect(await readRow(paymentId)).toMatchObject({ status: null, readFailures: 1 });
  });
});

describe('on request', () => {
  const read = (role: 'viewer' | 'finance', form: { businessId: string; paymentId: string }) =>
    readPaymentNow(tenant.as[role], form);

  test('refreshes, and audits the person', async () => {
    const { paymentId, due } = await reported();
    expect(await read('finance', due)).toEqual({ changed: true, flaws: 0 });
    expect(await read('finance', due)).toEqual({ changed: false, flaws: 0 });
    const entries = await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, objectId: paymentId, action: 'payment.read-now' },
    });
    expect(entries.map(({ actorId }) => actorId)).toEqual(
      Array.from({ length: 2 }, () => tenant.as.finance.actor.personId),
    );
  });

  test('refuses viewers, other businesses and missing payments', async () => {
    const { due } = await reported();
    const elsewhere = await createTenant();
    await expect(read('viewer', due)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(readPaymentNow(elsewhere.as.finance, due)).rejects.toMatchObject({ code: 'not-found' });
    await expect(
      readPaymentNow(elsewhere.as.finance, { ...due, businessId: elsewhere.businessId }),
    ).rejects.toMatchObject({ code: 'not-found' });
    await expect(read('finance', { ...due, paymentId: 'x' })).rejects.toMatchObject({ code: 'not-found' });
    expect(asked).toEqual([]);
  });

  test.each([
    ['401', (response: ServerResponse) => response.writeHead(401).end('no'), 'service-refused'],
    ['HTML', (response: ServerResponse) => response.writeHead(200).end('<html>'), 'service-refused'],
    ['a cut connection', (response: ServerResponse) => response.destroy(), 'service-unreachable'],
  ])('reports %s and keeps the stored values', async (_name, answer, code) => {
    const { paymentId, due } = await reported();
    await readAfterCallback(due);
    answers.set(paymentId, answer);
    await expect(read('finance', due)).rejects.toMatchObject({ code });
    expect(await readRow(paymentId)).toMatchObject({ status: 'DEPOSITED', readFailures: 1 });
    const entries = await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, objectId: paymentId, action: 'payment.read-now' },
    });
    expect(entries.map(({ actorId }) => actorId)).toEqual([tenant.as.finance.actor.personId]);
    expect(JSON.stringify(entries[0]?.after)).toContain('failure');
  });
});

test('reads a record with very many deposits, and fails only the payment whose record has no end', async () => {
  const many = Array.from({ length: 600 }, () => depositRecordSample({}));
  const [large, endless, small] = [await reported({ deposits: many }), await reported(), await reported()];
  answers.set(endless.paymentId, (response) => response.writeHead(200).end(Buffer.alloc(17 << 20, 'x')));
  expect(await run()).toEqual({ read: 2, failed: 1 });
  // Exceeds the 256 KiB limit of other answers.
  expect(JSON.stringify(many).length).toBeGreaterThan(256 << 10);
  // Includes the deposit of its callback.
  expect(await readRow(large.paymentId)).toMatchObject({ depositCount: 601, readFailures: 0 });
  expect((await readRow(endless.paymentId))?.lastReadError).toMatch(/^The payment record is too large/);
  expect(await readRow(small.paymentId)).toMatchObject({ status: 'DEPOSITED' });
  expect(await findReadingPause()).toBeNull();
});

test('reads other payments when an answer can’t be stored, and retries it later', async () => {
  const poison = await reported({ deposits: [depositRecordSample({ transactionId: 'poison' })] });
  const fine = await reported();
  await databasePool().query(
    `ALTER TABLE deposit ADD CONSTRAINT planted CHECK (transaction_id <> 'poison') NOT VALID`,
  );
  const done = await run();
  await databasePool().query('ALTER TABLE deposit DROP CONSTRAINT planted');
  expect(done).toEqual({ read: 1, failed: 1 });
  expect(await readRow(fine.paymentId)).toMatchObject({ status: 'DEPOSITED' });
  const row = await readRow(poison.paymentId);
  expect(row).toMatchObject({
    readFailures: 1,
    lastReadError: expect.stringMatching(/could not be saved/),
  });
  expect(row?.nextReadAt?.getTime()).toBeGreaterThan(Date.now() + 30_000);
  expect(await findReadingPause()).toBeNull();
});

test('reads a payment that only the service has, for people who may refresh payments', async () => {
  const paymentId = toId<PaymentId>(randomUUID());
  answers.set(paymentId, json(paymentRecordSample(tenant.businessId, { paymentId, status: 'NEW' })));
  const open = (role: 'viewer' | 'finance', id: string = paymentId) =>
    readUnknownPayment(tenant.as[role], tenant.businessId, id);
  expect(await open('viewer')).toBe(false);
  expect(await open('finance', 'no-id')).toBe(false);
  expect(asked).toEqual([]);
  expect(await open('finance')).toBe(true);
  expect(await readRow(paymentId)).toMatchObject({ status: 'NEW' });
  expect(await database().auditEntry.count({ where: { objectId: paymentId } })).toBe(1);
  // It is known now, so its page refreshes it like any other.
  expect(await open('finance')).toBe(false);
  expect(asked).toEqual([paymentId]);
});

test('stores nothing for an address that the service does not know, or of another business', async () => {
  const [missing, foreign] = [toId<PaymentId>(randomUUID()), toId<PaymentId>(randomUUID())];
  answers.set(foreign, json(paymentRecordSample(randomUUID(), { paymentId: foreign })));
  for (const paymentId of [missing, foreign]) {
    expect(await readUnknownPayment(tenant.as.finance, tenant.businessId, paymentId)).toBe(false);
    expect(await readRow(paymentId)).toBeNull();
    // The service was called, so the act is audited.
    expect(await database().auditEntry.findMany({ where: { objectId: paymentId } })).toMatchObject([
      { action: 'payment.read-now', after: { failure: expect.any(String) } },
    ]);
  }
});

test('reads unknown payments of a business no faster than the service allows', async () => {
  const { businessId, as } = await createTenant();
  const read = () => readListedPayment(as.finance, { businessId, paymentId: randomUUID() });
  const results = await Promise.allSettled(Array.from({ length: 40 }, read));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ reason }) => reason.code === 'throttled')).toBe(true);
  expect(asked.length).toBe(results.length - refused.length);
  const before = asked.length;
  expect(await readUnknownPayment(as.finance, businessId, randomUUID())).toBe(false);
  expect(asked.length - before).toBeLessThanOrEqual(1);
});

test('makes a payment due again when a callback arrives during its refresh', async () => {
  const { paymentId, due } = await reported();
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const record = paymentRecordSample(tenant.businessId, { paymentId, status: 'PENDING' });
  answers.set(paymentId, (response) => {
    started.resolve();
    void release.promise.then(() => json(record)(response));
  });
  const reading = readAfterCallback(due);
  await started.promise;
  await vi.waitFor(
    async () => {
      await receiveCallback({
        businessId: tenant.businessId,
        kind: 'deposit-received',
        body: toSampleBytes(depositCallbackSample({ paymentId })),
        headers: {},
        receivedAt: now(),
      });
    },
    { timeout: 60_000 },
  );
  release.resolve();
  await reading;
  expect((await readRow(paymentId))?.nextReadAt?.getTime()).toBeLessThanOrEqual(Date.now());
});

test('imports the payments of a list of IDs, one at a time, and says what became of each', async () => {
  const { businessId, as } = tenant;
  const paymentId = toId<PaymentId>(randomUUID());
  const read = (id: string, who = as.finance) => readListedPayment(who, { businessId, paymentId: id });
  await expect(read(paymentId, as.compliance)).rejects.toMatchObject({ code: 'forbidden' });
  answers.set(
    paymentId,
    (response) =>
      void response.writeHead(200).end(JSON.stringify(paymentRecordSample(businessId, { paymentId }))),
  );
  expect(await read(paymentId)).toEqual({ state: 'imported' });
  expect(await database().payment.count({ where: { businessId, paymentId } })).toBe(1);
  asked.length = 0;
  expect(await read(paymentId)).toEqual({ state: 'stored' });
  expect(asked).toEqual([]);
  expect(await read(randomUUID())).toEqual({ state: 'missing' });
  expect(await read('order-1')).toEqual({ state: 'invalid' });
  const unknown = randomUUID();
  expect(await read(unknown)).toEqual({ state: 'missing' });
  expect(await database().auditEntry.findMany({ where: { objectId: unknown } })).toMatchObject([
    { action: 'payment.read-now', after: { failure: expect.any(String) } },
  ]);
  expect(
    await database().auditEntry.count({
      where: { chainId: businessId, action: 'payment.import', objectId: paymentId },
    }),
  ).toBe(1);
});
