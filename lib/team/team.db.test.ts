import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findPerson } from '#lib/access/session-store.ts';
import { verifyAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { setMailServer } from '#lib/platform/testing/file-doubles.ts';
import type { SessionId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import {
  changeRole,
  changeRoleAsOperator,
  disableMember,
  enableMember,
  invitePerson,
  readTeam,
  removeMember,
  transferOwnership,
} from './index.ts';

setMailServer();

let tenant: Tenant;
let owner: Context<PersonActor>;

beforeEach(async () => {
  tenant = await createTenant();
  owner = tenant.as.owner;
});

const target = (person: Context<PersonActor>) => ({
  businessId: tenant.businessId,
  personId: person.actor.personId,
});
const addOwner = () => createPerson(new Map([[tenant.businessId, 'owner']]));
const readRole = async (person: Context<PersonActor>) =>
  (await database().membership.findFirst({ where: { ...target(person), disabledAt: null } }))?.role ?? null;
const isSignedIn = async ({ actor }: Context<PersonActor>) =>
  (await findPerson(actor.sessionId, systemClock.now())) !== null;
/** The same person in another browser. */
async function openElsewhere({ actor, ...rest }: Context<PersonActor>): Promise<Context<PersonActor>> {
  const at = new Date();
  const session = await database().session.create({
    data: { personId: actor.personId, createdAt: at, lastSeenAt: at, authenticatedAt: at },
  });
  return { ...rest, actor: { ...actor, sessionId: toId<SessionId>(session.id) } };
}
const listActions = async () =>
  (
    await database().auditEntry.findMany({
      where: { chainId: tenant.businessId },
      orderBy: { sequence: 'asc' },
      select: { action: true, actorId: true },
    })
  ).map(({ action }) => action);

const verbs = {
  changeRole: (by: Context<PersonActor>, of: Context<PersonActor>) =>
    changeRole(by, { ...target(of), role: 'viewer' }),
  disable: (by: Context<PersonActor>, of: Context<PersonActor>) => disableMember(by, target(of)),
  remove: (by: Context<PersonActor>, of: Context<PersonActor>) => removeMember(by, target(of)),
} as const;
const endings = ['changeRole', 'disable', 'remove'] as const;

test('changes a role at once, ends the sessions of the person and records it', async () => {
  const { finance } = tenant.as;
  await changeRole(owner, { ...target(finance), role: 'accountant' });
  expect(await readRole(finance)).toBe('accountant');
  expect([await isSignedIn(finance), await isSignedIn(owner)]).toEqual([false, true]);
  const entry = await database().auditEntry.findFirst({
    where: { chainId: tenant.businessId, action: 'role.grant' },
  });
  expect(entry).toMatchObject({
    actorId: owner.actor.personId,
    objectId: finance.actor.personId,
    before: { role: 'finance' },
    after: { role: 'accountant', endedSessions: 1, revokedInvitations: 0 },
  });
});

test('mails the member whose role changed, and all owners when an owner comes or leaves or a role has more permissions', async () => {
  const { finance, viewer } = tenant.as;
  const second = await addOwner();
  const list = async () => {
    const mails = await database().mailMessage.findMany({ where: { businessId: tenant.businessId } });
    await database().mailMessage.deleteMany({ where: { businessId: tenant.businessId } });
    return [owner, second, finance, viewer].map(({ actor }) =>
      mails.filter(({ personId }) => personId === actor.personId).map(({ subject }) => subject),
    );
  };
  const own = 'Your Countinghouse role was changed';
  const owners = 'The owners of your business changed';
  const given = 'Someone got access to your business';
  await changeRole(owner, { ...target(finance), role: 'accountant' });
  expect(await list()).toEqual([[], [], [own], []]);
  await changeRole(owner, { ...target(finance), role: 'compliance' });
  expect(await list()).toEqual([[given], [given], [own], []]);
  await changeRole(owner, { ...target(viewer), role: 'owner' });
  expect(await list()).toEqual([[owners], [owners], [], [own]]);
  await changeRole(second, { ...target(second), role: 'viewer' });
  expect(await list()).toEqual([[owners], [], [], [owners]]);
  await disableMember(owner, target(viewer));
  await enableMember(owner, target(viewer));
  const third = await addOwner();
  await removeMember(owner, target(viewer));
  const mails = await database().mailMessage.findMany({ where: { personId: third.actor.personId } });
  expect(mails).toMatchObject([{ subject: owners, permission: 'team.manage' }]);
});

test('refuses every verb to other roles and to owners of other businesses', async () => {
  const stranger = await createPerson(new Map([[await createBusiness(), 'owner']]));
  for (const role of ['viewer', 'accountant', 'finance', 'compliance'] as const)
    for (const ending of endings)
      await expect(verbs[ending](tenant.as[role], tenant.as.viewer)).rejects.toMatchObject({
        code: 'forbidden',
      });
  for (const ending of endings)
    await expect(verbs[ending](stranger, tenant.as.viewer)).rejects.toMatchObject({ code: 'not-found' });
  await expect(disableMember(owner, target(stranger))).rejects.toMatchObject({ code: 'not-found' });
  expect(await readRole(tenant.as.viewer)).toBe('viewer');
});

test('disabling ends the access to this business only, and sessions with the last access', async () => {
  const other = await createBusiness();
  const both = await createPerson(
    new Map<typeof other, Role>([
      [tenant.businessId, 'finance'],
      [other, 'viewer'],
    ]),
  );
  await disableMember(owner, target(both));
  expect(await readRole(both)).toBeNull();
  expect((await findPerson(both.actor.sessionId, systemClock.now()))?.roles.get(other)).toBe('viewer');
  await enableMember(owner, target(both));
  expect(await readRole(both)).toBe('finance');
  // Here it is the last access.
  const { finance } = tenant.as;
  await disableMember(owner, target(finance));
  expect(await findPerson(finance.actor.sessionId, systemClock.now())).toBeNull();
  await enableMember(owner, target(finance));
  expect(await findPerson(finance.actor.sessionId, systemClock.now())).toBeNull();
  expect(await listActions()).toEqual(['member.disable', 'member.enable', 'member.disable', 'member.enable']);
});

test('removes a person, whose account stays', async () => {
  const { viewer } = tenant.as;
  await removeMember(owner, target(viewer));
  expect(await findPerson(viewer.actor.sessionId, systemClock.now())).toBeNull();
  expect(await database().person.count({ where: { id: viewer.actor.personId, disabledAt: null } })).toBe(1);
  await expect(removeMember(owner, target(viewer))).rejects.toMatchObject({ code: 'not-found' });
});

test.each(endings)("%s: the last owner can't end their own access", async (ending) => {
  await expect(verbs[ending](owner, owner)).rejects.toMatchObject({ code: 'conflict' });
  // An owner without access doesn't count.
  const second = await addOwner();
  await disableMember(owner, target(second));
  await expect(verbs[ending](owner, owner)).rejects.toMatchObject({ code: 'conflict' });
  await enableMember(owner, target(second));
  await verbs[ending](owner, owner);
  expect(await readRole(owner)).toBe(ending === 'changeRole' ? 'viewer' : null);
});

test("an owner whose account is disabled doesn't count either", async () => {
  const second = await addOwner();
  await database().person.update({
    where: { id: second.actor.personId },
    data: { disabledAt: new Date() },
  });
  await expect(verbs.disable(owner, owner)).rejects.toMatchObject({ code: 'conflict' });
});

test.each(endings)('%s: of two owners who do it to each other at once, one wins', async (ending) => {
  const second = await addOwner();
  for (let round = 0; round < 2; round += 1) {
    const results = await Promise.allSettled([verbs[ending](owner, second), verbs[ending](second, owner)]);
    const codes = results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code));
    // The second one is refused by the role, or before that, because its session has ended.
    expect(codes).toContain('done');
    expect(codes).toContainEqual(expect.stringMatching(/^(forbidden|reauthentication-required)$/));
    expect([await readRole(owner), await readRole(second)].filter((role) => role === 'owner')).toHaveLength(
      1,
    );
    await database().membership.deleteMany({
      where: { personId: { in: [owner.actor.personId, second.actor.personId] } },
    });
    await database().membership.createMany({
      data: [owner, second].map((person) => ({ ...target(person), role: 'owner' })),
    });
    await database().session.updateMany({
      where: { personId: { in: [owner.actor.personId, second.actor.personId] } },
      data: { revokedAt: null },
    });
  }
});

