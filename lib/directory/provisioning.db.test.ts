import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { admitApiToken } from '#lib/access/index.ts';
import { changeGroupRoles } from '#lib/api-tokens/change-group-roles.ts';
import { createApiToken, rerollApiToken, revokeApiToken } from '#lib/api-tokens/change-tokens.ts';
import { decideApiToken } from '#lib/api-tokens/decide-token.ts';
import { listApiTokens, listTokenProposals } from '#lib/api-tokens/index.ts';
import { changeGroupRolesForm, createApiTokenForm } from '#lib/api-tokens/schema.ts';
import { database } from '#lib/database/pools.ts';
import { createPerson } from '#lib/database/testing/tenant.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { createDirectoryFixture, readError, readResource } from './testing/directory-fixture.ts';

const desk = createDirectoryFixture();

const findMembership = async (email: string) => {
  const { businessId } = desk.tenant;
  const found = await database().membership.findFirst({
    where: { businessId, person: { email } },
    select: { role: true, disabledAt: true },
  });
  return found === null ? null : found.disabledAt === null ? found.role : 'disabled';
};
const list = z.looseObject({
  totalResults: z.int(),
  startIndex: z.int(),
  itemsPerPage: z.int(),
  Resources: z.array(z.looseObject({ id: z.string() })),
});
const readList = async (response: Response) => list.parse(await response.json());
const createEmail = (name: string) => `${name}-${randomUUID()}@example.test`;

describe('users and groups', () => {
  test('get the role of the first of their groups, and lose their access with the last one', async () => {
    const email = createEmail('ada');
    const user = await desk.addUser(email);
    expect(await findMembership(email)).toBe(null);
    const everyone = await desk.addGroup('Everyone', [user]);
    expect(await findMembership(email)).toBe('viewer');
    const money = await desk.addGroup('money', [user]);
    expect(await findMembership(email)).toBe('finance');
    expect((await desk.send('DELETE', `/Groups/${money}`)).status).toBe(204);
    expect(await findMembership(email)).toBe('viewer');
    await desk.patch(`/Groups/${everyone}`, { op: 'remove', path: `members[value eq "${user}"]` });
    expect(await findMembership(email)).toBe('disabled');
    await desk.patch(`/Groups/${everyone}`, { op: 'Add', path: 'members', value: [{ value: user }] });
    expect(await findMembership(email)).toBe('viewer');
  });

  test('are found by name, external id and id, and in pages', async () => {
    const email = createEmail('grace');
    const user = await desk.addUser(email, { externalId: 'ext"1' });
    for (let count = 0; count < 4; count++) await desk.addUser();
    const find = async (filter: string) =>
      (await readList(await desk.send('GET', `/Users?filter=${encodeURIComponent(filter)}`))).Resources.map(
        ({ id }) => id,
      );
    expect(await find(`userName eq "${email.toUpperCase()}"`)).toEqual([user]);
    expect(await find('externalId eq "ext\\"1"')).toEqual([user]);
    expect(await find(`id eq "${user}" and active eq true`)).toEqual([user]);
    expect(await find(`emails.value eq "${email}"`)).toEqual([user]);
    expect(await find('userName eq "stranger"')).toEqual([]);
    const page = await readList(await desk.send('GET', '/Users?startIndex=4&count=3'));
    expect(page).toMatchObject({ totalResults: 5, startIndex: 4, itemsPerPage: 2 });
    const all = [1, 3, 5].map(async (start) => {
      const { Resources } = await readList(await desk.send('GET', `/Users?startIndex=${start}&count=2`));
      return Resources.map(({ id }) => id);
    });
    expect(new Set((await Promise.all(all)).flat()).size).toBe(5);
    const counted = await readList(await desk.send('GET', '/Users?count=0'));
    expect(counted).toMatchObject({ totalResults: 5, Resources: [] });
    const group = await desk.addGroup('Everyone', [user]);
    const lean = await readResource(await desk.send('GET', `/Groups/${group}?excludedAttributes=members`));
    expect(lean).not.toHaveProperty('members');
    const full = await readResource(await desk.send('GET', `/Groups/${group}`));
    expect(full).toMatchObject({ members: [{ value: user }] });
    expect(await readResource(await desk.send('GET', `/Users/${user}`))).toMatchObject({
      groups: [{ value: group, display: 'Everyone' }],
      meta: { resourceType: 'User', location: expect.stringContaining(`/api/scim/v2/Users/${user}`) },
    });
  });

  test('without a list of addresses have their name as one', async () => {
    const userName = createEmail('only');
    const user = await desk.addUser(userName, { emails: [] });
    expect(await readResource(await desk.send('GET', `/Users/${user}`))).toMatchObject({
      emails: [{ value: userName, primary: true }],
    });
    const filter = encodeURIComponent(`emails.value eq "${userName}"`);
    expect((await readList(await desk.send('GET', `/Users?filter=${filter}`))).totalResults).toBe(1);
  });

  test('take the names of other users and groups only once', async () => {
    const email = createEmail('twin');
    const user = await desk.addUser(email);
    const twin = { userName: email.toUpperCase() };
    expect(await readError(await desk.send('POST', '/Users', twin))).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
    const other = await desk.addUser();
    expect(
      (await desk.patch(`/Users/${other}`, { op: 'replace', path: 'userName', value: email })).status,
    ).toBe(409);
    // Another name with the same address is the same account.
    const alias = await desk.send('POST', '/Users', { userName: 'alias', emails: [{ value: email }] });
    expect(await readError(alias)).toMatchObject({ status: '409', scimType: 'uniqueness' });
    await desk.addGroup('Money', [user]);
    expect((await desk.send('POST', '/Groups', { displayName: 'MONEY' })).status).toBe(409);
  });
});

