import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openSession } from '#lib/access/session-store.ts';
import { verifyAudit } from '#lib/audit/index.ts';
import { revealAddresses } from '#lib/connection/reveal-addresses.ts';
import { database } from '#lib/database/pools.ts';
import { createPerson } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { exportList, fetchExportFile, listExportFiles, startExportFile } from '#lib/exports/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { createFixedClock, systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { testPasswords } from '#lib/platform/testing/file-doubles.ts';
import { decideReopening } from '#lib/reviews/decisions/decide-reopening.ts';
import { reopenCase } from '#lib/reviews/decisions/reopen-case.ts';
import { createEvidencePack } from '#lib/reviews/index.ts';
import type { CaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { createPasswordReset, transferOwnership } from '#lib/team/index.ts';
import { resetMemberFactor } from '#lib/team/reset-factor.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { checkReauthentication, reauthenticate } from './reauthenticate.ts';
import { revokeOtherSessions, revokeOwnSession } from './revoke-own-sessions.ts';

testPasswords.isHashFake = true;

const minutes = (count: number): number => count * 60_000;
const password = 'a quiet long password';
const required = { code: 'reauthentication-required' };

let desk: CaseFixture;
let owner: Context<PersonActor>;
beforeAll(async () => {
  desk = await createCaseFixture();
  owner = desk.as.owner;
  await database().person.updateMany({
    where: { memberships: { some: { businessId: desk.businessId } } },
    data: { passwordHash: `hash of ${password}` },
  });
});
beforeEach(() => authenticateAgo(owner, 0));

/** Lets a session have authenticated that many minutes ago. */
async function authenticateAgo({ actor }: Context<PersonActor>, count: number): Promise<void> {
  await database().session.update({
    where: { id: actor.sessionId },
    data: { authenticatedAt: toDate(addMilliseconds(systemClock.now(), -minutes(count))) },
  });
}

const confirm = (context: Context<PersonActor>, currentPassword = password) =>
  reauthenticate(context, { businessId: desk.businessId, currentPassword });
const listReauthentications = () =>
  database().auditEntry.findMany({
    where: { objectId: owner.actor.personId, action: { contains: 'reauthenticat' } },
    orderBy: { sequence: 'asc' },
  });
const requestExport = (list: 'deposits' | 'withdrawals' | 'reviews' | 'audit' | 'payments') => () =>
  exportList(owner, desk.businessId, list, wholeList);
const requestFile = (list: 'deposits' | 'payments') => () =>
  startExportFile(owner, { businessId: desk.businessId, list, format: 'csv', query: '' });
/** Another member with this role. */
const member = async (role: 'owner' | 'viewer') => {
  const { businessId } = desk;
  const { personId } = (await createPerson(new Map([[businessId, role]]))).actor;
  return { businessId, personId };
};
const flagged = async (eur: string) => (await desk.flagged({ uniformPayableAmount: eur })).caseId;
/** A case that two people have decided. */
async function decidedByTwo(): Promise<string> {
  const caseId = await flagged('5000');
  await desk.propose(caseId, 'clear');
  await desk.answer(caseId, 'confirm');
  return caseId;
}
const reopen = async (caseId: string, by: Context<PersonActor>) =>
  reopenCase(by, { ...(await desk.at(caseId)), reason: 'New facts' });

/** Sensitive actions as a person of the desk; those about members are in lib/team/stale-owner.db.test.ts. Each prepares its record and returns the attempt. */
const guarded: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  'proposing a decision for two people': async () => {
    const caseId = await flagged('5000');
    return () => desk.propose(caseId, 'clear', owner);
  },
  'approving a decision': async () => {
    const caseId = await flagged('5000');
    await desk.propose(caseId, 'clear');
    return () => desk.answer(caseId, 'confirm', owner);
  },
  'proposing to overturn a decision of two people': async () => {
    const caseId = await decidedByTwo();
    return () => reopen(caseId, owner);
  },
  'approving to overturn it': async () => {
    const caseId = await decidedByTwo();
    await reopen(caseId, desk.as.compliance);
    return async () => decideReopening(owner, { ...(await desk.at(caseId)), answer: 'approve', comment: '' });
  },
  'packing evidence': async () => {
    const caseId = await flagged('10');
    return () => createEvidencePack(owner, desk.businessId, caseId);
  },
  'showing callback addresses': async () => () => revealAddresses(owner, { businessId: desk.businessId }),
  'creating a link for a new password': async () => {
    const target = await member('viewer');
    return () => createPasswordReset(owner, target);
  },
  'resetting a second factor': async () => {
    const target = await member('viewer');
    const { personId } = target;
    const fields = { kind: 'totp', secret: new Uint8Array(48), keyId: 'key', createdAt: new Date() };
    const factorId = randomUUID();
    await database().secondFactor.create({
      data: { ...fields, factorId, personId, confirmedAt: new Date() },
    });
    return () => resetMemberFactor(owner, target);
  },
  'exporting deposits': async () => requestExport('deposits'),
  'exporting withdrawals': async () => requestExport('withdrawals'),
  'exporting the queue': async () => requestExport('reviews'),
  'exporting the audit log': async () => requestExport('audit'),
  'ending other sessions': async () => () => revokeOtherSessions(owner, { businessId: desk.businessId }),
  'ending one session': async () => () =>
    revokeOwnSession(owner, { businessId: desk.businessId, sessionId: randomUUID() }),
  'creating a file of deposits': async () => requestFile('deposits'),
};

