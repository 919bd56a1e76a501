import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { verifyAudit } from '#lib/audit/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { actDuringDisabling } from '#lib/database/testing/act-during-change.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { setMailServer } from '#lib/platform/testing/file-doubles.ts';
import type { Role } from '#lib/values/roles.ts';
import { requireFactor } from './change-factor.ts';
import { decideFewerRoles, proposeFewerRoles } from './fewer-roles.ts';
import { findFewerRolesProposal, readRequiredRoles } from './index.ts';
import { proposeFewerRolesForm } from './schema.ts';

setMailServer();

let tenant: Tenant;
let second: Context<PersonActor>;
const all: readonly Role[] = ['compliance', 'finance', 'owner', 'viewer'];
beforeEach(async () => {
  tenant = await createTenant();
  const { businessId } = tenant;
  second = await createPerson(new Map([[businessId, 'owner']]));
  await requireFactor(tenant.as.owner, { businessId, roles: ['finance', 'viewer'] });
});

const propose = (roles: Role[], as = tenant.as.owner, reason = 'Viewers only read') =>
  proposeFewerRoles(as, { businessId: tenant.businessId, roles, reason });
const answer = (
  proposalId: string,
  how: 'approve' | 'decline' | 'withdraw',
  as: Context<PersonActor> = second,
) => decideFewerRoles(as, { businessId: tenant.businessId, proposalId, answer: how, comment: '' });
const readRoles = async () => (await readRequiredRoles(tenant.as.owner, tenant.businessId)).roles;
/** The subjects of the mails that were queued for a person of the business, by person. */
async function listSubjects(...people: readonly Context<PersonActor>[]) {
  const { businessId } = tenant;
  const mails = await database().mailMessage.findMany({
    where: { businessId },
    orderBy: { createdAt: 'asc' },
  });
  return people.map(({ actor }) =>
    mails.filter(({ personId }) => personId === actor.personId).map(({ subject }) => subject),
  );
}
const makeStale = ({ actor }: Context<PersonActor>) =>
  database().session.update({ where: { id: actor.sessionId }, data: { authenticatedAt: new Date(0) } });

test('shows owners which approver is missing before they propose a change', async () => {
  const { businessId } = tenant;
  const alone = await createTenant();
  const readMissing = async (as: Context<PersonActor>, business: string) =>
    (await readRequiredRoles(as, business)).missingApprover;
  expect(await readMissing(alone.as.owner, alone.businessId)).toBe('owner');
  expect(await readMissing(tenant.as.owner, businessId)).toBe(null);
  // The proposer invited the only other owner an hour ago.
  await database().accessGrant.create({
    data: {
      businessId,
      personId: second.actor.personId,
      grantedById: tenant.as.owner.actor.personId,
      kind: 'invitation',
      grantedAt: new Date(Date.now() - 3_600_000),
    },
  });
  expect(await readMissing(tenant.as.owner, businessId)).toBe('independent');
  expect(await readMissing(second, businessId)).toBe('independent');
  await propose(['finance']);
  expect((await readRequiredRoles(second, businessId)).proposal).toMatchObject({
    blocks: [{ reason: 'eachOther', possibleFrom: expect.any(Number) }],
  });
  await createPerson(new Map([[businessId, 'owner']]));
  expect(await readMissing(tenant.as.owner, businessId)).toBe(null);
  await database().membership.updateMany({
    where: { businessId, role: 'owner', personId: { not: tenant.as.owner.actor.personId } },
    data: { disabledAt: new Date() },
  });
  expect(await readMissing(tenant.as.owner, businessId)).toBe('owner');
});

