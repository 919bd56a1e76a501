import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as routes from '#app/api/auth/[...nextauth]/route.ts';
import { verifyAudit } from '#lib/audit/index.ts';
import { database } from '#lib/database/pools.ts';
import { createPerson } from '#lib/database/testing/tenant.ts';
import { testEnv, testRequest } from '#lib/platform/testing/file-doubles.ts';
import { Browser } from './browser.ts';
import { replaceNextHeaders } from './request-scope.ts';
import type { ProviderScript, ScriptedProvider } from './scripted-provider.ts';
import { clientSecret, startScriptedProvider } from './scripted-provider.ts';

/** Signed-in people confirm by single sign-on who they are, by HTTP, with right and wrong answers of a provider. */

replaceNextHeaders(testRequest);

let provider: ScriptedProvider;

beforeAll(async () => {
  provider = await startScriptedProvider();
  Object.assign(testEnv, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'client',
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_DOMAINS: ['corp.test'],
    OIDC_NAME: 'corp.test',
  });
});
afterAll(() => provider.close());
beforeEach(() => provider.follow({}));

const page = '/b/payments?status=NEW';
const longAgo = new Date('2026-01-01T00:00:00Z');
const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1_000) - seconds;

/** Lets the provider answer for a person who has just signed in there. */
const answerFor = (
  sub: string,
  script: Omit<ProviderScript, 'person'> = {},
  authTime: unknown = secondsAgo(0),
) => provider.follow({ ...script, person: { sub, ...(authTime !== null && { auth_time: authTime }) } });

/** Signs a new person in, whose authentication is not recent. */
async function newVisitor() {
  const { actor } = await createPerson(new Map());
  const email = `${randomUUID()}@corp.test`;
  await database().session.deleteMany({ where: { personId: actor.personId } });
  await database().person.update({ where: { id: actor.personId }, data: { email } });
  const sub = randomUUID();
  provider.follow({ person: { sub, email, email_verified: true } });
  const browser = new Browser(routes);
  const { hasSession } = await browser.arrive(provider.authorize(await browser.startAt()));
  if (!hasSession) throw new Error('the person is not signed in');
  const { personId } = actor;
  await database().session.updateMany({ where: { personId }, data: { authenticatedAt: longAgo } });
  return { browser, personId, sub };
}
type Visitor = Awaited<ReturnType<typeof newVisitor>>;

/** Confirms, and returns where the browser arrives with which result. */
async function confirm({ browser }: Visitor, destination = page) {
  const answer = provider.authorize(await browser.startConfirmation(destination));
  return arrive(browser, answer);
}
async function arrive(browser: Browser, answer: URL) {
  const { location } = await browser.arrive(answer);
  return { location, result: browser.cookies.get('ch-confirmation-result') };
}

const listSessions = ({ personId }: Visitor) => database().session.findMany({ where: { personId } });
const listEntries = async ({ personId }: Visitor) =>
  (
    await database().auditEntry.findMany({
      where: { objectId: personId, action: { contains: 'reauthentica' } },
      orderBy: { sequence: 'asc' },
    })
  ).map(({ action, after }) => ({ action, after }));

/** The session and the age of its authentication are unchanged. */
async function expectUnconfirmed(visitor: Visitor) {
  expect(await listSessions(visitor)).toMatchObject([{ authenticatedAt: longAgo }]);
}

test('the same person confirms, in the same session, and returns to the page', async () => {
  const visitor = await newVisitor();
  const [session] = await listSessions(visitor);
  const cookie = visitor.browser.cookies.get('next-auth.session-token');
  answerFor(visitor.sub);
  expect(await confirm(visitor)).toEqual({ location: page, result: 'confirmed' });
  const sessions = await listSessions(visitor);
  expect(sessions).toMatchObject([{ id: session?.id }]);
  expect(Date.now() - Number(sessions[0]?.authenticatedAt)).toBeLessThan(60_000);
  expect(visitor.browser.cookies.get('next-auth.session-token')).toBe(cookie);
  expect(
    [...visitor.browser.cookies.keys()].filter((name) => /state|nonce|pkce|confirmation$/.test(name)),
  ).toEqual([]);
  expect(await listEntries(visitor)).toEqual([
    { action: 'session.reauthenticate', after: { sessionId: session?.id, method: 'single-sign-on' } },
  ]);
});

test('asks the provider for a new sign-in, and a plain sign-in does not', async () => {
  const { browser } = await newVisitor();
  const parameters = (await browser.startConfirmation()).searchParams;
  expect([parameters.get('max_age'), parameters.get('prompt')]).toEqual(['0', 'login']);
  const plain = (await browser.startAt()).searchParams;
  expect([plain.get('max_age'), plain.get('prompt')]).toEqual([null, null]);
});

test.each([
  ['just now', () => secondsAgo(5), true],
  ['an hour ago', () => secondsAgo(3_600), false],
  ['not stated', () => null, false],
  ['zero', () => 0, false],
  ['in ten minutes', () => secondsAgo(-600), false],
  ['a text', () => String(secondsAgo(0)), false],
  ['negative', () => -secondsAgo(0), false],
])('a sign-in counts as recent only if the provider says so: %s', async (_name, authTime, isRecent) => {
  const visitor = await newVisitor();
  answerFor(visitor.sub, {}, authTime());
  const { browser, personId } = visitor;
  await database().session.deleteMany({ where: { personId } });
  await browser.arrive(provider.authorize(await browser.startAt()));
  const sessions = await listSessions(visitor);
  // A provider's library may refuse a time that is no number. Then there is no session at all.
  expect(sessions.length).toBeLessThanOrEqual(1);
  const [session] = sessions;
  const age = session === undefined ? Number.POSITIVE_INFINITY : Date.now() - Number(session.authenticatedAt);
  expect(age < 15 * 60_000).toBe(isRecent);
  expect(age).toBeGreaterThanOrEqual(0);
  expect(session?.factorVerifiedAt ?? null).toBeNull();
});

