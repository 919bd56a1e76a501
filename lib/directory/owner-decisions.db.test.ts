import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createBusiness, createPerson } from '#lib/database/testing/tenant.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { changeRole, disableMember, removeMember } from '#lib/team/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { createDirectoryFixture } from './testing/directory-fixture.ts';

const desk = createDirectoryFixture();

const readRole = async (personId: string) => {
  const { businessId } = desk.tenant;
  const found = await database().membership.findFirst({ where: { businessId, personId } });
  return found === null ? null : found.disabledAt === null ? found.role : 'disabled';
};
const setActive = (user: string, active: boolean) =>
  desk.patch(`/Users/${user}`, { op: 'replace', path: 'active', value: active });

describe('an access that an owner ended', () => {
  let user: string;
  let group: string;
  let personId: string;
  beforeEach(async () => {
    const email = `${randomUUID()}@example.test`;
    user = await desk.addUser(email);
    group = await desk.addGroup('Money', [user]);
    personId = (await database().person.findUniqueOrThrow({ where: { email } })).id;
    expect(await readRole(personId)).toBe('finance');
  });

  test.each([
    ['disabled', disableMember, 'disabled'],
    ['removed', removeMember, null],
  ] as const)('stays %s until the answer of the directory changes', async (_how, end, state) => {
    await end(desk.tenant.as.owner, { businessId: desk.tenant.businessId, personId });
    await desk.patch(`/Users/${user}`, { op: 'replace', path: 'displayName', value: 'Another name' });
    await setActive(user, true);
    await desk.patch(`/Groups/${group}`, { op: 'replace', path: 'displayName', value: 'MONEY' });
    // Roles that count from another time are followed by everyone.
    await database().directoryRecord.updateMany({ where: { personId }, data: { rolesFrom: new Date(0) } });
    await desk.send('GET', '/Users');
    expect(await readRole(personId)).toBe(state);
    await setActive(user, false);
    await setActive(user, true);
    expect(await readRole(personId)).toBe('finance');
  });

  test('returns with another role', async () => {
    await disableMember(desk.tenant.as.owner, { businessId: desk.tenant.businessId, personId });
    await desk.addGroup('Everyone', [user]);
    expect(await readRole(personId)).toBe('disabled');
    await desk.send('DELETE', `/Groups/${group}`);
    expect(await readRole(personId)).toBe('viewer');
  });
});

describe('a person whom an owner promoted', () => {
  const promote = async (role: Role) => {
    const { businessId, as } = desk.tenant;
    const email = `${randomUUID()}@example.test`;
    const user = await desk.addUser(email);
    const group = await desk.addGroup('Money', [user]);
    const { id: personId } = await database().person.findUniqueOrThrow({ where: { email } });
    if (role === 'owner') await changeRole(as.owner, { businessId, personId, role });
    else
      await database().membership.updateMany({
        where: { businessId, personId },
        data: { role, endsAt: new Date() },
      });
    return { user, group, personId };
  };

  test.each(['owner', 'auditor'] as const)('to %s keeps the access without a group', async (role) => {
    const { user, group, personId } = await promote(role);
    expect((await desk.send('DELETE', `/Groups/${group}`)).status).toBe(204);
    expect(await readRole(personId)).toBe(role);
    await setActive(user, false);
    expect(await readRole(personId)).toBe('disabled');
  });

  test('and is the last owner blocks no change of others', async () => {
    const { as, businessId } = desk.tenant;
    const owner = await desk.addUser(as.owner.actor.email);
    await database().membership.updateMany({
      where: { businessId, personId: desk.second.actor.personId },
      data: { disabledAt: new Date() },
    });
    await database().directoryRecord.updateMany({
      where: { personId: as.owner.actor.personId },
      data: { isActive: false, givenRole: 'finance', rolesFrom: null },
    });
    expect((await desk.send('GET', '/Users')).status).toBe(200);
    await desk.addGroup('Money', [owner]);
    expect(await readRole(as.owner.actor.personId)).toBe('owner');
    expect((await setActive(owner, false)).status).toBe(409);
  });
});

test('ends the sessions of people without another business only', async () => {
  const { businessId } = desk.tenant;
  const other = await createBusiness();
  const isOpen = async ({ actor }: Context<PersonActor>) =>
    (await database().session.count({ where: { id: actor.sessionId, revokedAt: null } })) === 1;
  for (const [businesses, stays] of [
    [[businessId], false],
    [[businessId, other], true],
  ] as const) {
    const create = () =>
      createPerson(new Map<BusinessId, Role>(businesses.map((id) => [id, 'viewer' as const])));
    const [toggled, promoted] = [await create(), await create()];
    const [first, next] = [await desk.addUser(toggled.actor.email), await desk.addUser(promoted.actor.email)];
    await setActive(first, false);
    expect(await isOpen(toggled)).toBe(stays);
    await desk.addGroup(`Money${stays ? ' ' : ''}`, [next]);
    expect(await readRole(promoted.actor.personId)).toBe('finance');
    expect(await isOpen(promoted)).toBe(stays);
  }
});
