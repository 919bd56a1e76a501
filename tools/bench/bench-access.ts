import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hasPermission, permissions } from '#lib/access/permissions.ts';
import { silenceLog } from '#lib/platform/log.ts';
import { roles } from '#lib/values/roles.ts';
import type { AccessEnd } from './access-ends.ts';
import { measureAccessEnd } from './access-ends.ts';
import type { BenchPerson } from './access-people.ts';
import { createBenchPerson } from './access-people.ts';
import { signInFor } from './access-sign-ins.ts';
import { benchEnvironment } from './filled-database.ts';
import { connectTo } from './pages-database.ts';
import { startPagesProduct } from './pages-folder.ts';
import { countAnswersDuring, median, p95 } from './pages-requests.ts';
import { requireBuild } from './require-build.ts';

/**
 * `npm run bench:access [-- --rounds N --seconds S --payments N --connections N]`: the production build with its own
 * database. It prints the permission cells, how soon the end of an access has effect, and how many people sign in per
 * second while another person reads a list. Prints JSON lines: the figure, its goal, and whether it was met. It takes
 * about three minutes with a build.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    payments: { type: 'string', default: '2000' },
    /** Sign-ins at the same time. */
    connections: { type: 'string', default: '8' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const password = 'a quiet long password';
const peopleWhoSignIn = Math.max(connections * 4, 16);

const rounded = (value: number) => Math.round(value * 100) / 100;

function report(name: string, figure: number | null, goal: number | null, more: object): void {
  console.log(
    JSON.stringify({
      bench: 'access',
      what: name,
      figure: figure === null ? null : rounded(figure),
      ...(goal !== null && { goal, met: figure !== null && figure <= goal }),
      ...more,
      load: rounded(os.loadavg()[0] ?? 0),
    }),
  );
}

/** The largest of the values, or null if one of them is missing. */
const largest = (figures: readonly (number | null)[]): number | null =>
  figures.includes(null) ? null : Math.max(...figures.filter((figure) => figure !== null));

function reportEnds(name: string, ends: readonly AccessEnd[]): void {
  const refusals = ends.map(({ refusalMs }) => refusalMs);
  const allowed = ends.reduce((sum, { allowedAfterCommit }) => sum + allowedAfterCommit, 0);
  report(`${name}: allowed answers to requests after the commit`, allowed, 0, { rounds: ends.length });
  report(`${name}: first refusal`, Math.max(...refusals), 1_000, {
    unit: 'ms after the commit',
    medianMs: rounded(median(refusals)),
  });
  report(`${name}: end of the open stream`, largest(ends.map(({ streamMs }) => streamMs)), 10_000, {
    unit: 'ms after the commit',
    eachMs: ends.map(({ streamMs }) => (streamMs === null ? null : rounded(streamMs))),
  });
}

await requireBuild();
const place = await startPagesProduct(Number(values.payments));
// The verbs of this process use the same database and secrets as the web app.
Object.assign(process.env, benchEnvironment(place.url, os.tmpdir()), {
  APP_URL: place.address,
});
silenceLog();
const { closeDatabase } = await import('#lib/database/close-database.ts');
const { createContext } = await import('#lib/platform/context.ts');
const { hashPassword, revokeSessions } = await import('#lib/people/index.ts');
const { runOperatorCommand } = await import('#lib/team/index.ts');
const { parseId } = await import('#lib/values/ids.ts');
const { compareWithPage, createBenchToken, measureTokenCheck } = await import('./token-requests.ts');
const client = await connectTo(place.url);

try {
  const allowed = permissions.flatMap((permission) =>
    roles.filter((role) => hasPermission(role, permission)),
  );
  report('cells of the permission table', permissions.length * roles.length, null, {
    permissions: permissions.length,
    roles: roles.length,
    allowed: allowed.length,
  });

  const { rows } = await client.query<{ id: string }>(
    'SELECT business_id AS id FROM payment GROUP BY business_id ORDER BY count(*) DESC LIMIT 1',
  );
  const businessId = rows[0]?.id ?? '';
  const base = `/api/businesses/${businessId}`;
  const list = `${base}/payments`;
  const businessOption = ['--business', businessId];
  const operate = (...args: readonly string[]) =>
    runOperatorCommand(createContext({ kind: 'system', name: 'operator' }), args);

  const measureEnds = async (
    name: string,
    { role, path }: { readonly role: string; readonly path: string },
    end: (person: BenchPerson) => Promise<unknown>,
  ) => {
    const ends: AccessEnd[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const person = await createBenchPerson(client, businessId, role);
      const { cookie } = person;
      ends.push(
        await measureAccessEnd(place.address, { path, live: `${base}/live`, cookie }, () => end(person)),
      );
    }
    reportEnds(name, ends);
  };
  await measureEnds('account disabled', { role: 'viewer', path: list }, ({ email }) =>
    operate('disable', email),
  );
  await measureEnds('access to the business disabled', { role: 'viewer', path: list }, ({ email }) =>
    operate('disable', email, ...businessOption),
  );
  // Compliance reads cases, and a viewer doesn't. The stream of compliance ends with that permission.
  await measureEnds('role changed', { role: 'compliance', path: `${base}/reviews` }, ({ email }) =>
    operate('role', email, 'viewer', ...businessOption),
  );
  await measureEnds('sessions revoked', { role: 'viewer', path: list }, async ({ personId }) => {
    const id = parseId<Parameters<typeof revokeSessions>[1]>(personId);
    if (id === null) throw new Error('the person has no id');
    return revokeSessions(createContext({ kind: 'system', name: 'operator' }), id);
  });

  const reader = await createBenchPerson(client, businessId, 'viewer');
  const measureList = (until: Promise<unknown>) =>
    countAnswersDuring(place.address, [list], reader.cookie, until);
  const accountant = await createBenchPerson(client, businessId, 'accountant');
  const token = await createBenchToken(client, businessId, accountant);
  const { cookie } = accountant;
  const compared = await compareWithPage(place.address, { businessId, cookie, token, requests: 200 });
  report('list by the API in relation to the list of the page', compared.apiMs / compared.pageMs, 1 / 0.9, {
    unit: 'times as long',
    pageMs: rounded(compared.pageMs),
    apiMs: rounded(compared.apiMs),
  });
  report('check of an API token', await measureTokenCheck(token, 300), 1, { unit: 'ms' });

  const passwordHash = await hashPassword(password);
  const people: BenchPerson[] = [];
  for (let made = 0; made < peopleWhoSignIn; made += 1)
    people.push(await createBenchPerson(client, businessId, 'viewer', passwordHash));
  // Loads the modules of both, so that the first request of neither is measured.
  await measureList(signInFor(place.address, people, password, { connections: 1, seconds: 2 }));

  const quiet = await measureList(pause(seconds * 1_000));
  const signIns = signInFor(place.address, people, password, { connections, seconds });
  const beside = await measureList(signIns);
  const { perSecond, taken, failed, failure } = await signIns;
  report('sign-ins with a password', perSecond, null, {
    unit: 'per second',
    hash: passwordHash.split('$').slice(1, 4).join(' '),
    connections,
    medianMs: rounded(median(taken)),
    p95Ms: rounded(p95(taken)),
    failed,
    failure,
    processors: os.availableParallelism(),
  });
  report('list of another person during sign-ins', median(beside) / median(quiet), 3, {
    unit: 'times as long',
    quietMs: rounded(median(quiet)),
    besideMs: rounded(median(beside)),
    quietP95Ms: rounded(p95(quiet)),
    besideP95Ms: rounded(p95(beside)),
    requests: beside.length,
  });
} finally {
  await client.end();
  await closeDatabase();
  await place.end();
}
