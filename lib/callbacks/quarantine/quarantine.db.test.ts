import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listObjectAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { makeSessionStale } from '#lib/database/testing/stale-session.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { observeAnswer, verifyReadModel } from '#lib/observations/index.ts';
import {
  depositCallbackSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { receiveCallback } from '../index.ts';
import { rejectCallback } from './reject-callback.ts';
import { releaseCallback } from './release-callback.ts';

let clock = 1_793_000_000_000;
async function deliver(tenant: Tenant, body: unknown, kind: CallbackKind = 'deposit-received') {
  clock += 1_000;
  const { observed } = await receiveCallback({
    businessId: tenant.businessId,
    kind,
    body: toSampleBytes(body),
    headers: {},
    receivedAt: instant(clock),
  });
  return observed?.messageId ?? toId<MessageId>(randomUUID());
}

const readMessage = (id: MessageId) =>
  database().callbackMessage.findUniqueOrThrow({ where: { id }, include: { decisions: true } });
const readDeposit = (tenant: Tenant, depositId: unknown) =>
  database().deposit.findFirst({ where: { businessId: tenant.businessId, depositId: String(depositId) } });

const held = (tenant: Tenant, messageId: MessageId, revision = 0) => ({
  businessId: tenant.businessId,
  messageId,
  revision,
  accepted: [],
  note: '',
});
const takeStatus = { accepted: [{ path: 'status', how: 'as-it-came' as const }] };

/** Rebuilds the records of all tenants and returns the differences of one. */
async function differencesAt(tenant: Tenant) {
  const found: string[] = [];
  await verifyReadModel(({ businessId, ...one }) => {
    if (businessId === tenant.businessId) found.push(JSON.stringify(one));
  });
  return found;
}

describe('release', () => {
  test('applies the same bytes with accepted reasons, audited and equal to a rebuild', async () => {
    const tenant = await createTenant();
    const sample = depositCallbackSample({ status: 'SETTLED' });
    const id = await deliver(tenant, sample);
    const before = await readMessage(id);
    expect(before).toMatchObject({ verdict: 'quarantined', revision: 0 });

    const released = await releaseCallback(tenant.as.owner, { ...held(tenant, id), ...takeStatus });
    expect(released).toEqual({ verdict: 'applied' });
    const after = await readMessage(id);
    expect(after).toMatchObject({
      verdict: 'applied',
      reasons: [],
      revision: 1,
      orphan: true,
      ...takeStatus,
    });
    expect(Buffer.from(after.body)).toEqual(Buffer.from(before.body));
    expect(after.decisions).toMatchObject([
      {
        kind: 'released',
        personId: tenant.as.owner.actor.personId,
        verdictBefore: 'quarantined',
        ...takeStatus,
      },
    ]);
    expect(await readDeposit(tenant, sample['depositId'])).toMatchObject({ status: 'SETTLED', versions: 1 });
    const payment = await database().payment.findFirst({ where: { businessId: tenant.businessId } });
    expect(payment?.nextReadAt?.getTime()).toBe(clock);
    const audited = await listObjectAudit(tenant.businessId, 'callback', [id]);
    expect(audited.map(({ action }) => action)).toEqual(['callback.release']);
    expect(await differencesAt(tenant)).toEqual([]);
  });

  test('leaves a left-out field unknown and applies the rest', async () => {
    const tenant = await createTenant();
    const sample = depositCallbackSample({ settlementServiceFee: '-3' });
    const id = await deliver(tenant, sample);
    await releaseCallback(tenant.as.owner, {
      ...held(tenant, id),
      accepted: [{ path: 'settlementServiceFee', how: 'left-out' }],
    });
    const deposit = await readDeposit(tenant, sample['depositId']);
    expect(deposit?.settlementServiceFee).toBeNull();
    expect(deposit?.callbackDepositAmount?.toFixed()).toBe('53.271845');
    expect(await differencesAt(tenant)).toEqual([]);
  });

  test('shows held callbacks that differ only in risk detail as one, and so after each release', async () => {
    const tenant = await createTenant();
    const sample = withdrawalCallbackSample(tenant.businessId, { status: 'SETTLED' });
    const owners = ['Alice', 'Mallory', 'Trent'];
    const ids: MessageId[] = [];
    for (const name of owners)
      ids.push(await deliver(tenant, { ...sample, txAddressOwner: { name, category: 'x' } }, 'withdrawal'));
    const readHeads = () => Promise.all(ids.map(async (id) => (await readMessage(id)).shownWith));
    expect(await readHeads()).toEqual([null, ids[0], ids[0]]);
    const release = (id: MessageId) =>
      releaseCallback(tenant.as.owner, { ...held(tenant, id), ...takeStatus });
    await release(toId(ids[0] ?? ''));
    expect(await readHeads()).toEqual([null, null, ids[1]]);
    await release(toId(ids[1] ?? ''));
    expect(await readHeads()).toEqual([null, ids[0], null]);
    await release(toId(ids[2] ?? ''));
    expect(await readHeads()).toEqual([null, ids[0], ids[0]]);
    expect(await differencesAt(tenant)).toEqual([]);
  });

  test.each([
    ['nothing accepted', { status: 'SETTLED' }, /status is not a value/],
    ['one of two accepted', { status: 'SETTLED', network: 'ATLANTIS' }, /network is not a value/],
    ['an id that is none', { paymentId: 'x' }, /paymentId is not a UUID/],
  ])('%s: it stays, and nothing is changed', async (_name, fields, message) => {
    const tenant = await createTenant();
    const id = await deliver(tenant, depositCallbackSample(fields));
    const accepted = 'network' in fields ? takeStatus : {};
    const releasing = releaseCallback(tenant.as.owner, { ...held(tenant, id), ...accepted });
    await expect(releasing).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(message),
    });
    expect(await readMessage(id)).toMatchObject({ verdict: 'quarantined', revision: 0, decisions: [] });
    expect(await database().payment.count({ where: { businessId: tenant.businessId } })).toBe(0);
  });

  test("never releases another business's payment", async () => {
    const [tenant, other] = [await createTenant(), await createTenant()];
    const foreignPayment = paymentRecordSample(other.businessId);
    await inTransaction((transaction) =>
      observeAnswer(transaction, {
        businessId: other.businessId,
        source: 'read',
        startedAt: instant(clock),
        body: toSampleBytes(foreignPayment),
      }),
    );
    const id = await deliver(tenant, depositCallbackSample({ paymentId: foreignPayment['paymentId'] }));
    await expect(releaseCallback(tenant.as.owner, held(tenant, id))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await readMessage(id)).toMatchObject({ verdict: 'quarantined', revision: 0 });
  });

  test('releases a second content as a new version, with a conflict for contradicting terms', async () => {
    const tenant = await createTenant();
    const sample = depositCallbackSample();
    await deliver(tenant, sample);
    const id = await deliver(tenant, { ...sample, actualDepositAmount: 1, status: 'SETTLED' });
    const { verdict } = await releaseCallback(tenant.as.owner, { ...held(tenant, id), ...takeStatus });
    expect(verdict).toBe('new-version');
    expect(await readMessage(id)).toMatchObject({ reasons: [{ path: 'callbackDepositAmount' }] });
    expect(await readDeposit(tenant, sample['depositId'])).toMatchObject({ versions: 2, status: 'SETTLED' });
    expect(await differencesAt(tenant)).toEqual([]);
  });

  test('releases a withdrawal without its unreadable owner', async () => {
    const tenant = await createTenant();
    const sample = withdrawalCallbackSample(tenant.businessId, { txAddressOwner: 'nobody' });
    const id = await deliver(tenant, sample, 'withdrawal');
    await releaseCallback(tenant.as.owner, {
      ...held(tenant, id),
      accepted: [{ path: 'txAddressOwner', how: 'left-out' }],
    });
    const row = await database().withdrawal.findFirst({
      where: { businessId: tenant.businessId },
      include: { risk: true },
    });
    expect(row).toMatchObject({ status: 'COMPLETED', risk: { ownerName: null, ownerCategory: null } });
    expect(await differencesAt(tenant)).toEqual([]);
  });

  test('counts the same bytes as a duplicate after the release', async () => {
    const tenant = await createTenant();
    const sample = depositCallbackSample({ status: 'SETTLED' });
    const id = await deliver(tenant, sample);
    await releaseCallback(tenant.as.owner, { ...held(tenant, id), ...takeStatus });
    await deliver(tenant, sample);
    expect(await readMessage(id)).toMatchObject({ verdict: 'applied', deliveries: 2, revision: 1 });
  });
});