test.each(Object.keys(guarded))('%s needs a recent authentication of this session', async (name) => {
  const attempt = await guarded[name]?.();
  if (attempt === undefined) throw new Error('not listed');
  await authenticateAgo(owner, 16);
  // A decision reads the payments of its case first, and that is recorded.
  const countChanges = () => database().auditEntry.count({ where: { action: { not: 'review-case.read' } } });
  const before = await countChanges();
  await expect(attempt()).rejects.toMatchObject(required);
  expect(await countChanges()).toBe(before);
  // Another session of the same person doesn't count.
  const { personId } = owner.actor;
  const otherId = await inTransaction((transaction) =>
    openSession(transaction, {
      personId,
      now: systemClock.now(),
      address: null,
      userAgent: null,
      deviceId: randomUUID(),
      isNewDevice: false,
    }),
  );
  await confirm({ ...owner, actor: { ...owner.actor, sessionId: otherId } });
  await expect(attempt()).rejects.toMatchObject(required);
  await confirm(owner);
  await attempt();
});

test('transferring ownership needs a recent authentication', async () => {
  const { as, businessId } = await createCaseFixture();
  const target = { businessId, personId: as.finance.actor.personId, role: 'viewer' } as const;
  await authenticateAgo(as.owner, 16);
  await expect(transferOwnership(as.owner, target)).rejects.toMatchObject(required);
  await authenticateAgo(as.owner, 14);
  await transferOwnership(as.owner, target);
});

test('downloading a file with risk detail needs a recent authentication', async () => {
  const { fileId } = await requestFile('deposits')();
  await database().exportFile.updateMany({ where: { fileId }, data: { state: 'done', endedAt: new Date() } });
  const { files } = await listExportFiles(owner, desk.businessId);
  expect(files.find((file) => file.fileId === fileId)?.hasRiskDetail).toBe(true);
  await authenticateAgo(owner, 16);
  await expect(fetchExportFile(owner, desk.businessId, fileId)).rejects.toMatchObject(required);
  await confirm(owner);
  await (await fetchExportFile(owner, desk.businessId, fileId)).body?.cancel();
});

const unguarded: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  'a decision of one person': async () => {
    const caseId = await flagged('10');
    return () => desk.propose(caseId, 'clear', owner);
  },
  'declining a proposal': async () => {
    const caseId = await flagged('5000');
    await desk.propose(caseId, 'clear');
    return () => desk.answer(caseId, 'decline', owner);
  },
  'exporting payments': async () => requestExport('payments'),
  'exporting deposits without risk detail': async () => async () => {
    await authenticateAgo(desk.as.finance, 16);
    return exportList(desk.as.finance, desk.businessId, 'deposits', wholeList);
  },
};

test.each(Object.keys(unguarded))('%s needs no recent authentication', async (name) => {
  const attempt = await unguarded[name]?.();
  await authenticateAgo(owner, 16);
  await attempt?.();
});

test('holds for 15 minutes', async () => {
  const check = (at: number) =>
    checkReauthentication(
      { ...owner, clock: createFixedClock(addMilliseconds(systemClock.now(), at)) },
      { businessId: desk.businessId },
    );
  await expect(check(minutes(13.9))).resolves.toEqual({ isConfirmed: true });
  // A download needs a minute to start.
  await expect(check(minutes(14.1))).rejects.toMatchObject(required);
});

test('ten wrong passwords block further ones, and every attempt is audited', async () => {
  const before = (await listReauthentications()).length;
  await authenticateAgo(owner, 16);
  for (let attempt = 0; attempt < 10; attempt += 1)
    await expect(confirm(owner, 'wrong')).rejects.toMatchObject({
      code: 'invalid',
      fieldErrors: { currentPassword: [expect.any(String)] },
    });
  await expect(confirm(owner)).rejects.toMatchObject({ code: 'throttled' });
  const entries = (await listReauthentications()).slice(before);
  expect(entries.map(({ action }) => action)).toEqual(
    Array<string>(10).fill('session.refuse-reauthentication'),
  );
  expect(entries[0]?.after).toEqual({ sessionId: owner.actor.sessionId, method: 'password' });
});

test('does not reopen an ended session', async () => {
  const { as, businessId } = await createCaseFixture();
  const { viewer } = as;
  await database().person.update({
    where: { id: viewer.actor.personId },
    data: { passwordHash: `hash of ${password}` },
  });
  await database().session.update({ where: { id: viewer.actor.sessionId }, data: { revokedAt: new Date() } });
  await expect(reauthenticate(viewer, { businessId, currentPassword: password })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  await expect(checkReauthentication(viewer, { businessId })).rejects.toMatchObject(required);
});

test('leaves a valid audit log', async () => {
  expect((await verifyAudit()).breaches).toEqual([]);
});
