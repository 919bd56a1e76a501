import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { findPerson } from '#lib/access/session-store.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { countFactors, insertFactors } from '#lib/passkeys/testing/rows.ts';
import type { SignInSender } from '#lib/people/index.ts';
import { invitePerson } from '#lib/team/index.ts';
import type { SingleSignOnSettings } from './settings.ts';
import { signInWithIdentity } from './sign-in-with-identity.ts';

let tenant: Tenant;
const settings: SingleSignOnSettings = {
  issuer: 'https://login.corp.test',
  clientId: 'client',
  clientSecret: 'secret',
  name: 'Example Corp',
  algorithm: 'RS256',
  domains: ['corp.test'],
};
beforeAll(async () => {
  tenant = await createTenant();
});

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
const enter = (claims: unknown, of = settings) =>
  signInWithIdentity(systemContext('single-sign-on'), { claims, authenticatedAt: null }, of, sender);
/** Invites the person of the claims. */
async function invited<Claims extends { readonly email: string }>(claims: Claims): Promise<Claims> {
  const { businessId } = tenant;
  await invitePerson(tenant.as.owner, { businessId, email: claims.email, role: 'viewer', delivery: 'link' });
  return claims;
}
const readRoles = async (sessionId: Awaited<ReturnType<typeof enter>>['sessionId']) =>
  Object.fromEntries((await findPerson(sessionId, systemContext().clock.now()))?.roles ?? []);

test('an invited person of the domain gets an account with the role of the invitation, once', async () => {
  const claims = await invited(newClaims(undefined, { name: ' Ada\u0000 Example ' }));
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

/** As Microsoft Entra ID speaks of a member of the tenant. */
const member = { email_verified: undefined, xms_edov: true, acct: 0 };

test('an address without email_verified counts for a member of a domain that the tenant owns', async () => {
  for (const more of [{}, { idp: settings.issuer }, { xms_edov: '1', acct: '0' }])
    await expect(enter(await invited(newClaims(undefined, { ...member, ...more })))).resolves.toBeDefined();
});

test.each([
  ['a denied address', { email_verified: false }],
  ['a denied address as text', { email_verified: 'false' }],
  ['an empty statement', { email_verified: null }],
  ['a text instead of true', { email_verified: 'true' }],
  ['a domain that the tenant does not own', { xms_edov: false }],
  ['a domain that the tenant does not own, as number', { xms_edov: 0 }],
  ['a domain of which nothing is said', { xms_edov: undefined }],
  ['a guest', { acct: 1 }],
  ['a guest as text', { acct: '1' }],
  ['an account of which nothing is said', { acct: undefined }],
  ['a person of another provider', { idp: 'https://login.evil.test' }],
])('refuses %s', async (_name, more) => {
  const claims = await invited(newClaims(undefined, { ...member, ...more }));
  const people = await database().person.count();
  await expect(enter(claims)).rejects.toMatchObject({ problem: 'refused' });
  expect(await database().person.count()).toBe(people);
});

test('the domains are neither their subdomains nor look-alikes', async () => {
  for (const domain of ['sub.corp.test', 'corp.test.evil.test', 'evilcorp.test', 'corp.t\u0435st'])
    await expect(enter(newClaims(`${randomUUID()}@${domain}`))).rejects.toMatchObject({ problem: 'refused' });
});

test('a linked person signs in with a token that contains nothing but the subject', async () => {
  const claims = await invited(newClaims());
  const { personId } = await enter(claims);
  await expect(enter({ sub: claims.sub })).resolves.toMatchObject({ personId });
});

test('no one else gets an account', async () => {
  const people = await database().person.count();
  for (const claims of [
    newClaims(),
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
  const claims = await invited(newClaims());
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
    [newClaims(email), newClaims(email)].map((claims) => enter(claims)),
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
  const opened = await enter(newClaims(email));
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
  const claims = await invited(newClaims());
  const { personId } = await enter(claims);
  const other = { ...settings, issuer: 'https://other.corp.test' };
  const { personId: linked } = await enter({ ...claims, sub: randomUUID() }, other);
  expect(linked).toBe(personId);
  await expect(
    enter({ ...newClaims(`${randomUUID()}@elsewhere.test`), sub: claims.sub }, other),
  ).rejects.toMatchObject({ problem: 'refused' });
});
