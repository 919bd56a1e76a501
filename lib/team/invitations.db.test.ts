import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { hashToken } from '#lib/access/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { authenticateNow } from '#lib/database/testing/stale-session.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import type { Clock } from '#lib/platform/clock.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { AssignableRole } from '#lib/values/roles.ts';
import {
  acceptInvitation,
  invitePerson,
  invitePersonAsOperator,
  joinByInvitation,
  readInvitation,
  readTeam,
  resendInvitation,
  revokeInvitation,
} from './index.ts';
import { inviteForm } from './schema.ts';

const hourMs = 3_600_000;
const password = 'a quiet long password';
let tenant: Tenant;
let now: Instant;
const clock: Clock = { now: () => now };
const asOwner = (): Context<PersonActor> => ({ ...tenant.as.owner, clock });
const newcomer = () => systemContext('invitation', clock);
const newEmail = () => `${randomUUID()}@example.test`;
const readToken = (link: string | null): string => link?.split('/invitation/')[1] ?? '';

beforeEach(async () => {
  now = systemClock.now();
  tenant = await createTenant();
});

async function invite(email = newEmail(), role: AssignableRole = 'viewer') {
  const { link } = await invitePerson(asOwner(), {
    businessId: tenant.businessId,
    email,
    role,
    delivery: 'link',
  });
  return { email, token: readToken(link) };
}

const join = (token: string) => joinByInvitation(newcomer(), { token, name: 'A new person', password });
const readState = async (token: string) => (await readInvitation(token, now)).state;
const listInvitations = async () =>
  (await readTeam(asOwner(), tenant.businessId, { members: 1, invitations: 1 })).invitations;
const onlyInvitation = async () => (await listInvitations()).rows[0]?.invitationId ?? '';

test('a new person joins once with a name and a password', async () => {
  const { email, token } = await invite(newEmail(), 'accountant');
  expect(await readInvitation(token, now)).toEqual({
    state: 'open',
    email,
    role: 'accountant',
    endsAt: null,
    businessName: 'A business of a test',
    inviterName: 'owner',
    expiresAt: addMilliseconds(now, 72 * hourMs),
    hasAccount: false,
    isSingleSignOn: false,
  });
  await join(token);
  expect(
    await database().person.findUnique({ where: { email }, include: { memberships: true } }),
  ).toMatchObject({
    name: 'A new person',
    // A copied link proves no address.
    emailVerifiedAt: null,
    memberships: [{ businessId: tenant.businessId, role: 'accountant' }],
  });
  expect(await readState(token)).toBe('accepted');
  await expect(join(token)).rejects.toMatchObject({ code: 'conflict' });
  expect((await listInvitations()).total).toBe(0);
});

test('stores only the hash of the token', async () => {
  const { token } = await invite();
  const rows = await database().invitation.findMany({ where: { businessId: tenant.businessId } });
  expect(rows[0]?.tokenHash).toEqual(hashToken(token));
  const entries = await database().auditEntry.findMany({ where: { chainId: tenant.businessId } });
  expect(JSON.stringify(entries.map(({ before, after }) => ({ before, after })))).not.toContain(token);
});

