import { encode } from 'next-auth/jwt';
import { beforeEach, expect, test, vi } from 'vitest';
import { requirePageAccess } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { disablePerson, enablePerson, revokeSessions } from '#lib/people/index.ts';
import { openTestRequest } from '#lib/platform/testing/file-doubles.ts';
import { setDefaultViewAction } from '#lib/saved-views/actions.ts';
import { GET as createExportRoute } from './[list]/export/route.ts';
import { GET as listRoute } from './[list]/route.ts';
import { GET as liveRoute } from './live/route.ts';

let tenant: Tenant;
beforeEach(async () => {
  tenant = await createTenant();
  const token = await encode({
    token: { sid: tenant.as.finance.actor.sessionId },
    secret: 'a-test-secret-that-is-long-enough-to-pass',
  });
  openTestRequest().cookies.set('next-auth.session-token', token);
});

type Route = typeof listRoute;
const get = (route: Route, query = '') =>
  route(new Request(`http://localhost:3000/x${query}`), {
    params: Promise.resolve({ business: tenant.businessId, list: 'payments' }),
  });
const act = () => setDefaultViewAction({ businessId: tenant.businessId, list: 'payments', viewId: null });
const openPage = () =>
  requirePageAccess(tenant.businessId, 'read').then(
    () => 'open',
    (error: Error) => error.message,
  );
const person = () => tenant.as.finance.actor.personId;

/** The current result of every kind of request. */
const everything = async () => ({
  page: await openPage(),
  action: (await act()).ok,
  list: (await get(listRoute)).status,
  live: await get(liveRoute).then(async ({ status, body }) => {
    await body?.cancel();
    return status;
  }),
  file: await get(createExportRoute).then(async ({ status, body }) => {
    await body?.cancel();
    return status;
  }),
});
const open = { page: 'open', action: true, list: 200, live: 200, file: 200 };
const closed = { page: 'redirect /sign-in', action: false, list: 401, live: 401, file: 401 };

test('a disabled person receives nothing from the next request on, and is audited', async () => {
  expect(await everything()).toEqual(open);
  expect(await disablePerson(systemContext('operator'), person())).toEqual({
    changed: true,
    endedSessions: 1,
  });
  expect(await everything()).toEqual(closed);
  expect(await disablePerson(systemContext('operator'), person())).toEqual({
    changed: false,
    endedSessions: 0,
  });
  // Enabling the account restores none of its former sessions.
  expect((await enablePerson(systemContext('operator'), person())).changed).toBe(true);
  expect((await enablePerson(systemContext('operator'), person())).changed).toBe(false);
  expect(await everything()).toEqual(closed);
  const entries = await database().auditEntry.findMany({
    where: { objectId: person(), chainId: tenant.businessId },
    orderBy: { sequence: 'asc' },
  });
  expect(entries.map(({ action, after }) => ({ action, after }))).toEqual([
    {
      action: 'person.disable',
      after: {
        disabled: true,
        endedSessions: 1,
        endedTokens: 0,
        endedResetLinks: 0,
        endedEmailChanges: 0,
        revokedInvitations: 0,
      },
    },
    { action: 'person.enable', after: { disabled: false } },
  ]);
});

test('revoked sessions end with the next request, the account does not', async () => {
  expect(await revokeSessions(systemContext('operator'), person())).toEqual({
    changed: true,
    endedSessions: 1,
  });
  expect(await everything()).toEqual(closed);
  expect(await revokeSessions(systemContext('operator'), person())).toEqual({
    changed: false,
    endedSessions: 0,
  });
  const [entry] = await database().auditEntry.findMany({
    where: { objectId: person() },
    orderBy: { at: 'desc' },
  });
  expect(entry?.action).toBe('session.revoke');
  expect((await database().person.findUniqueOrThrow({ where: { id: person() } })).disabledAt).toBeNull();
});

/** Reads the first chunk. Returns how the rest of the body ends. */
async function reading({ body }: Response) {
  const reader = body?.getReader();
  if (reader === undefined) throw new Error('there is no body');
  await reader.read();
  const rest = async (): Promise<string> => {
    try {
      while (!(await reader.read()).done);
      return 'complete';
    } catch {
      return 'broken off';
    }
  };
  return { reader, rest };
}

test('does not keep an answer to HEAD open', async () => {
  const head = new Request('http://localhost:3000/x', { method: 'HEAD' });
  const response = await liveRoute(head, {
    params: Promise.resolve({ business: tenant.businessId, list: 'payments' }),
  });
  expect([response.status, response.body]).toEqual([200, null]);
  expect(globalThis.countinghouseLive?.listeners.size).toBe(0);
});

const changes: readonly [string, () => Promise<unknown>][] = [
  ['the person is disabled', () => disablePerson(systemContext('operator'), person())],
  ['the sessions are revoked', () => revokeSessions(systemContext('operator'), person())],
  ['the role is taken away', () => database().membership.deleteMany({ where: { personId: person() } })],
  [
    'the access to the business is disabled',
    () =>
      database().membership.updateMany({ where: { personId: person() }, data: { disabledAt: new Date() } }),
  ],
  [
    'the role changes',
    () => database().membership.updateMany({ where: { personId: person() }, data: { role: 'viewer' } }),
  ],
];

test.each(changes)('open streams end when %s, and a file looks incomplete', async (_when, change) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await insertPayment(tenant.businessId);
  const live = await reading(await get(liveRoute));
  // The reader stops reading this file, as a stalled download does.
  const file = await reading(await get(createExportRoute));
  await vi.advanceTimersByTimeAsync(4_100);
  await change();
  let unsettled = 2;
  const settle = (end: string) => {
    unsettled -= 1;
    return end;
  };
  const ends = live.rest().then(settle);
  const fileEnds = file.reader.closed.then(
    () => settle('complete'),
    () => settle('broken off'),
  );
  // A check that began before the change may answer after it, and the next one counts from its answer. So the clock moves no
  // faster than the database answers.
  while (unsettled > 0) {
    await vi.advanceTimersByTimeAsync(500);
    await database().$executeRaw`SELECT pg_sleep(0.005)`;
  }
  vi.useRealTimers();
  expect(await ends).toBe('complete');
  expect(await fileEnds).toBe('broken off');
  expect(await file.rest()).toBe('broken off');
});
