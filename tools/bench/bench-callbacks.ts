import os from 'node:os';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { build, isBuilt } from '#scripts/build.ts';
import { checkDatabase } from './check-database.ts';
import { readMemory, readProcessorSeconds, runChild } from './child.ts';
import type { Place, Server } from './data-folder.ts';
import { countCommits, openPlace } from './data-folder.ts';
import type { Goal } from './goals.ts';
import { goalLine, overloadGoals } from './goals.ts';
import { openPages } from './page-times.ts';

/**
 * `npm run bench:callbacks`: how many callbacks a second both doors take, against an empty route of the same server and
 * against the database running the same SQL; how long an answer takes at half of that, and what becomes of twice and
 * ten times as much, while somebody opens pages of the web app. All in one run, because figures of two runs do not
 * compare. Prints JSON lines, the last of them the goals with their figures, met or not; exits 1 where something is
 * broken: a callback that was answered 200 and is not in the database, or an answer that is none of ours.
 *
 * Sender, doors and database share this machine. The sender writes to bare sockets and reads no more than statuses;
 * `senderCpu` says how much of a processor it takes. Twice and ten times as many are due by the clock, whether or not
 * those before were answered, but they come as from a sender with 2,000 connections: what none is free for within two
 * seconds is `unsent`. The peak, of which goodput is a part, is the better of two rounds, before the overload and after.
 *
 *   --seconds N   how long each figure is measured (6)
 *   --doors D     web, intake, or both, separated by commas
 */

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    doors: { type: 'string', default: 'web,intake' },
  },
});
const seconds = Number(options.seconds);
const warmUpSeconds = 2;

const loadResult = z.object({
  seconds: z.number(),
  sent: z.number(),
  unsent: z.number(),
  statuses: z.record(z.string(), z.number()),
  p50: z.number().nullable(),
  p99: z.number().nullable(),
  refusedP50: z.number().nullable(),
  refusedMost: z.number().nullable(),
  cpuSeconds: z.number(),
  accepted: z.array(z.string()),
});