test('accepts one of two people who join at once', async () => {
  const { email, token } = await invite();
  const results = await Promise.allSettled([join(token), join(token)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  expect(await database().person.count({ where: { email } })).toBe(1);
});

test('an existing person accepts by signing in and gets no second account', async () => {
  const person = await createPerson(new Map([[await createBusiness(), 'owner']]));
  const { email } = person.actor;
  const { token } = await invite(email, 'finance');
  expect(await readInvitation(token, now)).toMatchObject({ state: 'open', hasAccount: true });
  await expect(join(token)).rejects.toMatchObject({ code: 'conflict' });
  await acceptInvitation({ ...person, clock }, { token });
  expect(await database().person.count({ where: { email } })).toBe(1);
  const role = await database().membership.findFirst({
    where: { businessId: tenant.businessId, personId: person.actor.personId },
  });
  expect(role).toMatchObject({ role: 'finance' });
});

test("a forwarded invitation doesn't work for another person", async () => {
  const other = await createPerson(new Map([[await createBusiness(), 'owner']]));
  const { token } = await invite();
  await expect(acceptInvitation({ ...other, clock }, { token })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await readState(token)).toBe('open');
});

test('an invitation works for 72 hours', async () => {
  const { token } = await invite();
  now = addMilliseconds(now, 72 * hourMs - 1);
  expect(await readState(token)).toBe('open');
  now = addMilliseconds(now, 1);
  expect(await readInvitation(token, now)).toEqual({
    state: 'expired',
    businessName: 'A business of a test',
  });
  await expect(join(token)).rejects.toMatchObject({ code: 'conflict' });
});

test('a renewed invitation has a new link and 72 hours more', async () => {
  const { token } = await invite();
  now = addMilliseconds(now, 80 * hourMs);
  await authenticateNow(asOwner());
  const { link } = await resendInvitation(asOwner(), {
    businessId: tenant.businessId,
    invitationId: await onlyInvitation(),
    delivery: 'link',
  });
  expect(await readState(token)).toBe('unknown');
  now = addMilliseconds(now, 71 * hourMs);
  expect(await readState(readToken(link))).toBe('open');
});

test("a revoked invitation doesn't work", async () => {
  const { token } = await invite();
  const revoked = { businessId: tenant.businessId, invitationId: await onlyInvitation() };
  await revokeInvitation(asOwner(), revoked);
  expect(await readState(token)).toBe('revoked');
  await expect(join(token)).rejects.toMatchObject({ code: 'conflict' });
  await expect(revokeInvitation(asOwner(), revoked)).rejects.toMatchObject({ code: 'conflict' });
  await expect(resendInvitation(asOwner(), { ...revoked, delivery: 'link' })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('refuses members and doubled invitations, and replaces an expired one', async () => {
  await expect(invite(tenant.as.viewer.actor.email)).rejects.toMatchObject({ code: 'conflict' });
  const { email } = await invite();
  await expect(invite(email)).rejects.toMatchObject({ code: 'conflict' });
  now = addMilliseconds(now, 73 * hourMs);
  await authenticateNow(asOwner());
  const { token } = await invite(email);
  expect(await readState(token)).toBe('open');
  expect((await listInvitations()).total).toBe(1);
  const replaced = await database().auditEntry.findMany({
    where: { chainId: tenant.businessId, action: 'invitation.revoke' },
  });
  expect(replaced).toMatchObject([{ before: { email, role: 'viewer' } }]);
});

test('accepts one of two operators who invite an address at once', async () => {
  const email = newEmail();
  const attempt = () =>
    invitePersonAsOperator(systemContext('operator', clock), {
      businessId: tenant.businessId,
      email,
      role: 'owner',
      delivery: 'link',
    });
  const results = await Promise.allSettled([attempt(), attempt()]);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  expect((await listInvitations()).rows).toMatchObject([{ email, invitedBy: null }]);
});

test('only owners of the business invite, renew and revoke', async () => {
  await invite();
  const invitationId = await onlyInvitation();
  const { businessId } = tenant;
  const form = { businessId, email: newEmail(), role: 'viewer', delivery: 'link' } as const;
  const stranger = await createPerson(new Map([[await createBusiness(), 'owner']]));
  for (const [by, code] of [
    [tenant.as.compliance, 'forbidden'],
    [tenant.as.accountant, 'forbidden'],
    [stranger, 'not-found'],
  ] as const) {
    await expect(invitePerson(by, form)).rejects.toMatchObject({ code });
    await expect(resendInvitation(by, { businessId, invitationId, delivery: 'link' })).rejects.toMatchObject({
      code,
    });
    await expect(revokeInvitation(by, { businessId, invitationId })).rejects.toMatchObject({ code });
  }
  const elsewhere = { businessId: [...stranger.actor.roles.keys()][0] ?? '', invitationId };
  await expect(revokeInvitation(stranger, elsewhere)).rejects.toMatchObject({ code: 'not-found' });
});

test.each([
  ['  Ana.Silva@Example.TEST ', 'ana.silva@example.test'],
  ['ana+books@example.test', 'ana+books@example.test'],
  ['ana@xn--80ak6aa92e.example', 'ana@xn--80ak6aa92e.example'],
  // A Cyrillic a, a Kelvin sign that becomes k in lower case, and a full-width letter.
  ['аna@example.test', null],
  ['\u212Aim@example.test', null],
  ['ａna@example.test', null],
  ['ana@example', null],
  ['ana@example.test\nbcc: x@evil.test', null],
])('normalises the address %j to %j', (typed, email) => {
  const parsed = inviteForm.safeParse({ businessId: 'x', email: typed, role: 'viewer', delivery: 'link' });
  expect(parsed.data?.email ?? null).toBe(email);
});

test('lists 1,000 invitations in pages of 50', async () => {
  await databasePool().query(
    `INSERT INTO invitation (business_id, email, role, token_hash, delivery, created_at, sent_at, expires_at)
     SELECT $1::uuid, 'person' || n || '@example.test', 'viewer', sha256(convert_to($1::uuid || n::text, 'UTF8')), 'link',
            now() + n * interval '1 ms', now(), now() + interval '1 hour' FROM generate_series(0, 999) AS n`,
    [tenant.businessId],
  );
  const first = await listInvitations();
  expect([first.total, first.pages, first.rows.length]).toEqual([1_000, 20, 50]);
  expect(first.rows[0]?.email).toBe('person999@example.test');
  const last = await readTeam(asOwner(), tenant.businessId, { members: 1, invitations: 20 });
  expect(last.invitations.rows.at(-1)?.email).toBe('person0@example.test');
});