test('an approver answers for the only owner, and gets a mail', async () => {
  const { businessId, as } = tenant;
  await database().membership.updateMany({
    where: { businessId, personId: second.actor.personId },
    data: { disabledAt: new Date() },
  });
  await expect(propose(['finance'])).rejects.toMatchObject({ code: 'conflict' });
  const approver = await createPerson(new Map([[businessId, 'approver']]));
  expect((await readRequiredRoles(as.owner, businessId)).missingApprover).toBe(null);
  const { proposalId } = await propose(['finance']);
  expect(await listSubjects(approver)).toEqual([
    ['Approval needed: require two-factor authentication for fewer roles'],
  ]);
  expect(await findFewerRolesProposal(approver, businessId)).toMatchObject({
    proposalId,
    before: all,
    isMine: false,
    blocks: [],
  });
  await expect(readRequiredRoles(approver, businessId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(findFewerRolesProposal(as.finance, businessId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(propose(['finance'], approver)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(answer(proposalId, 'withdraw', approver)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await answer(proposalId, 'approve', approver)).toEqual({ state: 'final' });
  expect(await readRoles()).toEqual(['compliance', 'finance', 'owner']);
  expect(await findFewerRolesProposal(approver, businessId)).toBe(null);
});

test('another owner removes a role, once, with both values in the audit log', async () => {
  const { proposalId } = await propose(['finance']);
  expect(await readRoles()).toEqual(all);
  expect((await readRequiredRoles(second, tenant.businessId)).proposal).toMatchObject({
    proposalId,
    before: all,
    after: ['compliance', 'finance', 'owner'],
    isMine: false,
    blocks: [],
  });
  await expect(answer(proposalId, 'approve', tenant.as.owner)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(answer(proposalId, 'withdraw')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await answer(proposalId, 'approve')).toEqual({ state: 'final' });
  expect(await readRoles()).toEqual(['compliance', 'finance', 'owner']);
  await expect(answer(proposalId, 'approve')).rejects.toMatchObject({ code: 'conflict' });
  const entries = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, action: { endsWith: '-fewer-factors' } },
    orderBy: { sequence: 'asc' },
  });
  expect(entries).toMatchObject([
    {
      action: 'business.propose-fewer-factors',
      actorId: tenant.as.owner.actor.personId,
      before: { roles: all },
      after: { changeId: proposalId, roles: ['compliance', 'finance', 'owner'], reason: 'Viewers only read' },
    },
    {
      action: 'business.approve-fewer-factors',
      actorId: second.actor.personId,
      before: { roles: all },
      after: { roles: ['compliance', 'finance', 'owner'], state: 'final' },
    },
  ]);
});

test('each step is mailed to the other owners, and an approval also to members with the role', async () => {
  const { owner, viewer, finance } = tenant.as;
  const read = () => listSubjects(owner, second, viewer, finance);
  const first = await propose(['finance']);
  const proposed = 'Approval needed: require two-factor authentication for fewer roles';
  expect(await read()).toEqual([[], [proposed], [], []]);
  await answer(first.proposalId, 'decline');
  const declined = 'A change to two-factor authentication was declined';
  expect(await read()).toEqual([[declined], [proposed], [], []]);
  await answer((await propose(['finance'])).proposalId, 'approve');
  expect(await read()).toEqual([
    [declined, 'Fewer roles need two-factor authentication'],
    [proposed, proposed],
    ['Your role no longer needs two-factor authentication'],
    [],
  ]);
  const mails = await database().mailMessage.findMany({ where: { personId: second.actor.personId } });
  expect(mails[0]).toMatchObject({ permission: 'proposal.answer', text: expect.stringContaining('Viewer') });
  expect(mails[0]?.text).not.toContain('Viewers only read');
});

test('owners and compliance always need a factor, and a proposal removes a role', async () => {
  const { proposalId } = await propose([]);
  await answer(proposalId, 'approve');
  expect(await readRoles()).toEqual(['compliance', 'owner']);
  for (const roles of [[], ['viewer'], ['owner']] satisfies Role[][])
    await expect(propose(roles)).rejects.toMatchObject({ code: 'conflict' });
  expect(proposeFewerRolesForm.safeParse({ businessId: '', roles: [], reason: ' ' }).success).toBe(false);
});

test('one proposal is open at a time, and can be declined or withdrawn', async () => {
  const first = await propose(['finance']);
  await expect(propose(['viewer'])).rejects.toMatchObject({ code: 'conflict' });
  expect(await answer(first.proposalId, 'decline')).toEqual({ state: 'declined' });
  const next = await propose(['viewer']);
  expect(await answer(next.proposalId, 'withdraw', tenant.as.owner)).toEqual({ state: 'withdrawn' });
  await expect(answer(next.proposalId, 'approve')).rejects.toMatchObject({ code: 'conflict' });
  expect(await readRoles()).toEqual(all);
});

test('a proposal is outdated once the roles changed', async () => {
  const { proposalId } = await propose(['finance']);
  await requireFactor(second, { businessId: tenant.businessId, roles: ['accountant'] });
  await expect(answer(proposalId, 'approve')).rejects.toMatchObject({ code: 'conflict' });
  expect(await readRoles()).toContain('viewer');
});

test('needs a recent authentication of both people', async () => {
  await makeStale(tenant.as.owner);
  const required = { code: 'reauthentication-required' };
  await expect(propose(['finance'])).rejects.toMatchObject(required);
  await database().session.update({
    where: { id: tenant.as.owner.actor.sessionId },
    data: { authenticatedAt: new Date() },
  });
  const { proposalId } = await propose(['finance']);
  await makeStale(second);
  await expect(answer(proposalId, 'approve')).rejects.toMatchObject(required);
});

test('of two approvals at once one wins', async () => {
  const third = await createPerson(new Map([[tenant.businessId, 'owner']]));
  const { proposalId } = await propose(['finance']);
  const both = await Promise.allSettled([
    answer(proposalId, 'approve'),
    answer(proposalId, 'approve', third),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
});

test('an owner who gave the other one access can’t have it approved by them for 72 hours', async () => {
  await database().accessGrant.create({
    data: {
      businessId: tenant.businessId,
      personId: second.actor.personId,
      grantedById: tenant.as.owner.actor.personId,
      kind: 'role',
      grantedAt: new Date(),
    },
  });
  const { proposalId } = await propose(['finance']);
  await expect(answer(proposalId, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(
    databasePool().query(
      `UPDATE proposal SET state = 'final', answered_by = $2, answered_at = now()
        WHERE proposal_id = $1`,
      [proposalId, second.actor.personId],
    ),
  ).rejects.toThrow('less than 72 hours ago');
});

test('takes two owners with access, who must still have it', async () => {
  const { businessId } = tenant;
  const { proposalId } = await propose(['finance']);
  const own = { personId_businessId: { personId: second.actor.personId, businessId } };
  await database().membership.update({ where: own, data: { disabledAt: new Date() } });
  await expect(answer(proposalId, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
  await answer(proposalId, 'withdraw', tenant.as.owner);
  await expect(propose(['finance'])).rejects.toMatchObject({ code: 'conflict' });
});

const approveWhileDisabling = ({ actor }: Context<PersonActor>, proposalId: string): Promise<unknown> =>
  actDuringDisabling(actor.personId, () => answer(proposalId, 'approve'));

test.each([
  ['approver', 'forbidden'],
  ['proposer', 'conflict'],
] as const)('refuses an approval while the account of the %s is disabled', async (who, code) => {
  const { proposalId } = await propose(['finance']);
  const disabled = who === 'approver' ? second : tenant.as.owner;
  await expect(approveWhileDisabling(disabled, proposalId)).rejects.toMatchObject({ code });
  expect(await database().proposal.count({ where: { proposalId, state: 'proposed' } })).toBe(1);
});

test('other roles and other businesses propose and answer nothing', async () => {
  const { businessId } = tenant;
  const { proposalId } = await propose(['finance']);
  for (const role of ['viewer', 'accountant', 'finance', 'compliance'] as const) {
    await expect(propose(['finance'], tenant.as[role])).rejects.toMatchObject({ code: 'forbidden' });
    await expect(answer(proposalId, 'decline', tenant.as[role])).rejects.toMatchObject({ code: 'forbidden' });
  }
  const stranger = await createTenant();
  await expect(answer(proposalId, 'approve', stranger.as.owner)).rejects.toMatchObject({ code: 'not-found' });
  await expect(
    decideFewerRoles(stranger.as.owner, {
      businessId: stranger.businessId,
      proposalId,
      answer: 'approve',
      comment: '',
    }),
  ).rejects.toMatchObject({ code: 'conflict' });
  await expect(answer(randomUUID(), 'approve')).rejects.toMatchObject({ code: 'conflict' });
  expect(await database().proposal.count({ where: { businessId, state: 'proposed' } })).toBe(1);
});

test('the database refuses fewer roles without an approval, and an approval works once', async () => {
  const { businessId } = tenant;
  const remove = (roles: string[]) =>
    database().setting.updateMany({ where: { businessId, kind: 'required-roles' }, data: { value: roles } });
  await expect(remove(['compliance', 'finance', 'owner'])).rejects.toThrow();
  const { proposalId } = await propose(['finance']);
  await expect(remove(['compliance', 'finance', 'owner'])).rejects.toThrow();
  await answer(proposalId, 'approve');
  await requireFactor(second, { businessId, roles: ['viewer'] });
  await expect(remove(['compliance', 'finance', 'owner'])).rejects.toThrow();
  for (const sql of [`UPDATE proposal SET reason = 'x'`, 'DELETE FROM proposal'])
    await expect(databasePool().query(`${sql} WHERE business_id = $1`, [businessId])).rejects.toThrow(
      'never',
    );
  expect((await verifyAudit()).breaches).toEqual([]);
});