const print = (line: object) => console.log(JSON.stringify(line));
const rounded = (value: number, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits;
const broken: string[] = [];
const accepted: string[] = [];
let sentNew = 0;

type Asked = {
  readonly what: string;
  readonly place: Place;
  readonly server: Server;
  readonly path: string;
  readonly kind: 'get' | 'new' | 'repeats';
  readonly connections: number;
  readonly rate?: number;
};

/** One figure: requests answered 200 a second (for a GET: answered at all). */
async function measure({ what, place, server, rate, kind, ...asked }: Asked) {
  const used = () => ({
    server: readProcessorSeconds(server.process.pid),
    database: readProcessorSeconds(place.databasePid),
  });
  const commitsBefore = await countCommits(server);
  const before = used();
  let most = readMemory(server.process.pid);
  const watch = setInterval(() => {
    most = Math.max(most ?? 0, readMemory(server.process.pid) ?? 0);
  }, 200);
  const result = await runChild(
    'load.ts',
    { port: server.port, ...asked, kind, warmUpSeconds, seconds, rate: rate ?? null },
    loadResult,
  );
  clearInterval(watch);
  const after = used();
  const { statuses, accepted: deposits, cpuSeconds, ...rest } = result;
  if (kind === 'new') sentNew += result.sent;
  if (kind !== 'get') accepted.push(...deposits);
  const wanted =
    kind === 'get' ? Object.values(statuses).reduce((sum, one) => sum + one, 0) : (statuses['200'] ?? 0);
  const perSecond = wanted / result.seconds;
  const odd = Object.keys(statuses).filter((status) => !['200', '503', '405'].includes(status));
  if (odd.length > 0) broken.push(`${what}: answers ${odd.join(', ')}`);
  const commits = (await countCommits(server)) - commitsBefore;
  const memoryMiB = most;
  print({
    what,
    perSecond: rounded(perSecond),
    offered: rate === undefined ? undefined : rounded(rate),
    connections: asked.connections,
    ...rest,
    statuses,
    together: kind === 'get' || commits === 0 ? undefined : rounded(deposits.length / commits, 1),
    memoryMiB,
    // Of a processor, for each request that was sent: these do not change with what else the machine does.
    serverMs: rounded(((after.server - before.server) * 1_000) / result.sent, 3),
    databaseMs: rounded(((after.database - before.database) * 1_000) / result.sent, 3),
    // With all that refusing took.
    serverMsForEachKept:
      kind === 'get' ? undefined : rounded(((after.server - before.server) * 1_000) / deposits.length, 3),
    senderCpu: rounded(cpuSeconds / (seconds + warmUpSeconds), 2),
    loadAverage: rounded(os.loadavg()[0] ?? 0, 1),
  });
  return { perSecond, together: commits === 0 ? 1 : deposits.length / commits, memoryMiB, ...result };
}

/** The same SQL without us: as many together as the intake had, on as many connections as it uses at once. */
async function measureSql(place: Place, together: number): Promise<number> {
  const { perSecond, ranOut } = await runChild(
    'same-sql.ts',
    {
      url: place.url,
      businessId: place.businessId,
      connections: 2,
      together: Math.max(1, Math.round(together)),
      seconds,
      warmUpSeconds: 1,
    },
    z.object({ perSecond: z.number(), ranOut: z.boolean() }),
    place.environment,
  );
  if (ranOut) broken.push('the same SQL: ran out of statements, the figure is too low');
  print({ what: 'database: the same SQL', perSecond: rounded(perSecond), together: Math.round(together) });
  return perSecond;
}

/** As many as keep a door busy. */
const busyConnections = 256;

async function measureDoor(place: Place, door: 'web' | 'intake') {
  const server = place[door];
  const { path } = place;
  const of = async (what: string, asked: Pick<Asked, 'path' | 'kind'> & Partial<Asked>) => {
    // Beside every load alike, so that what they take is no difference between two figures.
    const pages =
      door === 'web' && asked.kind !== 'get' ? openPages(`http://127.0.0.1:${server.port}/sign-in`) : null;
    const load = await measure({
      what: `${door}: ${what}`,
      place,
      server,
      connections: busyConnections,
      ...asked,
    });
    if (pages !== null) print({ what: `${door}: a page meanwhile, ms`, ...(await pages.end()) });
    return load;
  };
  const callbacks = { path, kind: 'new' } as const;
  // A young process learns its way first.
  await of('warming up', { path: '/api/health', kind: 'get', connections: 32 });
  await of('warming up', callbacks);
  const empty = await of('empty route', { path: '/api/health', kind: 'get', connections: 32 });
  // Where the proxy of the web app does not stand before it, as it does not before callbacks.
  const bare =
    door === 'web' ? await of('callback route, GET (405)', { path, kind: 'get', connections: 32 }) : empty;
  const before = await of('new callbacks', callbacks);
  const repeats = await of('repeats', { path, kind: 'repeats' });
  const half = await of('new callbacks at half of it', {
    ...callbacks,
    connections: 400,
    rate: before.perSecond / 2,
  });
  const overload = [];
  for (const times of [2, 10]) {
    const load = await of(`${times} times as many`, {
      ...callbacks,
      connections: 2_000,
      rate: before.perSecond * times,
    });
    overload.push({ times, ...load });
  }
  const after = await of('new callbacks, again', callbacks);
  const fresh = after.perSecond > before.perSecond ? after : before;
  return { empty, bare, fresh, repeats, half, overload };
}

type Measured = Awaited<ReturnType<typeof measureDoor>>;

const overloadOf = ({ overload, fresh }: Measured) =>
  overload.map(({ perSecond, ...rest }) => ({ ...rest, goodput: rounded(perSecond / fresh.perSecond, 2) }));

/** What both doors are asked for; `ratio` is what each is held against. */
function goalsOf(door: 'web' | 'intake', measured: Measured, ratio: Goal): Goal[] {
  const { half, overload } = measured;
  print({
    what: `${door}: most memory under overload, MiB`,
    figure: Math.max(...overload.map(({ memoryMiB }) => memoryMiB ?? 0)),
  });
  return [
    ratio,
    { of: `${door}: p99 at half load, ms (p50 ${half.p50})`, figure: half.p99, atMost: 250 },
    ...overloadGoals(door, overloadOf(measured)),
  ];
}

async function check(place: Place): Promise<void> {
  const found = await checkDatabase(place, accepted);
  print({ what: 'check', answered200: accepted.length, ...found, sentNew });
  if (found.missing > 0)
    broken.push(`${found.missing} callbacks were answered 200 and are not in the database`);
  if (found.deliveries !== found.delivered) broken.push('deliveries and their count differ');
  if (found.altered > 0) broken.push('stored bytes are not those that were sent');
}

async function main(): Promise<void> {
  if (!isBuilt()) await build({ shown: 'kept back' });
  const place = await openPlace();
  try {
    const doors = options.doors.split(',');
    const web = doors.includes('web') ? await measureDoor(place, 'web') : null;
    const intake = doors.includes('intake') ? await measureDoor(place, 'intake') : null;
    await check(place);
    const goals: Goal[] = [];
    if (web !== null) {
      const ratio = rounded(web.fresh.perSecond / web.empty.perSecond, 2);
      const toBare = rounded(web.fresh.perSecond / web.bare.perSecond, 2);
      const of = `web: new callbacks, of an empty route (of one without the proxy: ${toBare})`;
      goals.push(...goalsOf('web', web, { of, figure: ratio, atLeast: 0.8 }));
    }
    if (intake !== null) {
      const sql = await measureSql(place, intake.fresh.together);
      const ratio = rounded(intake.fresh.perSecond / Math.min(sql, intake.empty.perSecond), 2);
      const of = 'intake: new callbacks, of the smaller of the same SQL and an empty route';
      goals.push(...goalsOf('intake', intake, { of, figure: ratio, atLeast: 0.6 }));
    }
    for (const goal of goals) print(goalLine(goal));
  } finally {
    await place.end();
  }
  for (const line of broken) console.error(line);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

await main();
