import { encode } from 'next-auth/jwt';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createBusiness, createTenant } from '#lib/database/testing/tenant.ts';
import { addFactor } from '#lib/people/testing/factor.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createRequestId } from '#lib/platform/request-ids.ts';
import { openTestRequest, testRequest } from '#lib/platform/testing/file-doubles.ts';
import { Problem } from '#lib/values/errors.ts';
import type { Permission } from './index.ts';
import {
  currentRequestIds,
  findContext,
  requirePageAccess,
  requirePageContext,
  requirePermission,
  runAction,
  runRoute,
} from './index.ts';
import { liveRefreshCookie, prefetchHeader } from './model-unattended-requests.ts';

let headers: Headers;
let cookies: Map<string, string>;

const secret = 'a-test-secret-that-is-long-enough-to-pass';
let tenant: Tenant;

async function signInAs(context: Context<PersonActor> | null): Promise<void> {
  cookies.clear();
  if (context === null) return;
  const token = await encode({ token: { sid: context.actor.sessionId }, secret });
  cookies.set('next-auth.session-token', token);
}

beforeEach(async () => {
  tenant = await createTenant();
  ({ headers, cookies } = openTestRequest());
  await signInAs(tenant.as.finance);
});

const form = z.object({ businessId: z.string(), amounts: z.array(z.string().min(1, 'type an amount')) });
const spend = runAction(form, async (context, input) => {
  const scope = requirePermission(context, input.businessId, 'payment.create');
  return { by: context.actor.email, role: scope.role };
});
const validInput = () => ({ businessId: tenant.businessId, amounts: ['1'] });

test('an action returns its data', async () => {
  expect(await spend(validInput())).toEqual({
    ok: true,
    data: { by: tenant.as.finance.actor.email, role: 'finance' },
  });
});

test('an action gives its verb only text that the database can store', async () => {
  const echo = runAction(
    z.object({ texts: z.record(z.string(), z.array(z.string())) }),
    async (_, { texts }) => texts,
  );
  expect(await echo({ texts: { 'a\u0000': ['b\u0000c', '\ud83d', '\ud83d\ude00'] } })).toEqual({
    ok: true,
    data: { 'a\ufffd': ['b\ufffdc', '\ufffd', '\ud83d\ude00'] },
  });
});

test('an action without a session, or with a forged one, is refused', async () => {
  await signInAs(null);
  expect(await spend(validInput())).toMatchObject({ ok: false, code: 'unauthenticated' });
  cookies.set('next-auth.session-token', 'forged');
  expect(await spend(validInput())).toMatchObject({ ok: false, code: 'unauthenticated' });
  const { sessionId } = tenant.as.finance.actor;
  const other = await encode({
    token: { sid: sessionId },
    secret: 'another secret that is as long as that one',
  });
  cookies.set('next-auth.session-token', other);
  expect(await spend(validInput())).toMatchObject({ ok: false, code: 'unauthenticated' });
});

test.each([
  ['no Origin', undefined, 'localhost:3000', false],
  ['null', 'null', 'localhost:3000', false],
  ['another site', 'https://evil.example', 'localhost:3000', false],
  ['a look-alike', 'http://localhost:3000.evil.example', 'localhost:3000', false],
  ['another port of this machine', 'http://localhost:4010', 'localhost:3000', false],
  ['APP_URL itself', 'http://localhost:3000', 'localhost:3000', true],
  ['the other name of this machine', 'http://127.0.0.1:3000', '127.0.0.1:3000', true],
  ['the other name, sent to the first', 'http://127.0.0.1:3000', 'localhost:3000', false],
])('an action sent from %s', async (_name, origin, host, isAllowed) => {
  testRequest.headers = new Headers({ host, ...(origin && { origin }) });
  expect((await spend(validInput())).ok).toBe(isAllowed);
});

test('a decrypted token ends with its session and at its own expiry', async () => {
  const { sessionId } = tenant.as.finance.actor;
  const token = await encode({ token: { sid: sessionId }, secret, maxAge: 60 });
  cookies.set('next-auth.session-token', token);
  expect(await spend(validInput())).toMatchObject({ ok: true });
  const [now, clock] = [Date.now(), vi.useFakeTimers({ toFake: ['Date'] })];
  clock.setSystemTime(now + 59_000);
  expect(await spend(validInput())).toMatchObject({ ok: true });
  clock.setSystemTime(now + 80_000);
  expect(await spend(validInput())).toMatchObject({ ok: false, code: 'unauthenticated' });
  clock.setSystemTime(now);
  expect(await spend(validInput())).toMatchObject({ ok: true });
  clock.useRealTimers();
  await database().session.update({ where: { id: sessionId }, data: { revokedAt: new Date() } });
  expect(await spend(validInput())).toMatchObject({ ok: false, code: 'unauthenticated' });
});

test('reports invalid input field by field', async () => {
  expect(await spend({ businessId: tenant.businessId, amounts: ['1', ''] })).toMatchObject({
    ok: false,
    code: 'invalid',
    fieldErrors: { 'amounts.1': ['type an amount'] },
  });
});

