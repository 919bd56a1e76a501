import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { pruneAccess } from '#lib/access/index.ts';
import { findPerson } from '#lib/access/session-store.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant } from '#lib/database/testing/tenant.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import { addPendingSignIn } from '#lib/people/testing/pending-sign-in.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { fromDate } from '#lib/values/instant.ts';
import { endMemberSessions } from './end-member-sessions.ts';
import { readTeam } from './index.ts';
import { listPeople } from './operator-queries.ts';

describe('ending sessions', () => {
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await createTenant();
  });

  const end = (owner: Context<PersonActor>, { actor: { personId } }: Context<PersonActor>) =>
    endMemberSessions(owner, { businessId: tenant.businessId, personId });
  const isSignedIn = async ({ actor: { sessionId } }: Context<PersonActor>) =>
    (await findPerson(sessionId, systemClock.now())) !== null;
  const listEntries = (chainId: string, { actor: { personId } }: Context<PersonActor>) =>
    database().auditEntry.findMany({
      where: { chainId, objectId: personId, action: 'session.revoke' },
      orderBy: { sequence: 'asc' },
    });

  test('an owner ends every session of a member, who stays a member', async () => {
    const { owner, finance } = tenant.as;
    expect(await end(owner, finance)).toEqual({ endedSessions: 1 });
    expect(await isSignedIn(finance)).toBe(false);
    expect(await isSignedIn(owner)).toBe(true);
    expect(await listEntries(tenant.businessId, finance)).toMatchObject([
      { actorId: owner.actor.personId, after: { endedSessions: 1 } },
    ]);
    const { personId } = finance.actor;
    expect(await database().person.findUnique({ where: { id: personId } })).toMatchObject({
      disabledAt: null,
    });
    expect(await database().membership.count({ where: { personId } })).toBe(1);
  });

  test('a remembered browser no longer signs in without the second factor', async () => {
    const { owner, finance } = tenant.as;
    const { personId } = finance.actor;
    const at = Date.now();
    await database().person.update({
      where: { id: personId },
      data: { rememberedDevices: { [randomUUID()]: { at, until: at + 60_000 } } },
    });
    await end(owner, finance);
    expect(await database().person.findUnique({ where: { id: personId } })).toHaveProperty(
      'rememberedDevices',
      {},
    );
    expect(await listEntries(tenant.businessId, finance)).toMatchObject([
      { after: { endedSessions: 1, forgottenBrowsers: 1 } },
    ]);
  });

  test('without an open session nothing is recorded', async () => {
    const { owner, finance } = tenant.as;
    await end(owner, finance);
    expect(await end(owner, finance)).toEqual({ endedSessions: 0 });
    expect(await listEntries(tenant.businessId, finance)).toHaveLength(1);
  });

  test('records sign-ins that waited for their second step, also without an open session', async () => {
    const { owner, finance } = tenant.as;
    await end(owner, finance);
    await addPendingSignIn(finance.actor.personId);
    expect(await end(owner, finance)).toEqual({ endedSessions: 0 });
    const [first, second] = await listEntries(tenant.businessId, finance);
    expect(first?.after).toMatchObject({ endedSessions: 1, endedSignIns: 0 });
    expect(second?.after).toMatchObject({ endedSessions: 0, endedSignIns: 1 });
  });

  test('refuses other roles, oneself, strangers, and members of a business that the owner doesn’t own', async () => {
    const { owner, compliance, viewer } = tenant.as;
    const shared = await createPerson(
      new Map([
        [tenant.businessId, 'finance'],
        [await createBusiness(), 'viewer'],
      ]),
    );
    const stranger = (await createTenant()).as.owner;
    await expect(end(compliance, viewer)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(end(owner, owner)).rejects.toMatchObject({ code: 'invalid' });
    await expect(end(owner, shared)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(end(stranger, viewer)).rejects.toMatchObject({ code: 'not-found' });
    await expect(end(owner, stranger)).rejects.toMatchObject({ code: 'not-found' });
    for (const person of [owner, viewer, shared, stranger]) expect(await isSignedIn(person)).toBe(true);
  });

  test('a person of several businesses of the same owner is recorded in each of them', async () => {
    const other = await createBusiness();
    const owner = await createPerson(
      new Map([
        [tenant.businessId, 'owner'],
        [other, 'owner'],
      ]),
    );
    const shared = await createPerson(
      new Map([
        [tenant.businessId, 'finance'],
        [other, 'viewer'],
      ]),
    );
    expect(await end(owner, shared)).toEqual({ endedSessions: 1 });
    for (const businessId of [tenant.businessId, other])
      expect(await listEntries(businessId, shared)).toHaveLength(1);
  });

  test('an owner with a second factor proves it first', async () => {
    const { owner, finance } = tenant.as;
    await addFactor(owner.actor.personId, systemClock.now());
    await expect(end(owner, finance)).rejects.toMatchObject({ code: 'reauthentication-required' });
    expect(await isSignedIn(finance)).toBe(true);
  });
});

describe('the last activity', () => {
  /** Sessions are deleted after a month. Owners and operators still see when a person was last active. */

  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await createTenant();
  });

  const dayMs = 86_400_000;
  const ago = (days: number) => new Date(systemClock.now() - days * dayMs);
  const personId = () => tenant.as.viewer.actor.personId;

  /** Replaces the sessions of the viewer by one that began and ended this long ago. */
  async function replaceSession(days: number): Promise<Date> {
    const lastSeenAt = ago(days);
    await database().session.deleteMany({ where: { personId: personId() } });
    await database().session.create({ data: { personId: personId(), createdAt: lastSeenAt, lastSeenAt } });
    return lastSeenAt;
  }

  async function readLastSeen() {
    const { members } = await readTeam(tenant.as.owner, tenant.businessId, { members: 1, invitations: 1 });
    const people = await listPeople(tenant.businessId);
    return {
      team: members.rows.find((member) => member.personId === personId())?.lastSeenAt,
      operator: people.find(({ email }) => email === tenant.as.viewer.actor.email)?.lastSeenAt,
    };
  }

  const expected = (at: Date) => ({ team: fromDate(at), operator: at.toISOString() });

  test('the last activity stays when the sessions of the person are deleted', async () => {
    const first = await replaceSession(60);
    expect(await readLastSeen()).toEqual(expected(first));
    await pruneAccess(systemClock.now());
    expect(await database().session.count({ where: { personId: personId() } })).toBe(0);
    expect(await readLastSeen()).toEqual(expected(first));

    const second = await replaceSession(40);
    expect(await readLastSeen()).toEqual(expected(second));
    await pruneAccess(systemClock.now());
    expect(await readLastSeen()).toEqual(expected(second));

    // An older session that is deleted later changes nothing.
    await replaceSession(50);
    await pruneAccess(systemClock.now());
    expect(await readLastSeen()).toEqual(expected(second));
  });

  test('a person who never signed in was never active', async () => {
    await database().session.deleteMany({ where: { personId: personId() } });
    await pruneAccess(systemClock.now());
    expect(await readLastSeen()).toEqual({ team: null, operator: null });
  });
});
