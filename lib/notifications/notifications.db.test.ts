import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { writeAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { insertIntent } from '#lib/database/testing/rows.ts';
import type { Tenant, TenantRole } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { addMilliseconds, instant } from '#lib/values/instant.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { createNotifications } from './create-notifications.ts';
import { countUnreadNotifications, listNotifications } from './index.ts';
import { markRead } from './mark-read.ts';
import { findBurstPath } from './model.ts';
import { deleteOldNotifications } from './store.ts';

let tenant: Tenant;
const { signal } = new AbortController();
const run = () => createNotifications(systemContext(), signal);
const inbox = async (context: Context<PersonActor>) =>
  (await listNotifications(context, tenant.businessId, null)).rows;
const kindsFor = async (role: TenantRole) => (await inbox(tenant.as[role])).map(({ kind }) => kind);

beforeEach(async () => {
  tenant = await createTenant();
  // The first run starts the cursors of a business.
  await run();
});

async function addPayment(
  status: string,
  more: Partial<Prisma.PaymentUncheckedCreateInput> = {},
): Promise<string> {
  const now = new Date();
  const { paymentId } = await database().payment.create({
    data: {
      businessId: tenant.businessId,
      paymentId: randomUUID(),
      clientPaymentId: 'order-1',
      status,
      recordSeen: true,
      sortAt: now,
      firstObservedAt: now,
      changedAt: now,
      ...more,
    },
  });
  return paymentId;
}

/** Moves a cursor back, as if the last run was some minutes ago. */
const rewind = (source: string, minutes: number) =>
  database().jobCursor.updateMany({
    where: { businessId: tenant.businessId, source },
    data: { at: new Date(Date.now() - minutes * 60_000) },
  });

/** Changes the row as a repeated callback does. */
const touch = (paymentId: string) =>
  database().payment.updateMany({ where: { paymentId }, data: { changedAt: new Date() } });

test('notifies each person of the role once, also after a repeated callback and with two workers', async () => {
  const paymentId = await addPayment('DEPOSITED');
  await Promise.all([run(), run()]);
  await run();
  await touch(paymentId);
  await Promise.all([run(), run()]);
  expect(await inbox(tenant.as.finance)).toMatchObject([
    { kind: 'payment-paid', transition: 'paid', recordId: paymentId, label: 'order-1', isRead: false },
  ]);
  expect(await kindsFor('owner')).toEqual(['payment-paid']);
  expect(await kindsFor('viewer')).toEqual([]);
  expect(await countUnreadNotifications(tenant.as.finance, tenant.businessId)).toEqual({ unread: 1 });
});

test('finds a change that was committed behind a later one', async () => {
  await addPayment('DEPOSITED');
  await run();
  const late = await addPayment('DEPOSITED');
  await database().payment.updateMany({
    where: { paymentId: late },
    data: { changedAt: new Date(Date.now() - 5_000) },
  });
  await rewind('payments', 1);
  await run();
  expect(
    await database().notification.count({ where: { businessId: tenant.businessId, recordId: late } }),
  ).toBe(2);
});

test('notifies about each changed value of a settled payment once, whatever the age of the payment', async () => {
  const { personId } = tenant.as.finance.actor;
  const old = new Date(Date.now() - 200 * 86_400_000);
  const paymentId = await addPayment('DEPOSITED', { sortAt: old, firstObservedAt: old, changedAt: old });
  const difference = (at: Date) => ({ record: 'payment', field: 'displayCurrency', at: at.toISOString() });
  const found = new Date(Date.now() - 60_000);
  const change = (...times: readonly Date[]) =>
    database().payment.updateMany({
      where: { paymentId },
      data: { changedAt: new Date(), readDifferences: times.map(difference) },
    });
  await change(found);
  await run();
  await touch(paymentId);
  await run();
  const seen = async () =>
    (await inbox(tenant.as.finance)).map(({ kind, transition }) => `${kind} ${transition}`);
  expect(await seen()).toEqual(['exception-opened contradicted']);
  const count = () => database().notification.count({ where: { recordId: paymentId, personId } });
  await change(new Date(), found);
  await run();
  expect(await count()).toBe(2);
  await change(old);
  await run();
  expect(await count()).toBe(2);
});

test('many exceptions of an hour for the same reason are one notification, which links to their list', async () => {
  const old = new Date(Date.now() - 200 * 86_400_000);
  const at = new Date(Date.now() - 60_000).toISOString();
  for (let place = 0; place < 5; place += 1)
    await addPayment('DEPOSITED', {
      ...{ sortAt: old, firstObservedAt: old, clientPaymentId: `order-${place}` },
      readDifferences: [{ record: 'payment', field: 'displayCurrency', at }],
    });
  await addPayment('AWAITING', { coverage: 'under' });
  await run();
  await database().notification.updateMany({
    where: { businessId: tenant.businessId },
    data: { at: new Date(Date.now() - 7_200_000) },
  });
  const rows = await inbox(tenant.as.finance);
  expect(rows.map(({ transition, burst }) => [transition, burst.count]).toSorted()).toEqual([
    ['contradicted', 4],
    ['under', 0],
  ]);
  const { unread } = await countUnreadNotifications(tenant.as.finance, tenant.businessId);
  expect(unread).toBe(2);
  for (const transition of ['contradicted', `contradicted-${Date.now()}`])
    expect(findBurstPath('exception-opened', 'p', transition)).toBe('exceptions?state=contradicted');
});

test('notifies about exceptions, and not about imported history', async () => {
  await addPayment('AWAITING', { coverage: 'under' });
  await addPayment('DEPOSITED', { sortAt: new Date(Date.now() - 30 * 86_400_000) });
  await run();
  expect(await inbox(tenant.as.finance)).toMatchObject([{ kind: 'exception-opened', transition: 'under' }]);
});

test('notifies about no difference that the business tolerates', async () => {
  const { businessId } = tenant;
  await database().business.update({ where: { id: businessId }, data: { toleranceEur: '1' } });
  const price = {
    ...{ type: 'ONE_TIME', displayCurrency: 'EUR', expectedDisplayAmount: '50' },
    ...{ depositCount: 1, confirmedDepositCount: 1 },
  };
  await addPayment('AWAITING', { coverage: 'under', actualDisplayAmount: '49.50', ...price });
  const noticed = await addPayment('AWAITING', { coverage: 'under', actualDisplayAmount: '48.50', ...price });
  await run();
  expect(await inbox(tenant.as.finance)).toMatchObject([{ transition: 'under', recordId: noticed }]);
});

test('notifies about no change of a payment from before the cursor began', async () => {
  const old = new Date(Date.now() - 3 * 86_400_000);
  await addPayment('DEPOSITED', { sortAt: old, firstObservedAt: old });
  await run();
  expect(await inbox(tenant.as.finance)).toEqual([]);
});

test('notifies a new member about no earlier event that a callback repeats', async () => {
  const before = new Date(Date.now() - 3 * 60_000);
  await rewind('payments', 10);
  const paymentId = await addPayment('DEPOSITED', { changedAt: before });
  await run();
  const { businessId } = tenant;
  const joined = await createPerson(new Map([[businessId, 'finance' as const]]));
  await touch(paymentId);
  await run();
  expect(await inbox(joined)).toEqual([]);
  expect(await kindsFor('finance')).toEqual(['payment-paid']);
});

const record = (context: Context<PersonActor>, action: string, after?: unknown) =>
  inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId: tenant.businessId,
      action,
      objectType: 'thing',
      objectId: randomUUID(),
      after,
    }),
  );

