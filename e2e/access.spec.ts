import { expect, test } from '@playwright/test';
import { connectWithRetry } from '#scripts/database/connect.ts';
import type { EmbeddedDatabase } from '#scripts/database/embedded.ts';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { testFolder } from '#scripts/database/test-folder.ts';
import { builtActions } from '#tools/testing/built-actions.ts';
import { builtRoutes } from './crossing/built-routes.ts';
import {
  businessRoutes,
  hiddenPages,
  publicPaths,
  routesOfClosedPeriods,
  routesOfEntries,
  routesOfOnePerson,
  routesWithPostOnly,
  routesWithRiskDetail,
} from './crossing/expectations.ts';
import { actions } from './crossing/expected-actions.ts';
import { migrate } from './crossing/migrate.ts';
import { lastBytes, makeExportFile, openStream } from './crossing/open-streams.ts';
import type { Principal } from './crossing/principals.ts';
import { grant, makePerson, makePrincipals, signedIn } from './crossing/principals.ts';
import type { RecordIds } from './crossing/records.ts';
import { addLeaver, createRecords, riskMark } from './crossing/records.ts';
import type { Answer } from './crossing/request.ts';
import { callAction, getPageWithoutLayout, requestAs, sendStatus, toPath } from './crossing/request.ts';
import { makePersonWithPassword, readSetCookies, signInOverHttps } from './crossing/secure-sign-in.ts';
import type { Server } from './crossing/serve.ts';
import { removeFolder, serve, withoutProxy } from './crossing/serve.ts';
import { mapConcurrently } from './crossing/surfaces.ts';

/**
 * Requests every page, route and action of the build as each role, as a stranger, and as people whose access just
 * ended. This runs without the proxy, so that only the functions themselves can refuse. As served, one requester of
 * each result requests every page and route, and one whom it lets in sends every action: the proxy sees cookies and
 * headers, but neither roles nor records.
 */

/** Requests of different people at the same time. */
const atOnce = 4;

const secret = 'a-secret-of-the-crossing-test-long-enough';
const folders: string[] = [];
let database: EmbeddedDatabase;
let place: RecordIds;
let principals: Principal[];
const servers = new Map<string, Server>();

test.beforeAll(async () => {
  const dataDir = await testFolder('crossing');
  folders.push(dataDir);
  database = await startEmbeddedDatabase({ dataDir, port: 0, fsync: false });
  await migrate(database.url);
  const client = await connectWithRetry(database.url, 'DATABASE_URL');
  const creator = await makePerson(client, 'creator');
  place = await createRecords(client, creator);
  const elsewhere = await createRecords(client, creator);
  principals = await makePrincipals(client, {
    business: place.business,
    elsewhere: elsewhere.business,
    secret,
  });
  await client.end();
  const bare = await withoutProxy();
  folders.push(bare);
  const given = { databaseUrl: database.url, secret };
  servers.set('as it is served', await serve(process.cwd(), given));
  servers.set('without the proxy', await serve(bare, given));
});

test.afterAll(async () => {
  for (const server of servers.values()) await server.stop();
  await database?.stop();
  for (const folder of folders) await removeFolder(folder);
});

const server = (way: string): Server => {
  const found = servers.get(way);
  if (found === undefined) throw new Error(`no server ${way}`);
  return found;
};

function owner(): Principal {
  const found = principals.find(({ is }) => is === 'owner');
  if (found === undefined) throw new Error('no owner');
  return found;
}

function expected(who: Principal, roles: readonly string[], isHidden = false): string {
  if (who.is === 'nobody') return 'sign in';
  if (who.is === 'stranger') return 'not found';
  if (roles.includes(who.is)) return 'allowed';
  return isHidden ? 'not found' : 'forbidden';
}

let turn = 0;

/** Returns all requesters, and in turn one of those whom one function judges for all requests. */
function takeTurn(): readonly Principal[] {
  const samples = principals.filter(({ isSample }) => isSample);
  turn += 1;
  return principals.filter((who) => !who.isSample || who === samples[turn % samples.length]);
}

/**
 * Returns those who request a page, route or action. `readOutcome` returns the expected result of each. As served, these
 * are the first of each result that is not in `seen`.
 */
function requesters(
  way: string,
  readOutcome: (who: Principal) => string,
  seen = new Set<string>(),
): readonly Principal[] {
  if (way === 'without the proxy') return takeTurn();
  return principals.filter((who) => {
    // A missing and a forged cookie differ for a proxy.
    const outcome = who.cookie.endsWith('=forged') ? 'forged' : readOutcome(who);
    const isFirst = !seen.has(outcome);
    seen.add(outcome);
    return isFirst;
  });
}

test('lists exactly the pages and routes of the build', () => {
  expect(builtRoutes()).toEqual([...Object.keys(businessRoutes), ...Object.keys(publicPaths)].sort());
});

test('lists exactly the actions of the build', () => {
  const built = builtActions().map(({ name }) => name);
  expect(built.sort()).toEqual(Object.keys(actions).sort());
});