describe('deprovisioning', () => {
  /** A member with a session and an API token. */
  async function addMember(role: 'finance' | 'owner') {
    const { businessId } = desk.tenant;
    const member = await createPerson(new Map([[businessId, role]]));
    const form = createApiTokenForm.parse({
      ...{ businessId, name: 'Own', scopes: ['payments:read'], businesses: [businessId] },
      ...{ days: '90', addresses: '' },
    });
    const { token } = await createApiToken(member, form);
    return { member, token, user: await desk.addUser(member.actor.email) };
  }
  const isEnded = async (member: Context<PersonActor>, token: string) => {
    const open = await database().session.count({ where: { id: member.actor.sessionId, revokedAt: null } });
    const found = await admitApiToken(token, '192.0.2.1', systemClock.now());
    return open === 0 && found?.state === 'revoked';
  };

  test('isn’t undone by a removed or empty state', async () => {
    const { member, user } = await addMember('finance');
    await desk.addGroup('Money', [user]);
    await desk.patch(`/Users/${user}`, { op: 'replace', path: 'active', value: false });
    for (const operation of [
      { op: 'remove', path: 'active' },
      { op: 'replace', path: 'active', value: null },
      { op: 'add', value: { active: null } },
    ])
      expect(await readError(await desk.patch(`/Users/${user}`, operation))).toMatchObject({
        status: '400',
        scimType: 'mutability',
      });
    const { email } = member.actor;
    const replaced = await desk.send('PUT', `/Users/${user}`, { userName: email, active: null });
    expect(await readResource(replaced)).toMatchObject({ active: false });
    expect(await findMembership(email)).toBe('disabled');
  });

  test.each([
    ['Microsoft Entra ID', { op: 'Replace', path: 'active', value: 'False' }],
    ['Okta', { op: 'replace', value: { active: false } }],
  ])('by %s ends sessions and API tokens at once', async (_directory, operation) => {
    const { member, token, user } = await addMember('finance');
    expect(await isEnded(member, token)).toBe(false);
    expect(await readResource(await desk.patch(`/Users/${user}`, operation))).toMatchObject({
      active: false,
    });
    expect(await isEnded(member, token)).toBe(true);
    expect(await findMembership(member.actor.email)).toBe('disabled');
    // An active user without a group stays without access: only a group gives it back.
    await desk.patch(`/Users/${user}`, { op: 'replace', path: 'active', value: true });
    expect(await findMembership(member.actor.email)).toBe('disabled');
    await desk.addGroup('Everyone', [user]);
    expect(await findMembership(member.actor.email)).toBe('viewer');
  });

  test('by DELETE and by PUT ends them as well', async () => {
    for (const end of [
      ({ user }: { user: string }) => desk.send('DELETE', `/Users/${user}`),
      ({ user, member }: { user: string; member: Context<PersonActor> }) =>
        desk.send('PUT', `/Users/${user}`, { userName: member.actor.email, active: false }),
    ]) {
      const added = await addMember('finance');
      expect((await end(added)).ok).toBe(true);
      expect(await isEnded(added.member, added.token)).toBe(true);
    }
  });

  test('keeps the last owner, and says so', async () => {
    const { businessId, as } = desk.tenant;
    const owner = await desk.addUser(as.owner.actor.email);
    const second = await desk.addUser(desk.second.actor.email);
    expect((await desk.patch(`/Users/${second}`, { op: 'replace', value: { active: false } })).status).toBe(
      200,
    );
    for (const response of [
      await desk.patch(`/Users/${owner}`, { op: 'replace', value: { active: false } }),
      await desk.send('DELETE', `/Users/${owner}`),
    ])
      expect(await readError(response)).toMatchObject({
        status: '409',
        detail: expect.stringContaining('owner'),
      });
    expect(await readResource(await desk.send('GET', `/Users/${owner}`))).toMatchObject({ active: true });
    const owners = await database().membership.count({
      where: { businessId, role: 'owner', disabledAt: null },
    });
    expect(owners).toBe(1);
  });

  test('and groups change no owner, and never make one', async () => {
    const { user, member } = await addMember('owner');
    await desk.addGroup('Money', [user]);
    expect(await findMembership(member.actor.email)).toBe('owner');
    await desk.patch(`/Users/${user}`, { op: 'replace', value: { active: false } });
    await desk.patch(`/Users/${user}`, { op: 'replace', value: { active: true } });
    expect(await findMembership(member.actor.email)).toBe('finance');
    const { businessId } = desk.tenant;
    for (const role of ['owner', 'auditor', 'auditor-risk'])
      expect(
        changeGroupRolesForm.safeParse({ businessId, tokenId: randomUUID(), groups: `Boss = ${role}` })
          .success,
      ).toBe(false);
  });
});