test('notifies about a restored request, except those of a stopped file, whose page shows them', async () => {
  const { businessId } = tenant;
  const personId = tenant.as.finance.actor.personId;
  const at = new Date();
  const [single, ofFile] = [
    await insertIntent(tenant, randomUUID(), { at, state: 'UNKNOWN' }),
    await insertIntent(tenant, randomUUID(), { at, state: 'UNKNOWN' }),
  ];
  await database().paymentIntent.updateMany({
    where: { id: { in: [single, ofFile] } },
    data: { errorCode: 'restored' },
  });
  const row = { number: 2, values: {}, hasErrors: false, hasWarnings: false };
  await database().paymentBatch.create({
    data: {
      ...{ businessId, fileName: 'rows.csv', source: 'csv', size: 1, state: 'stopped' },
      ...{ createdBy: personId, createdAt: at, confirmedBy: personId, confirmedAt: at },
      rows: { create: [{ ...row, clientPaymentId: 'a', intentId: ofFile, requestBody: '{}' }] },
    },
  });
  await rewind('requests', 1);
  await run();
  expect(await inbox(tenant.as.finance)).toMatchObject([{ transition: 'unknown-outcome' }]);
});

test('notifies about a request that was interrupted half a minute ago', async () => {
  const addRequest = (changedAt: Date) =>
    insertIntent(tenant, randomUUID(), { at: changedAt, state: 'SENDING' });
  await addRequest(new Date());
  await addRequest(new Date(Date.now() - 40_000));
  await rewind('requests', 1);
  await run();
  expect(await inbox(tenant.as.finance)).toMatchObject([{ transition: 'unknown-outcome' }]);
});