test('userinfo says nothing about the time of a sign-in', async () => {
  const visitor = await newVisitor();
  const { browser, personId, sub } = visitor;
  await database().session.deleteMany({ where: { personId } });
  answerFor(sub, { userinfo: (person) => ({ ...person, auth_time: secondsAgo(0) }) }, null);
  await browser.arrive(provider.authorize(await browser.startAt()));
  expect(Number((await listSessions(visitor))[0]?.authenticatedAt)).toBe(0);
});

test('refuses the identity of another person, and an unknown one, and opens or links nothing', async () => {
  const visitor = await newVisitor();
  const other = await newVisitor();
  for (const sub of [other.sub, randomUUID()]) {
    answerFor(sub);
    expect(await confirm(visitor)).toEqual({ location: page, result: 'other-person' });
  }
  await expectUnconfirmed(visitor);
  await expectUnconfirmed(other);
  const refusal = { action: 'session.refuse-reauthentication', after: { method: 'single-sign-on' } };
  expect(await listEntries(visitor)).toMatchObject([refusal, refusal]);
  expect(await database().personIdentity.count({ where: { personId: visitor.personId } })).toBe(1);
});

test.each([
  ['ten minutes ago', () => secondsAgo(600)],
  ['not stated', () => null],
  ['in ten minutes', () => secondsAgo(-600)],
])('refuses a sign-in at the provider whose time is %s', async (_name, authTime) => {
  const visitor = await newVisitor();
  answerFor(visitor.sub, {}, authTime());
  expect(await confirm(visitor)).toEqual({ location: page, result: 'not-recent' });
  await expectUnconfirmed(visitor);
  expect(await listEntries(visitor)).toMatchObject([{ action: 'session.refuse-reauthentication' }]);
});

test('refuses a forged token', async () => {
  const visitor = await newVisitor();
  answerFor(visitor.sub, { signature: 'none' });
  expect(await confirm(visitor)).toEqual({ location: page, result: 'invalid' });
  await expectUnconfirmed(visitor);
});

test('needs a session at the start and at the end, and the same one', async () => {
  const stranger = await new Browser(routes).start('/', '', { confirm: 'true' });
  expect(stranger).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  // The session ends while the person is at the provider.
  const visitor = await newVisitor();
  answerFor(visitor.sub);
  const answer = provider.authorize(await visitor.browser.startConfirmation(page));
  await database().session.updateMany({
    where: { personId: visitor.personId },
    data: { revokedAt: new Date(), endReason: 'revoked' },
  });
  expect((await visitor.browser.arrive(answer)).location).toMatch(/^\/sign-in\?problem=restart&/);
  await expectUnconfirmed(visitor);
  // Another person signs in before that.
  const [first, second] = [await newVisitor(), await newVisitor()];
  answerFor(first.sub);
  const late = provider.authorize(await first.browser.startConfirmation(page));
  first.browser.cookies.set(
    'next-auth.session-token',
    second.browser.cookies.get('next-auth.session-token') ?? '',
  );
  expect(await arrive(first.browser, late)).toEqual({ location: page, result: 'restart' });
  await expectUnconfirmed(first);
  await expectUnconfirmed(second);
});

test('uses each state once, also with copied cookies', async () => {
  const visitor = await newVisitor();
  answerFor(visitor.sub);
  const answer = provider.authorize(await visitor.browser.startConfirmation(page));
  const copy = new Browser(routes);
  for (const [name, value] of visitor.browser.cookies) copy.cookies.set(name, value);
  expect(await arrive(visitor.browser, answer)).toMatchObject({ result: 'confirmed' });
  await database().session.updateMany({
    where: { personId: visitor.personId },
    data: { authenticatedAt: longAgo },
  });
  expect(await arrive(copy, answer)).toEqual({ location: page, result: 'restart' });
  expect((await visitor.browser.arrive(answer)).location).toMatch(/^\/sign-in\?problem=restart/);
  await expectUnconfirmed(visitor);
});

test('a sign-in that was not begun as a confirmation never confirms', async () => {
  const visitor = await newVisitor();
  answerFor(visitor.sub);
  await visitor.browser.startConfirmation(page);
  const plain = provider.authorize(await visitor.browser.startAt(page));
  await visitor.browser.arrive(plain);
  expect(await listEntries(visitor)).toEqual([]);
});

test('returns only to pages of this site', async () => {
  const visitor = await newVisitor();
  answerFor(visitor.sub);
  expect(await confirm(visitor, 'https://evil.test/x')).toMatchObject({ location: '/', result: 'confirmed' });
});

test('a canceled sign-in at the provider confirms nothing', async () => {
  const visitor = await newVisitor();
  const answer = provider.authorize(await visitor.browser.startConfirmation(page));
  answer.searchParams.set('error', 'access_denied');
  expect(await arrive(visitor.browser, answer)).toEqual({ location: page, result: 'canceled' });
  await expectUnconfirmed(visitor);
});

test('leaves a valid audit log', async () => {
  expect((await verifyAudit()).breaches).toEqual([]);
});