describe('reject', () => {
  test('stores the note, audited and without an effect, and can still be released', async () => {
    const tenant = await createTenant();
    const sample = depositCallbackSample({ status: 'SETTLED' });
    const id = await deliver(tenant, sample);
    const note = 'The service says that it sent this by mistake.';
    await rejectCallback(tenant.as.owner, { ...held(tenant, id), note });
    expect(await readMessage(id)).toMatchObject({
      verdict: 'rejected',
      reasons: [{ path: 'status' }],
      revision: 1,
      decisions: [{ kind: 'rejected', note }],
    });
    expect(await readDeposit(tenant, sample['depositId'])).toBeNull();
    const audited = await listObjectAudit(tenant.businessId, 'callback', [id]);
    expect(audited.map(({ action }) => action)).toEqual(['callback.reject']);
    expect(await differencesAt(tenant)).toEqual([]);

    await releaseCallback(tenant.as.owner, { ...held(tenant, id, 1), ...takeStatus });
    expect(await readMessage(id)).toMatchObject({ verdict: 'applied', revision: 2 });
    expect(await differencesAt(tenant)).toEqual([]);
  });
});

describe('permissions and concurrency', () => {
  test('refuses decisions of other roles and of other businesses', async () => {
    const [tenant, other] = [await createTenant(), await createTenant()];
    const id = await deliver(tenant, '{');
    for (const role of ['viewer', 'finance', 'compliance'] as const) {
      await expect(releaseCallback(tenant.as[role], held(tenant, id))).rejects.toMatchObject({
        code: 'forbidden',
      });
      await expect(rejectCallback(tenant.as[role], { ...held(tenant, id), note: 'x' })).rejects.toMatchObject(
        {
          code: 'forbidden',
        },
      );
    }
    await expect(releaseCallback(other.as.owner, held(tenant, id))).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(releaseCallback(other.as.owner, held(other, id))).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await readMessage(id)).toMatchObject({ verdict: 'quarantined', revision: 0 });
  });

  test('refuses one of two concurrent decisions', async () => {
    const tenant = await createTenant();
    const id = await deliver(tenant, depositCallbackSample({ status: 'SETTLED' }));
    const both = await Promise.allSettled([
      releaseCallback(tenant.as.owner, { ...held(tenant, id), ...takeStatus }),
      rejectCallback(tenant.as.owner, { ...held(tenant, id), note: 'No' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find(({ status }) => status === 'rejected');
    expect(lost).toMatchObject({ reason: { code: 'conflict' } });
    expect((await readMessage(id)).decisions).toHaveLength(1);
  });

  test('refuses decisions on an applied callback', async () => {
    const tenant = await createTenant();
    const id = await deliver(tenant, depositCallbackSample());
    await expect(releaseCallback(tenant.as.owner, held(tenant, id))).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(rejectCallback(tenant.as.owner, { ...held(tenant, id), note: 'x' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

test('a release and a rejection need a recent authentication', async () => {
  const tenant = await createTenant();
  const id = await deliver(tenant, depositCallbackSample({ status: 'SETTLED' }));
  await makeSessionStale(tenant.as.owner);
  const stale = { code: 'reauthentication-required' };
  const release = releaseCallback(tenant.as.owner, { ...held(tenant, id), ...takeStatus });
  await expect(release).rejects.toMatchObject(stale);
  const { businessId } = tenant;
  const rejection = { businessId, messageId: id, revision: 0, note: 'Not ours' };
  await expect(rejectCallback(tenant.as.owner, rejection)).rejects.toMatchObject(stale);
  expect(await readMessage(id)).toMatchObject({ verdict: 'quarantined', revision: 0, decisions: [] });
});
