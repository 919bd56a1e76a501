import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findMember } from '#lib/access/membership-store.ts';
import { findPerson, openSession } from '#lib/access/session-store.ts';
import { database } from '#lib/database/pools.ts';
import { forgetRestore, insertIntent } from '#lib/database/testing/rows.ts';
import type { Tenant, TenantRole } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { runJob } from '#lib/jobs/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { confirmPeople } from './confirm-people.ts';
import { applyRestoreRules, findRestoreStatus, hasPausedWork, readRestoreView } from './index.ts';
import { resumeWork } from './resume-work.ts';

let tenant: Tenant;
beforeEach(async () => {
  await forgetRestore();
  tenant = await createTenant();
});

const dataUntil = instant(Date.UTC(2026, 10, 20, 2));
const apply = () => applyRestoreRules(systemContext('restore'), dataUntil);
const input = () => ({ businessId: tenant.businessId });
const listActions = async () =>
  (
    await database().auditEntry.findMany({
      where: { chainId: tenant.businessId, action: { startsWith: 'restore.' } },
      orderBy: { sequence: 'asc' },
    })
  ).map(({ action }) => action);

/** Opens a new session of a role, as a sign-in after the restore does, and returns the role it has. */
async function signIn(role: TenantRole): Promise<Role | undefined> {
  const { personId } = tenant.as[role].actor;
  const now = systemClock.now();
  const session = await inTransaction((transaction) =>
    openSession(transaction, {
      personId,
      now,
      address: null,
      userAgent: null,
      deviceId: randomUUID(),
      isNewDevice: false,
    }),
  );
  return (await findPerson(session, now))?.roles.get(tenant.businessId);
}

const addIntent = (state: string): Promise<string> => insertIntent(tenant, randomUUID(), { state });

test('revokes every session and leaves no payment request as unsent', async () => {
  const intents = await Promise.all(
    ['SENDING', 'QUEUED', 'UNSENT', 'CREATED', 'REJECTED', 'UNKNOWN'].map(addIntent),
  );
  const open = await database().session.count({ where: { revokedAt: null } });
  const sentAt = new Date();
  const link = { createdAt: sentAt, expiresAt: new Date(Date.now() + 60_000) };
  await database().invitation.create({
    data: {
      ...link,
      ...input(),
      email: 'invited@example.test',
      role: 'viewer',
      invitedById: tenant.as.owner.actor.personId,
      tokenHash: Buffer.alloc(32, 1),
      delivery: 'link',
      sentAt,
    },
  });
  const { personId } = tenant.as.viewer.actor;
  await database().oneTimeToken.create({
    data: { kind: 'password-reset', ...link, personId, tokenHash: Buffer.alloc(32, 2) },
  });
  const email = 'new-address@example.test';
  const { tokenId } = await database().oneTimeToken.create({
    data: { kind: 'email-change', ...link, personId, email, tokenHash: Buffer.alloc(32, 3) },
  });
  expect(await apply()).toEqual({ sessions: open, links: 3, intents: 2 });
  const change = await database().oneTimeToken.findUniqueOrThrow({ where: { tokenId } });
  expect(change.expiresAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await findPerson(tenant.as.owner.actor.sessionId, systemClock.now())).toBeNull();
  const stored = await database().paymentIntent.findMany({ where: { id: { in: intents } } });
  expect(intents.map((id) => stored.find((row) => row.id === id)?.state)).toEqual([
    'UNKNOWN',
    'UNKNOWN',
    // No attempt was ever made for it.
    'UNSENT',
    'CREATED',
    'REJECTED',
    'UNKNOWN',
  ]);
  expect(await listActions()).toEqual(['restore.apply']);
});

test('ends sign-ins that wait for a second factor, and forgets remembered browsers', async () => {
  const { personId } = tenant.as.viewer.actor;
  const [now, later] = [new Date(), new Date(Date.now() + 60_000)];
  await database().oneTimeToken.create({
    data: { kind: 'sign-in', personId, tokenHash: Buffer.alloc(32, 4), createdAt: now, expiresAt: later },
  });
  await database().person.update({
    where: { id: personId },
    data: { rememberedDevices: { [randomUUID()]: { at: now.getTime(), until: later.getTime() } } },
  });
  await apply();
  expect(await database().oneTimeToken.count({ where: { kind: 'sign-in', personId, usedAt: null } })).toBe(0);
  expect(await database().person.findUnique({ where: { id: personId } })).toHaveProperty(
    'rememberedDevices',
    {},
  );
});