for (const way of ['as it is served', 'without the proxy']) {
  test(`${way}: the proxy is ${way === 'without the proxy' ? 'out' : 'there'}`, async () => {
    const { headers } = await fetch(`${server(way).address}/sign-in`);
    // Only the proxy makes a nonce. Without the proxy, and on responses that are not pages, the policy has none.
    expect(headers.get('content-security-policy')?.includes("'nonce-")).toBe(way === 'as it is served');
  });

  test(`${way}: serves a page without its layout`, async () => {
    const { address } = server(way);
    const { text } = await getPageWithoutLayout(
      address,
      '/(dashboard)/[business]/minimums/page',
      place,
      owner(),
    );
    // Only the layout renders the signed-in person.
    expect(text).not.toContain('@example.test');
    expect(text).toContain('Minimums');
  });

  test(`${way}: opens pages and routes by role, and shows risk detail to permitted roles only`, async () => {
    const { address } = server(way);
    const built = builtRoutes();
    const wrong: string[] = [];
    for (const [route, roles] of Object.entries(businessRoutes).filter(([listed]) =>
      built.includes(listed),
    )) {
      const readOutcome = (who: Principal) => {
        const allowed = expected(who, roles, hiddenPages.includes(route));
        const isElsewhere =
          routesOfOnePerson.includes(route) ||
          (who.is === 'auditor' && routesOfEntries.includes(route)) ||
          (who.is === 'auditor-risk' && routesOfClosedPeriods.includes(route));
        return allowed === 'allowed' && isElsewhere ? 'not found' : allowed;
      };
      const seesRisk = (who: Principal) =>
        routesWithRiskDetail.includes(route) &&
        readOutcome(who) === 'allowed' &&
        (who.is === 'compliance' || who.is === 'owner');
      const readResult = (who: Principal) => `${readOutcome(who)} ${seesRisk(who)}`;
      // Without its layout only the page itself can refuse, so every requester asks for that without the proxy. The whole
      // page adds the layout, which knows no roles: one requester of each result is enough.
      const isPage = route.endsWith('/page');
      const wholePage = new Set(requesters('as it is served', readResult));
      await mapConcurrently(
        requesters(way, readResult),
        async (who) => {
          const answers: Answer[] = [];
          if (isPage && way === 'without the proxy')
            answers.push(await getPageWithoutLayout(address, route, place, who));
          if (!isPage || wholePage.has(who))
            answers.push(
              await requestAs(
                `${address}${toPath(route, place)}`,
                who,
                routesWithPostOnly.includes(route) ? 'POST' : 'GET',
              ),
            );
          const wanted = readOutcome(who);
          for (const { outcome, text } of answers) {
            if (outcome !== wanted) wrong.push(`${route} for ${who.name}: ${outcome}, not ${wanted}`);
            if (text.includes(riskMark) !== seesRisk(who))
              wrong.push(`${route} for ${who.name}: ${seesRisk(who) ? 'no' : 'there is'} risk detail`);
          }
        },
        atOnce,
      );
    }
    expect(wrong).toEqual([]);
  });

  test(`${way}: refuses changes from other sites and from roles that may only read`, async () => {
    const { address } = server(way);
    const wrong: string[] = [];
    for (const route of Object.keys(businessRoutes).filter((listed) => listed.endsWith('/route'))) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        for (const who of [owner(), ...takeTurn().filter(({ is }) => is !== 'owner')]) {
          const mayChange = ![
            ...['nobody', 'stranger', 'viewer', 'accountant', 'approver', 'auditor', 'auditor-risk'],
          ].includes(who.is);
          const origin = mayChange ? null : address;
          const status = await sendStatus(`${address}${toPath(route, place)}`, method, who, origin);
          if (status < 400 || status >= 500) wrong.push(`${method} ${route} by ${who.name}: ${status}`);
          // The route has no such method for any role.
          if (who.is === 'owner' && status === 405) break;
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test(`${way}: shows nothing else on paths without a session`, async () => {
    for (const { path: asked, status } of Object.values(publicPaths)) {
      const response = await fetch(`${server(way).address}${asked}`, { redirect: 'manual' });
      await response.body?.cancel();
      expect.soft(response.status, asked).toBe(status);
    }
  });

  test(`${way}: actions`, async () => {
    const { address } = server(way);
    const wrong: string[] = [];
    const client = await connectWithRetry(database.url, 'DATABASE_URL');
    await addLeaver(client, place);
    await client.end();
    // The proxy sees the same path for all actions, so one refusal of each kind is enough as served.
    const refusals = new Set<string>();
    for (const [index, { id, name }] of builtActions().entries()) {
      const listed = actions[name];
      if (listed === undefined) continue;
      const { roles, input, otherResults, bySecret, isPublic } = listed;
      const readOutcome = (who: Principal) => {
        const isAnswered = bySecret === 'anybody' || (bySecret !== undefined && who.is !== 'nobody');
        return isPublic ? 'allowed' : isAnswered ? 'not found' : expected(who, roles);
      };
      const call = async (who: Principal) => {
        const wanted = readOutcome(who);
        const got = await callAction(address, id, input(place), who, address, otherResults);
        if (got !== wanted) wrong.push(`${name} for ${who.name}: ${got}, not ${wanted}`);
      };
      refusals.delete('allowed');
      const callers = requesters(way, readOutcome, refusals);
      const isAllowed = (who: Principal) => readOutcome(who) === 'allowed';
      // Refused first, while the record is there: refusals change nothing, so they run at once.
      await mapConcurrently(
        callers.filter((who) => !isAllowed(who)),
        call,
        atOnce,
      );
      for (const who of callers.filter(isAllowed)) await call(who);
      // One function judges the origin of all actions.
      const origin = index % 2 === 0 ? null : 'https://evil.example';
      const got = await callAction(address, id, input(place), owner(), origin);
      if (got === 'allowed') wrong.push(`${name} from ${origin ?? 'no origin'}: ${got}`);
    }
    expect(wrong).toEqual([]);
  });
}

test('ends every open stream of a disabled person within 10 s', async () => {
  const { address, startMs } = server('as it is served');
  // A machine that needs this long for a start gets more time.
  const limitMs = Math.max(10_000, 3 * startMs);
  const client = await connectWithRetry(database.url, 'DATABASE_URL');
  const { business } = place;
  const person = await makePerson(client, 'a leaver');
  await grant(client, person, business, 'finance');
  const { cookie } = await signedIn(client, person, secret);
  const megabytes = 40;
  const file = await makeExportFile(client, { business, person, parts: megabytes });
  const base = `${address}/api/businesses/${business}`;
  const live = openStream('live stream', `${base}/live`, cookie, 'at once');
  const slow = openStream('slow download', `${base}/exports/${file}`, cookie, 'steadily');
  const stalled = openStream('stalled download', `${base}/exports/${file}`, cookie, 'stalled');
  const streams = [live, slow, stalled];
  await Promise.all(streams.map(({ hasStarted }) => hasStarted));

  const since = performance.now();
  await client.query('UPDATE person SET disabled_at = now() WHERE id = $1', [person]);
  await client.end();
  const page = await fetch(`${address}/${business}/overview`, { headers: { cookie }, redirect: 'manual' });
  expect(page.headers.get('location')).toContain('/sign-in');
  for (const { name, at, bytes } of await lastBytes(streams)) {
    const took = Math.round(at - since);
    console.info(`${name}: last byte ${took} ms after the person was disabled`);
    expect(took, name).toBeLessThan(limitMs);
    expect(bytes, name).toBeLessThan(megabytes * 1_000_000);
  }
});

test('uses a __Host- session cookie over https, and keeps only the known device at sign-out', async () => {
  const origin = 'https://desk.example.test';
  const secure = await serve(process.cwd(), {
    databaseUrl: database.url,
    secret,
    more: { APP_URL: origin },
  });
  servers.set('over https', secure);
  const client = await connectWithRetry(database.url, 'DATABASE_URL');
  const password = 'a quiet long password';
  const { person, email } = await makePersonWithPassword(client, 'over https', password);
  await grant(client, person, place.business, 'owner');
  await client.end();

  const cookies = await signInOverHttps(secure.address, origin, { email, password });
  const find = (name: string) => cookies.find((cookie) => cookie.name === name);
  const session = find('__Host-next-auth.session-token');
  expect(session?.attributes).toBe('httponly; path=/; samesite=lax; secure');
  // A person with a cookie under the former name signs in once more, and that cookie is removed.
  expect(find('__Secure-next-auth.session-token')).toMatchObject({ value: '' });
  expect(find('__Host-ch-device')?.value).not.toBe('');
  expect(cookies.map(({ name }) => name).filter((name) => !name.startsWith('__Host-'))).toEqual([
    '__Secure-next-auth.session-token',
  ]);

  const open = (cookie: string) =>
    fetch(`${secure.address}/${place.business}/connection`, { redirect: 'manual', headers: { cookie } });
  const byHost = await open(`__Host-next-auth.session-token=${session?.value}`);
  expect(byHost.status).toBe(200);
  // The sign-in request sent X-Forwarded-For, which is not trusted in this setup.
  expect(await byHost.text()).toContain('because TRUST_PROXY is 0');
  for (const former of ['__Secure-next-auth.session-token', 'next-auth.session-token'])
    expect((await open(`${former}=${session?.value}`)).status, former).toBe(307);

  const signOut = (from: string) =>
    fetch(`${secure.address}/api/auth/sign-out`, {
      method: 'POST',
      headers: { origin: from, cookie: `__Host-next-auth.session-token=${session?.value}` },
    });
  expect((await signOut('https://evil.example')).status).toBe(403);
  const out = await signOut(origin);
  expect([out.status, out.headers.get('clear-site-data')]).toEqual([204, '"cache", "storage"']);
  expect(readSetCookies(out).map(({ name, value }) => [name, value])).toEqual([
    ['__Host-next-auth.session-token', ''],
    ['__Secure-next-auth.session-token', ''],
  ]);
  expect((await open(`__Host-next-auth.session-token=${session?.value}`)).status).toBe(307);
});
