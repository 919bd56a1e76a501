import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as routes from '#app/api/auth/[...nextauth]/route.ts';
import { verifyAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { disablePerson } from '#lib/people/index.ts';
import { setMailServer, testEnv, testRequest } from '#lib/platform/testing/file-doubles.ts';
import {
  checkIdentityProvider,
  readConfirmationMethods,
  readIdentity,
  singleSignOnCommands,
} from '#lib/single-sign-on/index.ts';
import * as team from '#lib/team/index.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { Browser } from './browser.ts';
import { signInAtProvider, startOpenIdProvider } from './openid-provider.ts';
import { replaceNextHeaders } from './request-scope.ts';

/** Single sign-on with a real OpenID provider on loopback, by HTTP, through the routes of the product. */

replaceNextHeaders(testRequest);
beforeEach(() => {
  testEnv.OIDC_BREAK_GLASS = undefined;
});
/** Ends the passwords of all others. */
const enforce = () => {
  testEnv.OIDC_BREAK_GLASS = ['emergency@corp.test'];
};

const product = 'http://localhost:3000';
const provider = await startOpenIdProvider(`${product}/api/auth/callback/single-sign-on`);
setMailServer();
Object.assign(testEnv, {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.client_id,
  OIDC_CLIENT_SECRET: provider.client_secret,
  OIDC_DOMAINS: ['corp.test'],
  OIDC_NAME: 'corp.test',
});

let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant();
});
afterAll(() => provider.close());

const newEmail = (domain = 'corp.test') => `${randomUUID()}@${domain}`;

/** Creates a member with this address. */
async function addMember(email: string) {
  const context = await createPerson(new Map([[tenant.businessId, 'viewer']]));
  await database().person.update({
    where: { id: context.actor.personId },
    data: { email, emailVerifiedAt: new Date() },
  });
  return { ...context, actor: { ...context.actor, email } };
}

/** Signs a person of the provider in. Returns where the browser arrives. */
async function arrive(sub: string, browser = new Browser(routes), destination = '/') {
  const answer = await signInAtProvider(await browser.startAt(destination), sub, product);
  return browser.arrive(answer);
}

const opened = { status: 302, location: '/', hasSession: true };
const refused = { status: 303, location: '/sign-in?problem=refused', hasSession: false };

const listAudit = async (objectId: string) =>
  (await database().auditEntry.findMany({ where: { objectId }, orderBy: { sequence: 'asc' } })).map(
    ({ action, after }) => ({ action, after }),
  );
const findReason = async (subject: string) => {
  const entries = await database().auditEntry.findMany({ where: { action: 'session.refuse' } });
  return entries
    .map(({ after }) => JSON.stringify(after))
    .find((text) => text.includes(subject))
    ?.match(/"reason":"([a-z-]+)"/)?.[1];
};

test('links an account by its verified address once, and signs in by the subject afterwards', async () => {
  const email = newEmail();
  const { actor } = await addMember(email);
  const sub = randomUUID();
  provider.add({ sub, email: email.toUpperCase() });
  const browser = new Browser(routes);
  expect(await arrive(sub, browser)).toEqual(opened);
  const identity = await database().personIdentity.findFirstOrThrow({ where: { personId: actor.personId } });
  expect(identity).toMatchObject({ issuer: provider.issuer, subject: sub, email });
  const entries = await listAudit(actor.personId);
  expect(entries.map(({ action }) => action)).toEqual(['person.link-identity', 'session.open']);
  expect(entries[1]?.after).toMatchObject({ method: 'single-sign-on' });
  const mails = await database().mailMessage.findMany({ where: { personId: actor.personId } });
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'New sign-in to your Countinghouse account',
    'Single sign-on was linked to your Countinghouse account',
  ]);
  expect(await readIdentity({ ...tenant.as.viewer, actor: { ...actor } })).toMatchObject({
    name: 'corp.test',
    linked: { email },
  });

  // From now on the address at the provider doesn't matter, and the browser is known.
  provider.add({ sub, email: newEmail('elsewhere.test'), isVerified: false });
  expect(await arrive(sub, browser)).toEqual(opened);
  const sessions = await database().session.findMany({
    where: { personId: actor.personId, deviceId: { not: null } },
  });
  expect(sessions.map(({ isNewDevice }) => isNewDevice).sort()).toEqual([false, true]);
  expect(new Set(sessions.map(({ deviceId }) => deviceId)).size).toBe(1);
});