test('gives only owners access until one of them confirms the people', async () => {
  expect(await signIn('finance')).toBe('finance');
  await apply();
  expect([await signIn('finance'), await signIn('compliance'), await signIn('viewer')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await findMember(tenant.businessId, tenant.as.finance.actor.personId, systemClock.now())).toBeNull();
  expect(await signIn('owner')).toBe('owner');
  const view = await readRestoreView(tenant.as.owner, tenant.businessId);
  expect(view).toMatchObject({ dataUntil, isResumed: false });
  expect(view?.people?.map(({ role }) => role)).toEqual(
    expect.arrayContaining(['compliance', 'finance', 'owner', 'viewer']),
  );
  for (const role of ['viewer', 'finance', 'compliance'] as const)
    await expect(confirmPeople(tenant.as[role], input())).rejects.toMatchObject({ code: 'forbidden' });
  const other = await createTenant();
  await expect(confirmPeople(other.as.owner, input())).rejects.toMatchObject({ code: 'not-found' });

  const { sessionId } = tenant.as.owner.actor;
  const openAgain = (minutesAgo: number) =>
    database().session.update({
      where: { id: sessionId },
      data: { revokedAt: null, authenticatedAt: new Date(Date.now() - minutesAgo * 60_000) },
    });
  await openAgain(16);
  await expect(confirmPeople(tenant.as.owner, input())).rejects.toMatchObject({
    code: 'reauthentication-required',
  });
  expect(await signIn('finance')).toBeUndefined();
  await openAgain(0);
  expect(await confirmPeople(tenant.as.owner, input())).toMatchObject({ people: null, isResumed: false });
  await confirmPeople(tenant.as.owner, input());
  expect(await signIn('finance')).toBe('finance');
  expect(await listActions()).toEqual(['restore.apply', 'restore.confirm-people']);
});

test('takes deputies and the risk detail of auditors away, and says when the access of auditors ends', async () => {
  const { businessId } = tenant;
  const approver = await createPerson(new Map([[businessId, 'approver']]));
  const auditor = await createPerson(new Map([[businessId, 'auditor-risk']]));
  const term = { deputyFrom: new Date(0), deputyUntil: new Date(systemClock.now() + 86_400_000) };
  await database().membership.updateMany({
    where: { businessId, personId: tenant.as.viewer.actor.personId },
    data: { ...term, deputyForId: approver.actor.personId },
  });
  await apply();
  expect(await database().membership.count({ where: { businessId, deputyForId: { not: null } } })).toBe(0);
  const view = await readRestoreView(tenant.as.owner, businessId);
  expect(view?.people?.find(({ personId }) => personId === auditor.actor.personId)).toMatchObject({
    role: 'auditor',
    accessEndsAt: expect.any(Number),
  });
});

test('empties directories, so that they give nothing before they send their people again', async () => {
  const { businessId, as } = tenant;
  const at = new Date();
  const data = { businessId, attributes: {}, createdAt: at, changedAt: at };
  const { recordId } = await database().directoryRecord.create({
    data: { ...data, kind: 'user', name: 'ada', nameKey: 'ada', personId: as.finance.actor.personId },
  });
  await database().directoryRecord.create({
    data: { ...data, kind: 'group', name: 'Money', nameKey: 'money', memberIds: [recordId] },
  });
  await apply();
  const records = await database().directoryRecord.findMany({ where: { businessId } });
  expect(records).toHaveLength(2);
  for (const record of records) expect(record).toMatchObject({ isActive: false, memberIds: [] });
});

test('pauses jobs that send or request until an owner resumes them', async () => {
  let runs = 0;
  const job = { name: 'a job of a test', everySeconds: 1, isWokenBy: () => false };
  const run = (runsWhilePaused: boolean) =>
    runJob(
      {
        ...job,
        runsWhilePaused,
        run: async () => {
          runs += 1;
          return {};
        },
      },
      systemContext(),
      new AbortController().signal,
    );
  await apply();
  await run(false);
  expect([runs, await hasPausedWork()]).toEqual([0, true]);
  await run(true);
  expect(runs).toBe(1);
  await expect(resumeWork(tenant.as.compliance, input())).rejects.toMatchObject({ code: 'forbidden' });
  await resumeWork(tenant.as.owner, input());
  await resumeWork(tenant.as.owner, input());
  await run(false);
  expect([runs, await hasPausedWork()]).toEqual([2, false]);
  expect(await listActions()).toEqual(['restore.apply', 'restore.resume']);
});

test('asks again after a later restore, and ends once both steps are done', async () => {
  await apply();
  await apply();
  expect(await findRestoreStatus()).toMatchObject({ isPaused: true });
  await database().session.update({
    where: { id: tenant.as.owner.actor.sessionId },
    data: { revokedAt: null },
  });
  await confirmPeople(tenant.as.owner, input());
  expect(await resumeWork(tenant.as.owner, input())).toBeNull();
  expect(await readRestoreView(tenant.as.owner, tenant.businessId)).toBeNull();
});

test('stops runs of payment batches, whose queued rows may have been sent', async () => {
  const { businessId } = tenant;
  const { personId } = tenant.as.finance.actor;
  const at = new Date();
  const row = { values: {}, hasErrors: false, hasWarnings: false };
  const queued = await addIntent('QUEUED');
  const { batchId } = await database().paymentBatch.create({
    data: {
      businessId,
      fileName: 'rows.csv',
      source: 'csv',
      size: 1,
      state: 'running',
      headers: [],
      mapping: [],
      notes: [],
      createdBy: personId,
      createdAt: at,
      confirmedBy: personId,
      confirmedAt: at,
      sentFor: personId,
      rows: { create: [{ ...row, number: 2, clientPaymentId: 'a', intentId: queued, requestBody: '{}' }] },
    },
  });
  await apply();
  const where = { businessId_batchId: { businessId, batchId } };
  expect(await database().paymentBatch.findUnique({ where })).toMatchObject({
    state: 'stopped',
    pauseReason: 'restored',
  });
  expect(await database().paymentIntent.findUnique({ where: { id: queued } })).toMatchObject({
    state: 'UNKNOWN',
    errorCode: 'restored',
  });
});

test('takes the latest unsent request of an ID as one that may have been sent since', async () => {
  const { businessId, as } = tenant;
  const addTried = async (clientPaymentId: string, minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000);
    const intentId = await insertIntent(tenant, clientPaymentId, { state: 'UNSENT', at });
    await database().paymentAttempt.create({
      data: {
        ...{ businessId, intentId, startedAt: at, outcome: 'UNSENT', requestId: 'a-request' },
        personId: as.finance.actor.personId,
      },
    });
    return intentId;
  };
  const readState = async (id: string) =>
    (await database().paymentIntent.findUniqueOrThrow({ where: { id } })).state;
  const [twice, repeated] = [randomUUID(), randomUUID()];
  const intents = [await addTried(twice, 3), await addTried(twice, 2), await addTried(repeated, 3)];
  await insertIntent(tenant, repeated, { state: 'CREATED' });
  await apply();
  expect(await Promise.all(intents.map(readState))).toEqual(['UNSENT', 'UNKNOWN', 'UNSENT']);
});

test('moves numbers of client payment IDs past those that may have been used since', async () => {
  const key = { businessId: tenant.businessId, pattern: 'INV-{seq}' };
  await database().paymentIdSequence.create({ data: { ...key, next: 7n } });
  await apply();
  const sequence = await database().paymentIdSequence.findUnique({
    where: { businessId_pattern: key },
  });
  expect(sequence?.next).toBe(10_007n);
});

test('takes payments above a limit as ones that may have been sent, and withdraws proposals that wait', async () => {
  const { businessId, as } = tenant;
  const intentId = await addIntent('PROPOSED');
  const { proposalId } = await database().proposal.create({
    data: {
      ...{ businessId, kind: 'payment', subject: intentId, after: { requestBody: '{}' } },
      ...{ proposedById: as.finance.actor.personId, proposedAt: new Date() },
    },
  });
  await apply();
  const where = { businessId_proposalId: { businessId, proposalId } };
  expect(await database().proposal.findUnique({ where })).toMatchObject({
    state: 'withdrawn',
    answeredById: null,
  });
  expect(await database().paymentIntent.findUnique({ where: { id: intentId } })).toMatchObject({
    state: 'UNKNOWN',
    errorCode: 'restored',
  });
});