describe('the setup', () => {
  test('takes two people, or 72 hours of the only owner', async () => {
    const { businessId, as } = desk.tenant;
    const [token] = (await listApiTokens(as.owner, businessId)).tokens;
    await revokeApiToken(as.owner, { businessId, tokenId: token?.tokenId ?? '' });
    const waiting = await desk.createToken(desk.tenant, null);
    const refused = await desk.send('GET', '/Users', undefined, { token: waiting });
    expect(await readError(refused)).toMatchObject({
      status: '403',
      detail: expect.stringContaining('directory:write'),
    });
    const [found] = (await listApiTokens(as.owner, businessId)).tokens;
    await revokeApiToken(as.owner, { businessId, tokenId: found?.tokenId ?? '' });
    await database().membership.updateMany({
      where: { personId: desk.second.actor.personId },
      data: { disabledAt: new Date() },
    });
    const noticed = await desk.createToken(desk.tenant, null);
    const scopesAt = async (ms: number) =>
      (await admitApiToken(noticed, '192.0.2.1', addMilliseconds(systemClock.now(), ms)))?.scopes;
    expect(await scopesAt(71 * 3_600_000)).toEqual([]);
    expect(await scopesAt(73 * 3_600_000)).toEqual(['directory:write']);
  });

  test('changes the roles of groups by two people, for everyone at the next request', async () => {
    const { businessId, as } = desk.tenant;
    const email = createEmail('mover');
    await desk.addGroup('Everyone', [await desk.addUser(email)]);
    const [token] = (await listApiTokens(as.owner, businessId)).tokens;
    const form = changeGroupRolesForm.parse({
      ...{ businessId, tokenId: token?.tokenId ?? '', groups: 'Everyone = accountant' },
    });
    const { tokens } = await changeGroupRoles(as.owner, form);
    expect(tokens[0]?.directory).toMatchObject({ roles: { length: 3 }, proposal: { isMine: true } });
    await desk.send('GET', '/Users');
    expect(await findMembership(email)).toBe('viewer');
    const [proposal] = await listTokenProposals(desk.second, businessId);
    const answer = {
      businessId,
      proposalId: proposal?.proposalId ?? '',
      answer: 'approve',
      comment: '',
    } as const;
    await expect(decideApiToken(as.owner, answer)).rejects.toMatchObject({ code: 'forbidden' });
    await decideApiToken(desk.second, answer);
    await desk.send('GET', '/Users');
    expect(await findMembership(email)).toBe('accountant');
    // A rerolled token has the same roles.
    const rerolled = await rerollApiToken(as.owner, { businessId, tokenId: form.tokenId, overlapHours: 24 });
    const next = createEmail('next');
    const group = (await readList(await desk.send('GET', '/Groups'))).Resources[0]?.id ?? '';
    const user = await desk.addUser(next);
    const change = { Operations: [{ op: 'add', path: 'members', value: [{ value: user }] }] };
    expect((await desk.send('PATCH', `/Groups/${group}`, change, { token: rerolled.token })).status).toBe(
      200,
    );
    expect(await findMembership(next)).toBe('accountant');
  });

  test('allows one directory', async () => {
    await expect(desk.createToken(desk.tenant, null)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('keeps those who gave the access from approving for those who received it', async () => {
    const { businessId, as } = desk.tenant;
    const email = createEmail('new');
    await desk.addGroup('Money', [await desk.addUser(email)]);
    const person = await database().person.findUniqueOrThrow({ where: { email } });
    const grants = await database().accessGrant.findMany({ where: { businessId, personId: person.id } });
    const givers = grants.map(({ grantedById, kind }) => grantedById ?? kind);
    expect(new Set(givers)).toEqual(
      new Set([as.owner.actor.personId, desk.second.actor.personId, 'provider']),
    );
  });
});

test('every change is audited with the token and its maker', async () => {
  const { businessId, as } = desk.tenant;
  const email = createEmail('audited');
  const user = await desk.addUser(email);
  const group = await desk.addGroup('Money', [user]);
  await desk.patch(`/Users/${user}`, { op: 'replace', value: { active: false } });
  await desk.send('DELETE', `/Users/${user}`);
  await desk.send('DELETE', `/Groups/${group}`);
  const { tokenId } = await database().apiToken.findFirstOrThrow({
    where: { personId: as.owner.actor.personId },
  });
  const entries = await database().auditEntry.findMany({
    where: { chainId: businessId, objectType: { not: 'api-token' } },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'directory.create',
    'role.grant',
    'directory.create',
    'member.disable',
    'directory.change',
    'directory.delete',
    'directory.delete',
  ]);
  for (const entry of entries)
    expect(entry).toMatchObject({ actorId: as.owner.actor.personId, after: { apiToken: tokenId } });
});