test('refuses a wrong role, a wrong business, a demoted and a disabled person', async () => {
  await signInAs(tenant.as.viewer);
  expect(await spend(validInput())).toMatchObject({ ok: false, code: 'forbidden' });
  await signInAs(tenant.as.owner);
  expect(await spend({ ...validInput(), businessId: await createBusiness() })).toMatchObject({
    code: 'not-found',
  });
  expect(await spend({ ...validInput(), businessId: 'x' })).toMatchObject({ code: 'not-found' });
  await signInAs(tenant.as.finance);
  const { personId } = tenant.as.finance.actor;
  await database().membership.updateMany({ where: { personId }, data: { role: 'viewer' } });
  expect(await spend(validInput())).toMatchObject({ ok: false, code: 'forbidden' });
  await database().person.update({ where: { id: personId }, data: { disabledAt: new Date() } });
  expect(await spend(validInput())).toMatchObject({ ok: false, code: 'unauthenticated' });
});

test('reports an unexpected error only by its request id', async () => {
  const { requestId, header } = createRequestId(secret);
  headers.set('x-own-request-id', header);
  headers.set('x-request-id', 'of-a-load-balancer');
  const fail = runAction(z.object({}), async () => {
    throw new Error('relation "secret_table" does not exist');
  });
  expect(await fail({})).toEqual({
    ok: false,
    code: 'internal',
    message:
      'Something went wrong on our side. If it happens again, send the request ID to the operator of Countinghouse.',
    fieldErrors: {},
    requestId,
  });
});

test('never uses a request id from outside as ours, with or without the proxy', async () => {
  headers.set('x-request-id', 'of-a-load-balancer');
  headers.set('x-own-request-id', 'of-a-load-balancer');
  const made = await get('read', tenant.businessId);
  expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect((await findContext())?.requestId).toBe(made.headers.get('x-request-id'));
  const refused = await get('risk.read', tenant.businessId);
  expect(refused.body).toMatchObject({ requestId: refused.headers.get('x-request-id') });
  expect(await currentRequestIds()).toMatchObject({ outsideRequestId: 'of-a-load-balancer' });
});

async function get(
  permission: Permission,
  business: string,
  handler = async (): Promise<unknown> => ({ fine: 1 }),
) {
  const route = runRoute(permission, handler);
  const context = { params: Promise.resolve({ business }) };
  const response = await route(new Request('http://localhost:3000/x'), context);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

test('a route returns data that no cache stores', async () => {
  const { status, body, headers } = await get('read', tenant.businessId);
  expect({ status, body }).toEqual({ status: 200, body: { fine: 1 } });
  expect(headers.get('cache-control')).toBe('private, no-store');
});

test('a route refuses with a status and the failure', async () => {
  expect(await get('risk.read', tenant.businessId)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect(await get('read', await createBusiness())).toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  });
  const conflict = async () => {
    throw new Problem('conflict', 'This record has changed.');
  };
  expect(await get('read', tenant.businessId, conflict)).toMatchObject({
    status: 409,
    body: { ok: false, code: 'conflict', message: 'This record has changed.', fieldErrors: {} },
  });
  await signInAs(null);
  expect(await get('read', tenant.businessId)).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});

test('pages and actions extend a session, routes, prefetches and live refreshes do not', async () => {
  const { sessionId } = tenant.as.finance.actor;
  const longAgo = new Date(Date.now() - 10 * 60_000);
  const makeIdle = () =>
    database().session.update({ where: { id: sessionId }, data: { lastSeenAt: longAgo } });
  const lastSeen = async () =>
    (await database().session.findUniqueOrThrow({ where: { id: sessionId } })).lastSeenAt.getTime();

  await makeIdle();
  await get('read', tenant.businessId);
  expect(await lastSeen()).toBe(longAgo.getTime());
  headers.set(prefetchHeader, '1');
  await requirePageContext();
  expect(await lastSeen()).toBe(longAgo.getTime());
  headers.delete(prefetchHeader);
  headers.set('x-page', '/b/payments?page=2');
  cookies.set(liveRefreshCookie('one'), '/b/payments');
  await requirePageContext();
  expect(await lastSeen()).toBe(longAgo.getTime());
  // The person opens another page in the meantime.
  headers.set('x-page', '/b/refunds');
  await requirePageContext();
  expect(await lastSeen()).toBeGreaterThan(longAgo.getTime());
  await makeIdle();
  await spend(validInput());
  expect(await lastSeen()).toBeGreaterThan(longAgo.getTime());
});

test('a page redirects to sign-in, hides other businesses and refuses roles without the permission', async () => {
  await expect(requirePageAccess(tenant.businessId, 'read')).resolves.toMatchObject({
    scope: { role: 'finance' },
  });
  await expect(requirePageAccess(await createBusiness(), 'read')).rejects.toThrow('not found');
  await expect(requirePageAccess(tenant.businessId, 'team.manage')).rejects.toThrow('forbidden');
  await signInAs(null);
  headers.set('x-page', '/b/payments?q=a');
  await expect(requirePageAccess(tenant.businessId, 'read')).rejects.toThrow(
    'redirect /sign-in?callbackUrl=%2Fb%2Fpayments%3Fq%3Da',
  );
  headers.set('x-page', '//evil.example');
  await expect(requirePageAccess(tenant.businessId, 'read')).rejects.toThrow(/redirect \/sign-in$/);
});

test('a page that only lacks a second factor leads to its set-up', async () => {
  await signInAs(tenant.as.compliance);
  await expect(requirePageAccess(tenant.businessId, 'review.work')).rejects.toThrow(
    `redirect /${tenant.businessId}/settings`,
  );
  await expect(requirePageAccess(tenant.businessId, 'team.manage')).rejects.toThrow('forbidden');
  await addFactor(tenant.as.compliance.actor.personId, systemClock.now());
  await expect(requirePageAccess(tenant.businessId, 'review.work')).resolves.toMatchObject({
    scope: { role: 'compliance' },
  });
});
