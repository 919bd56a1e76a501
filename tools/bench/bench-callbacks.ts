import os from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import * as z from 'zod';
import { measureBusy } from './busy-callbacks.ts';
import { checkDatabase } from './check-database.ts';
import { readMemory, readProcessorSeconds, runChild } from './child.ts';
import type { BenchProduct, Server } from './data-folder.ts';
import { countCommits, startBenchProduct } from './data-folder.ts';
import type { Goal } from './goals.ts';
import { formatGoal, overloadGoals } from './goals.ts';
import { openPages } from './page-times.ts';
import { requireBuild } from './require-build.ts';

const walRow = z.object({ bytes: z.coerce.number() });

/** Returns the bytes of the write-ahead log since the database was made. The difference is the cost of what happened between. */
async function readWalBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`);
    return walRow.parse(rows[0]).bytes;
  } finally {
    await client.end();
  }
}

/**
 * `npm run bench:callbacks` measures the callbacks per second of both doors, compared with an empty route of the
 * same server and with the database running the same SQL. It also measures response times at half of that rate, and
 * the behaviour at twice and ten times the rate, while a person opens pages of the web app. All figures come from
 * one run, because figures of two runs are not comparable. Prints JSON lines, the last of which are the goals with
 * their figures. Exits 1 where a callback that was answered 200 is not in the database, or an answer is not one of
 * ours.
 *
 * Sender, doors and database share this machine. The sender writes to plain sockets and reads statuses only. Its
 * share of a processor is `senderCpu`. At overload the requests are due by the clock, independent of earlier
 * answers, but they come from a sender with 2,000 connections. A request that finds none free within two seconds is
 * `unsent`. Goodput is a share of the peak, which is the better of two rounds, before and after the overload.
 *
 * The database is new. `walBytesForEachKept` and `databaseMsForEachKept` are what a stored callback costs it: bytes of its
 * write-ahead log, and its processor time with all indexes.
 *
 * - `--seconds N`: duration of each measurement (6)
 * - `--doors D`: web, intake, or both, separated by commas
 * - `--busy N`: measures only if callbacks of all kinds are refused while N other processes use the machine (26)
 */

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    doors: { type: 'string', default: 'web,intake' },
    busy: { type: 'string' },
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
  readonly place: BenchProduct;
  readonly server: Server;
  readonly path: string;
  readonly kind: 'get' | 'new' | 'repeats';
  readonly connections: number;
  readonly rate?: number;
};

/** Measures requests answered 200 per second (for a GET: answered at all). */
async function measure({ what, place, server, rate, kind, ...asked }: Asked) {
  const used = () => ({
    server: readProcessorSeconds(server.process.pid),
    database: readProcessorSeconds(place.databasePid),
  });
  const commitsBefore = await countCommits(server);
  const walBefore = await readWalBytes(place.url);
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
  const successes =
    kind === 'get' ? Object.values(statuses).reduce((sum, one) => sum + one, 0) : (statuses['200'] ?? 0);
  const perSecond = successes / result.seconds;
  const odd = Object.keys(statuses).filter((status) => !['200', '503', '405'].includes(status));
  if (odd.length > 0) broken.push(`${what}: answers ${odd.join(', ')}`);
  const commits = (await countCommits(server)) - commitsBefore;
  const walBytes = (await readWalBytes(place.url)) - walBefore;
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
    // Processor time for each sent request, which does not depend on the load of the machine.
    serverMs: rounded(((after.server - before.server) * 1_000) / result.sent, 3),
    databaseMs: rounded(((after.database - before.database) * 1_000) / result.sent, 3),
    // The cost of an insert. A repeat stores its delivery only.
    walBytesForEachKept: kind === 'get' ? undefined : rounded(walBytes / deposits.length),
    databaseMsForEachKept:
      kind === 'get' ? undefined : rounded(((after.database - before.database) * 1_000) / deposits.length, 3),
    // Includes the time for refusals.
    serverMsForEachKept:
      kind === 'get' ? undefined : rounded(((after.server - before.server) * 1_000) / deposits.length, 3),
    senderCpu: rounded(cpuSeconds / (seconds + warmUpSeconds), 2),
    loadAverage: rounded(os.loadavg()[0] ?? 0, 1),
  });
  return { perSecond, together: commits === 0 ? 1 : deposits.length / commits, memoryMiB, ...result };
}

/**
 * Runs the same SQL without the doors, with the batch size of the intake and as many connections as it uses at
 * once.
 */
async function measureSql(place: BenchProduct, together: number): Promise<number> {
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

/** Enough connections to keep a door busy. */
const busyConnections = 256;

/** Locks all records, so that only the bytes of callbacks can be stored. */
async function withLockedRecords<T>({ url }: BenchProduct, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE payment, deposit, withdrawal IN ACCESS EXCLUSIVE MODE');
    return await work();
  } finally {
    await client.end();
  }
}

async function measureDoor(place: BenchProduct, door: 'web' | 'intake') {
  const server = place[door];
  if (server === null) throw new Error(`${door} is not started`);
  const { path } = place;
  const of = async (what: string, asked: Pick<Asked, 'path' | 'kind'> & Partial<Asked>) => {
    // Pages are opened during every measurement, so that their cost is the same in all figures.
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
  // A new process is slow until its code is compiled.
  await of('warming up', { path: '/api/health', kind: 'get', connections: 32 });
  await of('warming up', callbacks);
  const empty = await of('empty route', { path: '/api/health', kind: 'get', connections: 32 });
  const before = await of('new callbacks', callbacks);
  const repeats = await of('repeats', { path, kind: 'repeats' });
  const halfLoad = await of('new callbacks at half of it', {
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
  const locked = await withLockedRecords(place, () =>
    of('new callbacks while records are locked', callbacks),
  );
  const after = await of('new callbacks, again', callbacks);
  const fresh = after.perSecond > before.perSecond ? after : before;
  return { empty, fresh, repeats, half: halfLoad, overload, locked };
}

type Measured = Awaited<ReturnType<typeof measureDoor>>;

const getOverload = ({ overload, fresh }: Measured) =>
  overload.map(({ perSecond, ...rest }) => ({ ...rest, goodput: rounded(perSecond / fresh.perSecond, 2) }));

/** Lists the goals of a door. `ratio` is the goal for its share of the reference. */
function listGoals(door: 'web' | 'intake', measured: Measured, ratio: Goal): Goal[] {
  const { half, overload } = measured;
  print({
    what: `${door}: most memory under overload, MiB`,
    figure: Math.max(...overload.map(({ memoryMiB }) => memoryMiB ?? 0)),
  });
  return [
    ratio,
    { of: `${door}: p99 at half load, ms (p50 ${half.p50})`, figure: half.p99, atMost: 250 },
    ...overloadGoals(door, getOverload(measured)),
  ];
}

async function check(place: BenchProduct): Promise<void> {
  const found = await checkDatabase(place, accepted);
  print({ what: 'check', answered200: accepted.length, ...found, sentNew });
  if (found.missing > 0)
    broken.push(`${found.missing} callbacks were answered 200 and are not in the database`);
  if (found.deliveries !== found.delivered) broken.push('deliveries and their count differ');
  if (found.altered > 0) broken.push('stored bytes are not those that were sent');
}

async function main(): Promise<void> {
  const doors = options.doors.split(',');
  if (doors.includes('web')) await requireBuild();
  const place = await startBenchProduct(doors);
  try {
    if (options.busy !== undefined) {
      const goals = await measureBusy(place, Number(options.busy), print);
      for (const goal of goals) print(formatGoal(goal));
      if (goals.some(({ figure }) => figure !== 0)) broken.push('callbacks were refused on a busy machine');
      return;
    }
    const web = doors.includes('web') ? await measureDoor(place, 'web') : null;
    const intake = doors.includes('intake') ? await measureDoor(place, 'intake') : null;
    await check(place);
    const goals: Goal[] = [];
    if (web !== null) {
      const ratio = rounded(web.fresh.perSecond / web.empty.perSecond, 2);
      const of = 'web: new callbacks, of an empty route of Next';
      goals.push(...listGoals('web', web, { of, figure: ratio, atLeast: 0.8 }));
    }
    if (intake !== null) {
      const sql = await measureSql(place, intake.fresh.together);
      const ratio = rounded(intake.fresh.perSecond / Math.min(sql, intake.empty.perSecond), 2);
      const of = 'intake: new callbacks, of the smaller of the same SQL and an empty route';
      goals.push(...listGoals('intake', intake, { of, figure: ratio, atLeast: 0.6 }));
    }
    for (const goal of goals) print(formatGoal(goal));
  } finally {
    await place.end();
    for (const line of broken) console.error(line);
    process.exitCode = broken.length === 0 ? 0 : 1;
  }
}

await main();