test('shows finance no position in the audit log', async () => {
  await record(tenant.as.compliance, 'payment-batch.finish');
  await record(tenant.as.compliance, 'payment-batch.pause');
  await run();
  const transitions = (await inbox(tenant.as.finance)).map(({ transition }) => transition);
  expect(transitions.toSorted()).toEqual(['finished', 'paused']);
});

test('notifies owners about a failed copy to the warehouse', async () => {
  await inTransaction((transaction) =>
    writeAudit(transaction, systemContext(), {
      ...{ businessId: tenant.businessId, action: 'warehouse.fail' },
      ...{ objectType: 'warehouse', objectId: tenant.businessId, after: { host: 'storage.example' } },
    }),
  );
  await run();
  expect(await inbox(tenant.as.owner)).toMatchObject([
    { kind: 'warehouse-failed', label: 'storage.example' },
  ]);
  expect(await kindsFor('finance')).toEqual([]);
});

test('notifies those who may approve, and not the person who proposed', async () => {
  const approver = await createPerson(new Map([[tenant.businessId, 'approver' as const]]));
  await record(tenant.as.finance, 'payment-approval.propose');
  await run();
  expect(await kindsFor('finance')).toEqual([]);
  expect(await kindsFor('owner')).toEqual(['proposal-waiting']);
  expect(await kindsFor('compliance')).toEqual([]);
  expect((await inbox(approver)).map(({ kind }) => kind)).toEqual(['proposal-waiting']);
});

test('notifies about proposals of settings and of the desk only those who may answer them', async () => {
  const approver = await createPerson(new Map([[tenant.businessId, 'approver' as const]]));
  await record(tenant.as.owner, 'creation-limit.propose');
  await record(tenant.as.owner, 'retention.propose');
  await record(tenant.as.owner, 'review-desk.propose');
  await record(tenant.as.owner, 'retention.propose-lift');
  await record(tenant.as.owner, 'review-rule.propose-pause');
  await run();
  const shown = async (context: Context<PersonActor>) =>
    (await inbox(context)).flatMap(({ kind, transition, burst }) =>
      [{ transition }, ...burst.newest].map((one) => `${kind} ${one.transition}`),
    );
  const setting = 'proposal-waiting setting';
  const desk = 'case-proposal desk';
  expect(await shown(approver)).toEqual([setting, setting]);
  expect(await shown(tenant.as.compliance)).toEqual([desk, desk, desk]);
  for (const as of [tenant.as.finance, tenant.as.viewer, tenant.as.owner])
    expect(await shown(as)).toEqual([]);
});

test('hides everything about cases from people who may not know of them', async () => {
  const { compliance, owner, finance, viewer } = tenant.as;
  const before = await Promise.all([inbox(finance), inbox(viewer)]);
  await record(owner, 'review-case.open');
  await record(owner, 'review-case.assign', { assignee: compliance.actor.personId });
  await record(compliance, 'review-case.propose');
  await run();
  expect(await Promise.all([inbox(finance), inbox(viewer)])).toEqual(before);
  expect(await countUnreadNotifications(finance, tenant.businessId)).toEqual({ unread: 0 });
  expect((await kindsFor('compliance')).toSorted()).toEqual(['case-assigned', 'case-opened']);
  expect(await kindsFor('owner')).toEqual(['case-proposal']);
});