test('a signed-in person confirms by a new sign-in at the provider who they are', async () => {
  const email = newEmail();
  const { actor } = await addMember(email);
  const sub = randomUUID();
  provider.add({ sub, email });
  const browser = new Browser(routes);
  await arrive(sub, browser);
  const answer = await signInAtProvider(await browser.startConfirmation('/b/payments'), sub, product);
  expect((await browser.arrive(answer)).location).toBe('/b/payments');
  expect(browser.cookies.get('ch-confirmation-result')).toBe('confirmed');
  const entry = (await listAudit(actor.personId)).at(-1);
  expect(entry).toMatchObject({
    action: 'session.reauthenticate',
    after: { method: 'single-sign-on' },
  });
});

test('offers the methods that a person has', async () => {
  const read = (actor: { personId: PersonId; email: string }) =>
    readConfirmationMethods(
      { ...tenant.as.viewer, actor: { ...tenant.as.viewer.actor, ...actor } },
      { businessId: tenant.businessId },
    );
  // With a password, before and after the identity is linked.
  const email = newEmail();
  const { actor } = await addMember(email);
  await database().person.update({
    where: { id: actor.personId },
    data: { createdAt: new Date(Date.now() - 60_000) },
  });
  expect(await read(actor)).toEqual({ hasPassword: true, code: null, singleSignOn: null });
  const sub = randomUUID();
  provider.add({ sub, email });
  await arrive(sub);
  expect(await read(actor)).toEqual({ hasPassword: true, code: null, singleSignOn: 'corp.test' });
  enforce();
  expect(await read(actor)).toEqual({ hasPassword: false, code: null, singleSignOn: 'corp.test' });
  testEnv.OIDC_BREAK_GLASS = undefined;
  // An account of single sign-on has no password until the person sets one.
  const invited = newEmail();
  await team.invitePerson(tenant.as.owner, {
    businessId: tenant.businessId,
    email: invited,
    role: 'viewer',
    delivery: 'link',
  });
  const created = randomUUID();
  provider.add({ sub: created, email: invited });
  await arrive(created);
  const { id } = await database().person.findUniqueOrThrow({ where: { email: invited } });
  const member = { personId: toId<PersonId>(id), email: invited };
  expect(await read(member)).toEqual({ hasPassword: false, code: null, singleSignOn: 'corp.test' });
  await database().person.update({ where: { id }, data: { passwordChangedAt: new Date() } });
  expect(await read(member)).toEqual({ hasPassword: true, code: null, singleSignOn: 'corp.test' });
});

test('refuses another subject with the address of a linked account', async () => {
  const email = newEmail();
  await addMember(email);
  const [first, second] = [randomUUID(), randomUUID()];
  provider.add({ sub: first, email });
  provider.add({ sub: second, email });
  expect(await arrive(first)).toEqual(opened);
  expect(await arrive(second)).toEqual(refused);
  expect(await findReason(second)).toBe('linked-otherwise');
});

test('an operator unlinks, which ends the sessions, and the next sign-in links again', async () => {
  const email = newEmail();
  const { actor } = await addMember(email);
  const [former, next] = [randomUUID(), randomUUID()];
  provider.add({ sub: former, email });
  expect(await arrive(former)).toEqual(opened);
  const run = () =>
    team.runOperatorCommand(systemContext('operator'), ['unlink', email], singleSignOnCommands);
  expect(await run()).toContain('2 sessions ended');
  expect(await run()).toBe(`Nothing to change for ${email}.`);
  expect(await database().session.count({ where: { personId: actor.personId, revokedAt: null } })).toBe(0);
  expect((await listAudit(actor.personId)).map(({ action }) => action)).toContain('person.unlink-identity');
  provider.add({ sub: next, email });
  expect(await arrive(next)).toEqual(opened);
  expect(await arrive(former)).toEqual(refused);
});