test('operators keep the last owner too', async () => {
  await expect(
    changeRoleAsOperator(systemContext('operator'), { ...target(owner), role: 'viewer' }),
  ).rejects.toMatchObject({ code: 'conflict' });
  await changeRoleAsOperator(systemContext('operator'), { ...target(tenant.as.viewer), role: 'owner' });
  const entries = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(entries).toMatchObject([{ action: 'role.grant', actorKind: 'system', actorId: 'operator' }]);
});

test('transfers ownership in one step and ends the sessions of both, except the one that does it', async () => {
  const { finance } = tenant.as;
  const elsewhere = await openElsewhere(owner);
  await expect(transferOwnership(owner, { ...target(owner), role: 'viewer' })).rejects.toMatchObject({
    code: 'invalid',
  });
  await transferOwnership(owner, { ...target(finance), role: 'compliance' });
  expect([await readRole(owner), await readRole(finance)]).toEqual(['compliance', 'owner']);
  expect([await isSignedIn(owner), await isSignedIn(elsewhere), await isSignedIn(finance)]).toEqual([
    true,
    false,
    false,
  ]);
  const entry = await database().auditEntry.findFirst({
    where: { chainId: tenant.businessId, action: 'role.transfer' },
  });
  expect(entry?.after).toMatchObject({ formerOwner: 'compliance', endedSessions: 2 });
  await expect(transferOwnership(owner, { ...target(finance), role: 'viewer' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect(await listActions()).toEqual(['role.grant', 'role.grant', 'role.transfer']);
});

test('the open invitations of an owner end with their ownership, and the log counts them', async () => {
  const second = await addOwner();
  const invite = (by: Context<PersonActor>) =>
    invitePerson(by, {
      businessId: tenant.businessId,
      email: `${randomUUID()}@example.test`,
      role: 'owner',
      delivery: 'link',
    });
  const count = async () =>
    (await readTeam(owner, tenant.businessId, { members: 1, invitations: 1 })).invitations.total;
  const readAfter = async (action: string) =>
    (
      await database().auditEntry.findFirst({
        where: { chainId: tenant.businessId, action },
        orderBy: { sequence: 'desc' },
      })
    )?.after;
  await invite(second);
  await changeRole(owner, { ...target(second), role: 'finance' });
  expect(await count()).toBe(0);
  expect(await readAfter('role.grant')).toMatchObject({ revokedInvitations: 1 });
  await invite(owner);
  await transferOwnership(owner, { ...target(second), role: 'viewer' });
  expect(await readAfter('role.transfer')).toMatchObject({ revokedInvitations: 1 });
});

test('shows people with their access, pages of 50, and says who is the only owner', async () => {
  await disableMember(owner, target(tenant.as.finance));
  const { members } = await readTeam(owner, tenant.businessId, { members: 1, invitations: 1 });
  expect(members.total).toBe(5);
  expect(
    members.rows.map(({ role, disabled, isLastOwner, sessions }) => [role, disabled, isLastOwner, sessions]),
  ).toEqual([
    ['accountant', 'no', false, 1],
    ['compliance', 'no', false, 1],
    ['owner', 'no', true, 1],
    ['viewer', 'no', false, 1],
    ['finance', 'here', false, 0],
  ]);
  expect(members.rows.find(({ isMe }) => isMe)).toMatchObject({
    mayReset: false,
    lastSeenAt: expect.any(Number),
  });
  expect(members.rows.find(({ role }) => role === 'viewer')?.mayReset).toBe(true);
  await expect(
    readTeam(tenant.as.compliance, tenant.businessId, { members: 1, invitations: 1 }),
  ).rejects.toMatchObject({ code: 'forbidden' });
});

test('names the members with conflicting duties on every page of the members', async () => {
  await database().person.update({ where: { id: owner.actor.personId }, data: { name: 'Zoe' } });
  await addOwner();
  const former = await addOwner();
  await disableMember(owner, target(former));
  const { members, duties } = await readTeam(owner, tenant.businessId, { members: 2, invitations: 1 });
  expect(members.rows).toEqual([]);
  const holders = { names: ['owner', 'Zoe'], total: 2 };
  expect(duties).toEqual([
    { conflict: 'create-and-decide', ...holders },
    { conflict: 'choose-and-approve', ...holders },
  ]);
});

test('leaves a valid audit log', async () => {
  expect((await verifyAudit()).breaches).toEqual([]);
});