test('hides notifications that a new role may not see, and sends none to disabled people', async () => {
  const { owner, finance } = tenant.as;
  await record(finance, 'review-case.propose');
  await database().membership.updateMany({
    where: { personId: finance.actor.personId },
    data: { disabledAt: new Date() },
  });
  await addPayment('DEPOSITED');
  await run();
  expect(await inbox(finance)).toEqual([]);
  const demoted = {
    ...owner,
    actor: { ...owner.actor, roles: new Map([[tenant.businessId, 'viewer' as const]]) },
  };
  expect((await inbox(demoted)).map(({ kind }) => kind)).toEqual(['payment-paid']);
  expect(await countUnreadNotifications(demoted, tenant.businessId)).toEqual({ unread: 1 });
});

test('lists unread first, page by page, and marks only own notifications as read', async () => {
  const { finance, owner } = tenant.as;
  const { businessId } = tenant;
  await database().notification.createMany({
    data: Array.from({ length: 60 }, (_, index) => ({
      businessId,
      personId: finance.actor.personId,
      kind: 'mention',
      recordId: randomUUID(),
      transition: 'payment',
      at: new Date(Date.now() - index * 1_000),
    })),
  });
  const first = await listNotifications(finance, businessId, null);
  const second = await listNotifications(finance, businessId, first.next);
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(60);
  const newest = first.rows[0]?.id ?? '';
  expect(await markRead(owner, { businessId, ids: [newest] })).toEqual({ marked: 0 });
  expect(await markRead(finance, { businessId, ids: [newest] })).toEqual({ marked: 1 });
  const again = await listNotifications(finance, businessId, first.next);
  expect(again.rows.at(-1)).toMatchObject({ id: newest, isRead: true });
  expect(again.rows).toHaveLength(11);
  expect(await markRead(finance, { businessId, ids: 'all' })).toEqual({ marked: 59 });
});

test('deletes notifications 90 days after they were read', async () => {
  await addPayment('DEPOSITED');
  await run();
  await markRead(tenant.as.finance, { businessId: tenant.businessId, ids: 'all' });
  const now = instant(Date.now());
  await deleteOldNotifications(addMilliseconds(now, 89 * 86_400_000));
  expect(await kindsFor('finance')).toHaveLength(1);
  await deleteOldNotifications(addMilliseconds(now, 91 * 86_400_000));
  expect(await kindsFor('finance')).toEqual([]);
  expect(await kindsFor('owner')).toHaveLength(1);
  // Unread ones stay twice as long.
  await deleteOldNotifications(addMilliseconds(now, 181 * 86_400_000));
  expect(await kindsFor('owner')).toEqual([]);
});

test('a source that fails stops no other business', async () => {
  const [first, second] = [tenant, await createTenant()].toSorted((a, b) =>
    a.businessId < b.businessId ? -1 : 1,
  );
  if (first === undefined || second === undefined) throw new Error('no businesses');
  await run();
  await inTransaction((transaction) =>
    writeAudit(transaction, first.as.owner, {
      businessId: first.businessId,
      action: 'payment-batch.finish',
      objectType: 'thing',
      objectId: 'no record id',
    }),
  );
  tenant = second;
  await addPayment('DEPOSITED');
  await expect(run()).rejects.toThrow();
  expect(await kindsFor('finance')).toEqual(['payment-paid']);
  await database().jobCursor.updateMany({
    where: { businessId: first.businessId, source: 'audit' },
    data: { sequence: 1_000n },
  });
});

test('sends no notification of a kind that is off', async () => {
  const { businessId } = tenant;
  const personId = tenant.as.finance.actor.personId;
  await database().membership.update({
    where: { personId_businessId: { personId, businessId } },
    data: { deliveries: { 'payment-paid': 'off' } },
  });
  await addPayment('DEPOSITED');
  await run();
  expect(await kindsFor('finance')).toEqual([]);
  expect(await kindsFor('owner')).toEqual(['payment-paid']);
});
