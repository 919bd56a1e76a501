import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as routes from '#app/api/auth/[...nextauth]/route.ts';
import { admitSingleSignOn } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { createPerson } from '#lib/database/testing/tenant.ts';
import { testEnv, testRequest } from '#lib/platform/testing/file-doubles.ts';
import { Browser } from './browser.ts';
import { codeExchangeAnswers } from './exchange-answers.ts';
import { replaceNextHeaders } from './request-scope.ts';
import type { ProviderScript, ScriptedProvider } from './scripted-provider.ts';
import { clientSecret, startScriptedProvider } from './scripted-provider.ts';
import { tokenAnswers } from './token-answers.ts';

/** Each hostile answer of a provider, by HTTP. `HOSTILE_OIDC=all` runs the full matrix. */

const isFull = process.env['HOSTILE_OIDC'] === 'all';
const answers = [...tokenAnswers, ...codeExchangeAnswers].filter(({ isQuick = false }) => isFull || isQuick);

replaceNextHeaders(testRequest);

let provider: ScriptedProvider;
let email: string;

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

beforeEach(async () => {
  provider.follow({});
  const { actor } = await createPerson(new Map());
  // Contains the letters that have doubles.
  email = `keeper-${randomUUID()}@corp.test`;
  await database().person.update({ where: { id: actor.personId }, data: { email } });
});

const countSessions = () => database().session.count({ where: { person: { email } } });
const countIdentities = () => database().personIdentity.count({ where: { person: { email } } });

test('opens a session and links the account for a right answer', async () => {
  provider.follow({ person: { sub: randomUUID(), email, email_verified: true } });
  const browser = new Browser(routes);
  const arrival = await browser.arrive(provider.authorize(await browser.startAt('/b/payments')));
  expect(arrival).toEqual({ status: 302, location: '/b/payments', hasSession: true });
  expect([await countSessions(), await countIdentities()]).toEqual([2, 1]);
});

test.each(answers)('opens no session: $name', async ({ script, problem }) => {
  const browser = new Browser(routes);
  const address = await browser.startAt('/');
  provider.follow(script(email));
  const arrival = await browser.arrive(provider.authorize(address));
  expect(arrival).toEqual({ status: 303, location: `/sign-in?problem=${problem}`, hasSession: false });
  expect([await countSessions(), await countIdentities()]).toEqual([1, 0]);
  // The browser keeps no cookie of the attempt.
  expect([...browser.cookies.keys()].filter((name) => /state|nonce|pkce/.test(name))).toEqual([]);
});

test('uses each state once, also with copied cookies and a code that the provider accepts again', async () => {
  provider.follow({ person: { sub: randomUUID(), email, email_verified: true } });
  const browser = new Browser(routes);
  const address = await browser.startAt();
  const thief = new Browser(routes);
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  const answer = provider.authorize(address);
  expect((await browser.arrive(answer)).hasSession).toBe(true);
  const again = { status: 303, location: '/sign-in?problem=restart' };
  expect(await browser.arrive(answer)).toMatchObject(again);
  expect(await thief.arrive(answer)).toEqual({ ...again, hasSession: false });
  expect(await thief.arrive(provider.authorize(address))).toEqual({ ...again, hasSession: false });
});

test('refuses an answer in another browser than the one that asked', async () => {
  provider.follow({ person: { sub: randomUUID(), email, email_verified: true } });
  const [mine, victim] = [new Browser(routes), new Browser(routes)];
  const answer = provider.authorize(await mine.startAt());
  const restart = { status: 303, location: '/sign-in?problem=restart', hasSession: false };
  expect(await victim.arrive(answer)).toEqual(restart);
  await victim.startAt();
  expect(await victim.arrive(answer)).toEqual(restart);
});

test('refuses a code that was used', async () => {
  provider.follow({ person: { sub: randomUUID(), email, email_verified: true } });
  const first = new Browser(routes);
  const used = provider.authorize(await first.startAt());
  await first.arrive(used);
  const second = new Browser(routes);
  const answer = provider.authorize(await second.startAt());
  answer.searchParams.set('code', used.searchParams.get('code') ?? '');
  expect(await second.arrive(answer)).toMatchObject({ location: '/sign-in?problem=invalid' });
});

test('asks the provider with state, nonce and PKCE, and adds no parameter of the request', async () => {
  const browser = new Browser(routes);
  const { body } = await browser.start('https://evil.test/', '?redirect_uri=https://evil.test&prompt=none');
  const parameters = new URL(String(body['url'])).searchParams;
  expect(Object.fromEntries(parameters)).toEqual({
    client_id: 'client',
    scope: 'openid email profile',
    response_type: 'code',
    redirect_uri: 'http://localhost:3000/api/auth/callback/single-sign-on',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }),
  });
  // The page of another origin is never opened.
  provider.follow({ person: { sub: randomUUID(), email, email_verified: true } });
  const arrival = await browser.arrive(provider.authorize(new URL(String(body['url']))));
  expect(arrival).toEqual({ status: 302, location: '/', hasSession: true });
});

test('gives the secret to the token endpoint of the right issuer only', async () => {
  const browser = new Browser(routes);
  const address = await browser.startAt();
  provider.follow({ discovery: (document) => ({ ...document, issuer: 'https://evil.test' }) });
  const before = provider.exchanges.length;
  await browser.arrive(provider.authorize(address));
  expect(provider.exchanges.length).toBe(before);
});

test('says that the provider is away, and limits the attempts of one network', async () => {
  provider.follow({ answerDiscovery: (response) => void response.destroy() });
  const browser = new Browser(routes);
  expect(await browser.start()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  for (let n = 1; n < 60; n += 1) await admitSingleSignOn(browser.address);
  expect(await browser.start()).toMatchObject({ status: 429, body: { code: 'throttled' } });
});

const wrongDiscoveries: readonly (readonly [failure: string, script: ProviderScript])[] = [
  ['another issuer', { discovery: (document) => ({ ...document, issuer: 'https://evil.test' }) }],
  ['must begin with https', { discovery: (document) => ({ ...document, jwks_uri: 'http://evil.test' }) }],
  [
    'doesn’t sign with RS256',
    { discovery: (document) => ({ ...document, id_token_signing_alg_values_supported: ['ES256'] }) },
  ],
  ['incomplete', { discovery: () => ({}) }],
  ['HTTP 500', { answerDiscovery: (response) => void response.writeHead(500).end() }],
];

test.each(wrongDiscoveries)('the doctor finds: %s', async (failure, script) => {
  provider.follow(script);
  const { checkIdentityProvider } = await import('#lib/single-sign-on/index.ts');
  expect((await checkIdentityProvider())?.failure).toContain(failure);
});
