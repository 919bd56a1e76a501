import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findApprovalBlocks } from '#lib/access/index.ts';
import { findPerson } from '#lib/access/session-store.ts';
import { closeDatabase, database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { countFactors, insertFactors } from '#lib/passkeys/testing/rows.ts';
import type { SignInSender } from '#lib/people/index.ts';
import { invitePerson } from '#lib/team/index.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { SingleSignOnSettings } from './settings.ts';
import { signInWithIdentity } from './sign-in-with-identity.ts';

let tenant: Tenant;
let invitedOnly: SingleSignOnSettings;
let justInTime: SingleSignOnSettings;
beforeAll(async () => {
  tenant = await createTenant();
  invitedOnly = {
    issuer: 'https://login.corp.test',
    clientId: 'client',
    clientSecret: 'secret',
    name: 'Example Corp',
    algorithm: 'RS256',
    domains: ['corp.test', 'trusted.test'],
    trustedDomains: ['trusted.test'],
    justInTime: null,
  };
  justInTime = { ...invitedOnly, justInTime: { businessId: tenant.businessId, role: 'viewer' } };
});
afterAll(closeDatabase);

const newClaims = (email = `${randomUUID()}@corp.test`, more = {}) => ({
  sub: randomUUID(),
  email,
  email_verified: true,
  ...more,
});

const sender: SignInSender = {
  address: '2001:db8:9:9::1',
  userAgent: 'a browser',
  knownDevice: async () => null,
};
const enter = (claims: unknown, settings = justInTime) =>
  signInWithIdentity(systemContext('single-sign-on'), { claims, authenticatedAt: null }, settings, sender);
const readRoles = async (sessionId: Awaited<ReturnType<typeof enter>>['sessionId']) =>
  Object.fromEntries((await findPerson(sessionId, systemContext().clock.now()))?.roles ?? []);

test('just in time, a person of the domain gets an account with the default role, once', async () => {
  const claims = newClaims(undefined, { name: ' Ada\u0000 Example ' });
  const first = await enter(claims);
  expect(await readRoles(first.sessionId)).toEqual({ [tenant.businessId]: 'viewer' });
  const person = await database().person.findUniqueOrThrow({ where: { id: first.personId } });
  expect(person).toMatchObject({ email: claims.email, name: 'Ada\ufffd Example' });
  // A membership that an owner removed stays removed.
  await database().membership.deleteMany({ where: { personId: first.personId } });
  const second = await enter(claims);
  expect(second.personId).toBe(first.personId);
  expect(await readRoles(second.sessionId)).toEqual({});
});

test('two accounts that the provider creates approve nothing of each other for 72 hours', async () => {
  const [first, second] = [await enter(newClaims()), await enter(newClaims())];
  const people = {
    businessId: tenant.businessId,
    proposers: [first.personId],
    approver: second.personId,
  };
  const now = systemContext().clock.now();
  const blocks = (await findApprovalBlocks(database(), people, now)).get(first.personId);
  expect(blocks).toMatchObject([{ reason: 'sameProvider' }]);
  const later = addMilliseconds(now, 72 * 3_600_000);
  expect((await findApprovalBlocks(database(), people, later)).size).toBe(0);
  // Their factors are those of the provider, so nothing else is in the way.
  const withOwner = { ...people, proposers: [tenant.as.owner.actor.personId] };
  expect((await findApprovalBlocks(database(), withOwner, now)).size).toBe(0);
});

test('an address without email_verified counts only at a trusted domain', async () => {
  const unstated = (email: string, more = {}) => newClaims(email, { email_verified: undefined, ...more });
  await expect(enter(unstated(`${randomUUID()}@corp.test`))).rejects.toMatchObject({ problem: 'refused' });
  await expect(enter(unstated(`${randomUUID()}@trusted.test`))).resolves.toBeDefined();
  await expect(
    enter(unstated(`${randomUUID()}@trusted.test`, { xms_edov: true, acct: 0, idp: invitedOnly.issuer })),
  ).resolves.toBeDefined();
});

test.each([
  ['a denied address', { email_verified: false }],
  ['a denied address as text', { email_verified: 'false' }],
  ['an empty statement', { email_verified: null }],
  ['a text instead of true', { email_verified: 'true' }],
  ['a domain that the tenant does not own', { xms_edov: false }],
  ['a domain that the tenant does not own, as number', { xms_edov: 0 }],
  ['a guest', { acct: 1 }],
  ['a guest as text', { acct: '1' }],
  ['a person of another provider', { idp: 'https://login.evil.test' }],
])('refuses %s also at a trusted domain', async (_name, more) => {
  const email = `${randomUUID()}@trusted.test`;
  const people = await database().person.count();
  await expect(enter({ ...newClaims(email, { email_verified: undefined }), ...more })).rejects.toMatchObject({
    problem: 'refused',
  });
  expect(await database().person.count()).toBe(people);
});

test('trusted domains are neither their subdomains nor look-alikes', async () => {
  for (const domain of [
    'sub.trusted.test',
    'trusted.test.evil.test',
    'eviltrusted.test',
    'trusted.t\u0435st',
  ])
    await expect(
      enter(newClaims(`${randomUUID()}@${domain}`, { email_verified: undefined })),
    ).rejects.toMatchObject({ problem: 'refused' });
});

test('a linked person signs in with a token that contains nothing but the subject', async () => {
  const claims = newClaims();
  const { personId } = await enter(claims);
  await expect(enter({ sub: claims.sub })).resolves.toMatchObject({ personId });
});

test('the role of an invitation replaces the default role', async () => {
  const claims = newClaims();
  await invitePerson(tenant.as.owner, {
    businessId: tenant.businessId,
    email: claims.email,
    role: 'compliance',
    delivery: 'link',
  });
  const { sessionId } = await enter(claims);
  expect(await readRoles(sessionId)).toEqual({ [tenant.businessId]: 'compliance' });
});

test('just in time only verified people of the domain get an account', async () => {
  const people = await database().person.count();
  for (const claims of [
    newClaims(undefined, { email_verified: false }),
    newClaims(`${randomUUID()}@elsewhere.test`),
    newClaims('no address'),
    { ...newClaims(), sub: '' },
    null,
  ])
    await expect(enter(claims)).rejects.toMatchObject({ problem: 'refused' });
  expect(await database().person.count()).toBe(people);
});

test('two first sign-ins at the same time create one account', async () => {
  const claims = newClaims();
  const results = await Promise.allSettled([enter(claims), enter(claims), enter(claims)]);
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await database().person.count({ where: { email: claims.email } })).toBe(1);
  expect(await database().personIdentity.count({ where: { subject: claims.sub } })).toBe(1);
  await expect(enter(claims)).resolves.toBeDefined();
});

