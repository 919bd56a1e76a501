import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setReadingPause } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { listenAsService } from '#lib/platform/testing/listen-as-service.ts';
import { depositRecordSample, paymentRecordSample } from '#lib/platform/testing/wire-samples.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';

const records = new Map<string, unknown>();
const server = createServer((request, response) => {
  const record = records.get(request.url?.split('/').at(-1) ?? '');
  response.writeHead(record === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(record ?? { message: 'no such payment' }));
});
await listenAsService(server);

const { database } = await import('#lib/database/pools.ts');
const { listExceptions, workException } = await import('#lib/exceptions/index.ts');
const { exceptionList } = await import('#lib/exceptions/model.ts');
const { readDuePayments, readPayment, readPaymentNow } = await import('#lib/payments/index.ts');
const { checkSettledPayments } = await import('./check-payments.ts');
const { readConnection } = await import('./queries/connection.ts');

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});
beforeEach(async () => {
  delete testEnv.SERVICE_PAYMENT_READ_PATH;
  await database().payment.updateMany({ data: { nextReadAt: null } });
  await setReadingPause(null);
});
afterAll(async () => {
  await setReadingPause(null);
  server.close();
});

let ahead = 0;
const clock = { now: () => instant(Date.now() + ahead) };
/** Each step is later than all before, so that its reads count. */
const later = () => {
  ahead += 5_000;
  return systemContext('payment-checks', clock);
};
const readNow = (paymentId: PaymentId) => {
  ahead += 5_000;
  return readPaymentNow({ ...tenant.as.owner, clock }, { businessId: tenant.businessId, paymentId });
};
/** Settles a payment, as a first read reports it. */
async function settle() {
  const [id, deposit, clientPaymentId] = [randomUUID(), randomUUID(), `order-${randomUUID()}`];
  const paymentId = toId<PaymentId>(id);
  const report = (fields: Record<string, unknown>, payment: Record<string, unknown> = {}) =>
    records.set(
      id,
      paymentRecordSample(tenant.businessId, {
        ...{ paymentId, clientPaymentId, status: 'DEPOSITED', ...payment },
        deposits: [depositRecordSample({ id: deposit, ...fields })],
      }),
    );
  report({});
  await database().payment.create({
    data: {
      ...{ businessId: tenant.businessId, paymentId, clientPaymentId, status: 'NEW' },
      ...{ firstObservedAt: new Date(), changedAt: new Date(), sortAt: new Date() },
    },
  });
  await readNow(paymentId);
  // It changed since, for example by an import.
  await database().payment.updateMany({
    where: { paymentId },
    data: { nextReadAt: null, changedAt: new Date(clock.now() + 1_000) },
  });
  return { paymentId, report };
}

/** One run of both jobs. */
async function check() {
  const { scheduled } = await checkSettledPayments(later());
  await readDuePayments(later(), new AbortController().signal);
  await checkSettledPayments(later());
  return scheduled;
}
const findException = async (subjectId: string) => {
  const parameters = new URLSearchParams('state=contradicted');
  const { query } = parseListQuery(exceptionList, (name) => parameters.get(name));
  const { rows } = await listExceptions(tenant.as.viewer, tenant.businessId, query);
  return rows.find((row) => row.subjectId === subjectId);
};
const findCheck = async () =>
  (await readConnection(tenant.as.viewer, tenant.businessId)).checks.find(
    ({ key }) => key === 'settled-payments',
  );

test('reads a settled payment again that changed since, and finds no difference in the same record', async () => {
  const { paymentId } = await settle();
  expect(await check()).toBe(1);
  expect(await findException(paymentId)).toBeUndefined();
  expect(await findCheck()).toMatchObject({
    state: 'good',
    message: '1 of 1 read again since their last change. 0 differ.',
  });
  // It is read once, not forever.
  expect((await checkSettledPayments(later()))['scheduled']).toBe(0);
});

test('opens an exception that names a contradicted value with both, and opens it again for another one', async () => {
  const { paymentId, report } = await settle();
  report({ settlementPayableAmount: '48.10' });
  const findChange = async () =>
    (await database().payment.findFirstOrThrow({ where: { paymentId }, select: { changedAt: true } }))
      .changedAt;
  const before = await findChange();
  await check();
  // Notifications follow the times of change.
  expect((await findChange()).getTime()).toBeGreaterThan(before.getTime());
  const view = await readPayment(tenant.as.viewer, tenant.businessId, paymentId);
  expect(view.readDifferences).toMatchObject([
    { record: 'deposit', field: 'settlementPayableAmount', stored: '49.4', reported: '48.1' },
  ]);
  const row = await findException(paymentId);
  expect(row).toMatchObject({
    ...{ states: ['contradicted'], resolvedAt: null },
    differences: [{ record: 'deposit', field: 'settlementPayableAmount', stored: '49.4', reported: '48.1' }],
  });
  expect(await findCheck()).toMatchObject({
    state: 'attention',
    message: expect.stringMatching(/1 differ\.$/),
  });
  await workException(tenant.as.finance, {
    ...{ businessId: tenant.businessId, kind: 'payment', subjectId: paymentId, version: row?.version ?? 0 },
    ...{ ownerId: null, note: 'Booked', states: ['contradicted'], resolved: true },
  });
  expect(await findException(paymentId)).toBeUndefined();
  await checkSettledPayments(later());
  expect(await findCheck()).toMatchObject({ state: 'good' });
  report({ settlementPayableAmount: '47' });
  await readNow(paymentId);
  expect(await findException(paymentId)).toMatchObject({ resolvedAt: null, note: 'Booked' });
  const { readDifferences } = await readPayment(tenant.as.viewer, tenant.businessId, paymentId);
  expect(readDifferences.map(({ reported }) => reported)).toEqual(['47', '48.1']);
});

test('a value that advances is no difference', async () => {
  const { paymentId, report } = await settle();
  report({ settlementServiceFee: '0.50' }, { status: 'OVERPAID', actualDisplayAmount: '60' });
  await check();
  expect(await findException(paymentId)).toBeUndefined();
});

test('keeps a difference when the record is read again', async () => {
  const { paymentId, report } = await settle();
  report({ settlementPayableAmount: '48.10' });
  await check();
  await readNow(paymentId);
  expect((await readPayment(tenant.as.viewer, tenant.businessId, paymentId)).readDifferences).toHaveLength(1);
});

test.each(['the reading pause', 'an installation without reads'] as const)(
  'makes nothing due and shows no new count within %s',
  async (reason) => {
    await settle();
    await check();
    const before = await findCheck();
    const { paymentId } = await settle();
    const areReadsOff = reason === 'an installation without reads';
    if (areReadsOff) testEnv.SERVICE_PAYMENT_READ_PATH = undefined;
    else await setReadingPause({ since: new Date(), until: new Date(Date.now() + 3_600_000), failures: 3 });
    expect(await checkSettledPayments(later())).toEqual({ scheduled: 0 });
    const { nextReadAt } = await database().payment.findFirstOrThrow({ where: { paymentId } });
    expect(nextReadAt).toBeNull();
    expect(await findCheck()).toEqual(areReadsOff ? undefined : before);
  },
);