test('refuses disabled, uninvited and unverified people with the same words', async () => {
  const disabled = newEmail();
  const { actor } = await addMember(disabled);
  const [linked, unlinked, stranger, unverified] = Array.from({ length: 4 }, () => randomUUID());
  if (!linked || !unlinked || !stranger || !unverified) throw new Error('a subject is missing');
  provider.add({ sub: linked, email: disabled });
  expect(await arrive(linked)).toEqual(opened);
  const never = await addMember(newEmail());
  provider.add({ sub: unlinked, email: never.actor.email });
  for (const { personId } of [actor, never.actor]) await disablePerson(systemContext('operator'), personId);
  provider.add({ sub: stranger, email: newEmail() });
  const member = await addMember(newEmail());
  provider.add({ sub: unverified, email: member.actor.email, isVerified: false });
  for (const sub of [linked, unlinked, stranger, unverified]) expect(await arrive(sub)).toEqual(refused);
  expect(await Promise.all([linked, unlinked, stranger, unverified].map(findReason))).toEqual([
    'disabled',
    'disabled',
    'not-invited',
    'address-not-verified',
  ]);
});

test('an invitation in an enforced domain gives access only after single sign-on', async () => {
  enforce();
  const email = newEmail();
  const { link } = await team.invitePerson(tenant.as.owner, {
    businessId: tenant.businessId,
    email,
    role: 'finance',
    delivery: 'link',
  });
  const token = link?.split('/').at(-1) ?? '';
  const now = systemContext().clock.now();
  expect(await team.readInvitation(token, now)).toMatchObject({ hasAccount: false, isSingleSignOn: true });
  await expect(
    team.joinByInvitation(systemContext(), { token, name: 'A person', password: 'a quiet long password' }),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: 'Accounts of this email domain sign in with corp.test, not with a password.',
  });
  const sub = randomUUID();
  provider.add({ sub, email, name: 'Ada Example' });
  expect(await arrive(sub)).toEqual(opened);
  const person = await database().person.findUniqueOrThrow({
    where: { email },
    include: { memberships: true },
  });
  expect(person).toMatchObject({ name: 'Ada Example', emailVerifiedAt: expect.any(Date) });
  expect(person.memberships.map(({ role }) => role)).toEqual(['finance']);
  expect(await team.readInvitation(token, now)).toEqual({ state: 'accepted' });
  // The database then refuses that this person approves proposals of the inviter for 72 hours.
  expect(await database().accessGrant.count({ where: { personId: person.id } })).toBe(1);
});

test('a revoked or expired invitation creates no account', async () => {
  const [revoked, expired] = [newEmail(), newEmail()];
  for (const email of [revoked, expired])
    await team.invitePerson(tenant.as.owner, {
      businessId: tenant.businessId,
      email,
      role: 'viewer',
      delivery: 'link',
    });
  const { invitationId } = await database().invitation.findFirstOrThrow({ where: { email: revoked } });
  await team.revokeInvitation(tenant.as.owner, { businessId: tenant.businessId, invitationId });
  await database().invitation.updateMany({ where: { email: expired }, data: { expiresAt: new Date() } });
  for (const email of [revoked, expired]) {
    const sub = randomUUID();
    provider.add({ sub, email });
    expect(await arrive(sub)).toEqual(refused);
    expect(await database().person.count({ where: { email } })).toBe(0);
  }
});

test('keeps the requested page when the sign-in fails', async () => {
  const sub = randomUUID();
  provider.add({ sub, email: newEmail() });
  expect((await arrive(sub, new Browser(routes), '/b/payments?status=NEW')).location).toBe(
    '/sign-in?problem=refused&callbackUrl=%2Fb%2Fpayments%3Fstatus%3DNEW',
  );
});

test('the doctor reads the discovery document', async () => {
  expect(await checkIdentityProvider()).toEqual({ name: 'corp.test', failure: null });
});

test('leaves a valid audit log', async () => {
  expect((await verifyAudit()).breaches).toEqual([]);
});