test('of two identities with the address of one account, only the first is linked', async () => {
  const { actor } = await createPerson(new Map([[tenant.businessId, 'viewer']]));
  const email = `${randomUUID()}@corp.test`;
  await database().person.update({ where: { id: actor.personId }, data: { email } });
  const results = await Promise.allSettled(
    [newClaims(email), newClaims(email)].map((claims) => enter(claims, invitedOnly)),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await database().personIdentity.count({ where: { personId: actor.personId } })).toBe(1);
});

test.each([
  ['an unproved address removes every other way in', null],
  ['a verified address leaves password and factors', new Date()],
])('the link of %s', async (_name, emailVerifiedAt) => {
  const { actor } = await createPerson(new Map([[tenant.businessId, 'viewer']]));
  const { personId, sessionId } = actor;
  const email = `${randomUUID()}@corp.test`;
  const passwordHash = 'the hash of whoever used the copied link';
  await database().person.update({ where: { id: personId }, data: { email, passwordHash, emailVerifiedAt } });
  await insertFactors(personId);
  const createdAt = new Date();
  await database().apiToken.create({
    data: {
      ...{ personId, createdAt, name: 'Warehouse', hint: 'ch_abcd', scopes: [], addresses: [] },
      ...{ hash: randomBytes(32), businessIds: [tenant.businessId], expiresAt: createdAt },
    },
  });
  const opened = await enter(newClaims(email), invitedOnly);
  const isVerified = emailVerifiedAt !== null;
  expect(await countFactors(personId)).toBe(isVerified ? 2 : 0);
  const now = systemContext().clock.now();
  expect((await findPerson(sessionId, now)) !== null).toBe(isVerified);
  expect(await findPerson(opened.sessionId, now)).not.toBeNull();
  const person = await database().person.findUniqueOrThrow({ where: { id: personId } });
  expect(person.passwordHash === passwordHash).toBe(isVerified);
  expect(person.emailVerifiedAt).not.toBeNull();
  const removed = {
    removedFactor: true,
    removedPasskeys: 1,
    endedSessions: 1,
    endedTokens: 1,
    replacedPassword: true,
  };
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { objectId: personId, action: 'person.link-identity' },
  });
  if (isVerified) expect(entry.after).not.toHaveProperty('removedFactor');
  else expect(entry.after).toMatchObject(removed);
});

test('an identity of another issuer is another one', async () => {
  const claims = newClaims();
  const { personId } = await enter(claims);
  const other = { ...justInTime, issuer: 'https://other.corp.test' };
  const { personId: linked } = await enter({ ...claims, sub: randomUUID() }, other);
  expect(linked).toBe(personId);
  await expect(
    enter({ ...newClaims(`${randomUUID()}@elsewhere.test`), sub: claims.sub }, other),
  ).rejects.toMatchObject({ problem: 'refused' });
});
