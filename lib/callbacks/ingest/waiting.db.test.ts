import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertIntent } from '#lib/database/testing/rows.ts';
import { createBusiness, createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { countWaitingCallbacks, listWaitingAbout, verifyReadModel } from '#lib/observations/index.ts';
import { lockRecords } from '#lib/observations/store/record-locks.ts';
import { createContext } from '#lib/platform/context.ts';
import {
  depositCallbackSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { countCallbacksByVerdict, foldWaitingCallbacks, listCallbacks, receiveCallback } from '../index.ts';

const start = 1_793_000_000_000;
const context = createContext({ kind: 'system', name: 'test' });
const fold = () => foldWaitingCallbacks(context, AbortSignal.timeout(20_000));

const deliver = (
  businessId: BusinessId,
  sample: object,
  seconds = 0,
  kind: 'deposit-received' | 'withdrawal' = 'deposit-received',
) =>
  receiveCallback({
    businessId,
    kind,
    body: toSampleBytes(sample),
    headers: {},
    receivedAt: instant(start + seconds * 1_000),
  });

const readMessages = (businessId: BusinessId) =>
  database().callbackMessage.findMany({
    where: { businessId },
    orderBy: [{ firstReceivedAt: 'asc' }],
    select: { verdict: true, deliveries: true, firstReceivedAt: true, reasons: true },
  });
const readVerdicts = async (businessId: BusinessId) =>
  (await readMessages(businessId)).map(({ verdict }) => verdict);

/** Runs `work` while another transaction holds these records. */
const whileLocked = <T>(
  businessId: BusinessId,
  ids: readonly (PaymentId | DepositId | WithdrawalId)[],
  work: () => Promise<T>,
): Promise<T> =>
  inTransaction(
    async (transaction) => {
      await lockRecords(transaction, businessId, ids);
      return work();
    },
    'read-committed',
    60_000,
  );

/** Callbacks about a record that stayed locked aren't folded at once for two seconds. */
const busyIsForgotten = () => pause(2_050);

async function createPayment() {
  const businessId = await createBusiness();
  const ids = { paymentId: randomUUID(), depositId: randomUUID() };
  const locked = [toId<PaymentId>(ids.paymentId)];
  const sample = depositCallbackSample(ids);
  const createSample = (actualDisplayAmount: number) => ({ ...sample, actualDisplayAmount });
  return { businessId, ...ids, locked, createSample };
}

test('answers 200 for a callback about a locked record, and stores its bytes until it is folded', async () => {
  const { businessId, depositId, locked, createSample } = await createPayment();
  const answer = await whileLocked(businessId, locked, () => deliver(businessId, createSample(40)));
  expect(answer).toMatchObject({
    status: 200,
    isWaiting: true,
    observed: { verdict: 'received', repeat: false },
  });
  expect(await readVerdicts(businessId)).toEqual(['received']);
  expect(await database().deposit.count({ where: { businessId } })).toBe(0);
  expect(await fold()).toMatchObject({ folded: expect.any(Number), locked: 0 });
  expect(await readVerdicts(businessId)).toEqual(['applied']);
  const deposit = await database().deposit.findFirst({ where: { businessId, depositId } });
  // It counts from its own receipt, and is news from now on.
  expect(deposit?.firstObservedAt?.getTime()).toBe(start);
  expect(deposit?.changedAt.getTime()).toBeGreaterThan(start);
  expect(await database().callbackDelivery.count({ where: { businessId } })).toBe(1);
});

test.concurrent('counts the repeat of a waiting callback as a delivery of the same message', async () => {
  const { businessId, locked, createSample } = await createPayment();
  await whileLocked(businessId, locked, async () => {
    expect(await deliver(businessId, createSample(40))).toMatchObject({ status: 200, isWaiting: true });
    expect(await deliver(businessId, createSample(40), 1)).toMatchObject({ status: 200, isWaiting: false });
  });
  expect(await readMessages(businessId)).toMatchObject([{ verdict: 'received', deliveries: 2 }]);
  await busyIsForgotten();
  // The next delivery holds the locks, so it folds the waiting message first.
  expect(await deliver(businessId, createSample(40), 120)).toMatchObject({ status: 200 });
  expect(await readMessages(businessId)).toMatchObject([
    { verdict: 'applied', deliveries: 3, firstReceivedAt: new Date(start) },
  ]);
  expect(await database().callbackDelivery.count({ where: { businessId } })).toBe(3);
});

test.concurrent('folds waiting callbacks in order of receipt before the next one about the same deposit', async () => {
  const { businessId, locked, createSample } = await createPayment();
  await whileLocked(businessId, locked, async () => {
    await deliver(businessId, createSample(40), 0);
    await deliver(businessId, createSample(41), 1);
  });
  await busyIsForgotten();
  expect(await deliver(businessId, createSample(42), 2)).toMatchObject({
    observed: { verdict: 'new-version' },
  });
  const messages = await readMessages(businessId);
  expect(messages.map(({ verdict }) => verdict)).toEqual(['applied', 'new-version', 'new-version']);
  // The first value came first and is contradicted by the later ones.
  expect(messages.map(({ reasons }) => JSON.stringify(reasons) !== '[]')).toEqual([false, true, true]);
  const differences: unknown[] = [];
  await verifyReadModel(
    (difference) => void (difference.businessId === businessId && differences.push(difference)),
  );
  expect(differences).toEqual([]);
});

test('stores a withdrawal callback about a locked record and folds it by the worker', async () => {
  const businessId = await createBusiness();
  const withdrawalId = randomUUID();
  const sample = withdrawalCallbackSample(businessId, { withdrawalId });
  const answer = await whileLocked(businessId, [toId<WithdrawalId>(withdrawalId)], () =>
    deliver(businessId, sample, 0, 'withdrawal'),
  );
  expect(answer).toMatchObject({ status: 200, isWaiting: true });
  expect((await countWaitingCallbacks()).count).toBeGreaterThan(0);
  await fold();
  expect(await readVerdicts(businessId)).toEqual(['applied']);
  expect(await database().withdrawal.count({ where: { businessId, withdrawalId } })).toBe(1);
});

test('leaves callbacks about records that are still locked, and folds the others', async () => {
  const [one, other] = [await createPayment(), await createPayment()];
  await whileLocked(one.businessId, one.locked, () => deliver(one.businessId, one.createSample(40)));
  await whileLocked(other.businessId, other.locked, async () => {
    await deliver(other.businessId, other.createSample(40));
    expect((await fold()).locked).toBeGreaterThanOrEqual(1);
    expect(await readVerdicts(one.businessId)).toEqual(['applied']);
    expect(await readVerdicts(other.businessId)).toEqual(['received']);
  });
  await fold();
  expect(await readVerdicts(other.businessId)).toEqual(['applied']);
});

test('keeps both answers of an unreadable body, and never lets it wait', async () => {
  const businessId = await createBusiness();
  const body = Buffer.from(`{"hurt ${randomUUID()}`);
  const send = () =>
    receiveCallback({ businessId, kind: 'withdrawal', body, headers: {}, receivedAt: instant(start) });
  expect([(await send()).status, (await send()).status]).toEqual([400, 200]);
  expect(await readVerdicts(businessId)).toEqual(['quarantined']);
});

test('lists what waits for a record of one business only', async () => {
  const { businessId, paymentId, depositId, locked, createSample } = await createPayment();
  const other = await createBusiness();
  await whileLocked(businessId, locked, () => deliver(businessId, createSample(40)));
  const about = { paymentId: toId<PaymentId>(paymentId) };
  expect(await listWaitingAbout(businessId, about)).toHaveLength(1);
  expect(await listWaitingAbout(businessId, { subjectId: depositId })).toHaveLength(1);
  expect(await listWaitingAbout(other, about)).toEqual([]);
  await fold();
  expect(await listWaitingAbout(businessId, about)).toEqual([]);
});

test('refuses to let a folded callback wait again, and to skip the fold', async () => {
  const { businessId, locked, createSample } = await createPayment();
  const setVerdict = (verdict: string) =>
    databasePool().query('UPDATE callback_message SET verdict = $2 WHERE business_id = $1', [
      businessId,
      verdict,
    ]);
  await whileLocked(businessId, locked, () => deliver(businessId, createSample(40)));
  await expect(setVerdict('rejected')).rejects.toThrow('only grows and refuses');
  await expect(setVerdict('expired')).rejects.toThrow('only grows and refuses');
  await fold();
  await expect(setVerdict('received')).rejects.toThrow('only grows and refuses');
  expect(await readVerdicts(businessId)).toEqual(['applied']);
});

test('shows and counts a waiting callback to the people of its business only', async () => {
  const [tenant, other] = [await createTenant(), await createTenant()];
  const { businessId } = tenant;
  const paymentId = randomUUID();
  const sample = depositCallbackSample({ paymentId });
  await whileLocked(businessId, [toId<PaymentId>(paymentId)], () => deliver(businessId, sample));
  const query = { ...wholeList, choices: { verdict: ['received'] } };
  const { rows } = await listCallbacks(tenant.as.viewer, businessId, query);
  expect(rows).toMatchObject([{ verdict: 'received', paymentId, hasPayment: false }]);
  const { verdicts } = await countCallbacksByVerdict(tenant.as.viewer, businessId, wholeList);
  expect(verdicts).toEqual([{ verdict: 'received', count: 1, more: false }]);
  expect((await listCallbacks(other.as.owner, other.businessId, query)).rows).toEqual([]);
  await expect(listCallbacks(other.as.owner, businessId, query)).rejects.toMatchObject({ code: 'not-found' });
  await fold();
  expect((await listCallbacks(tenant.as.viewer, businessId, query)).rows).toEqual([]);
});

test('settles the create request of a callback that waited', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const clientPaymentId = `order-${randomUUID()}`;
  const at = new Date(1_792_998_800_000);
  const intentId = await insertIntent(tenant, clientPaymentId, { state: 'UNKNOWN', at });
  const paymentId = randomUUID();
  const sample = depositCallbackSample({ paymentId, clientPaymentId });
  const answer = await whileLocked(businessId, [toId<PaymentId>(paymentId)], () =>
    deliver(businessId, sample),
  );
  expect(answer).toMatchObject({ status: 200, isWaiting: true });
  const readState = async () =>
    (await database().paymentIntent.findFirst({ where: { businessId, id: intentId } }))?.state;
  expect(await readState()).toBe('UNKNOWN');
  await fold();
  expect(await readState()).toBe('CREATED');
});
