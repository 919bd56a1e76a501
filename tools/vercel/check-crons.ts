import pg from 'pg';
import * as z from 'zod';

const tableRow = z.object({ name: z.string() });
const countRow = z.object({ rows: z.string() });

/** Returns the number of rows of every table. */
async function countTables(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  const counts = new Map<string, string>();
  for (const { name } of z.array(tableRow).parse(rows)) {
    const counted = await client.query(`SELECT count(*) AS rows FROM ${client.escapeIdentifier(name)}`);
    counts.set(name, countRow.parse(counted.rows[0]).rows);
  }
  return counts;
}

/** Returns the tables whose number of rows differs, such as `audit_entry 3 → 4`. */
function listChangedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].flatMap(([name, rows]) => {
    const former = before.get(name) ?? '0';
    return former === rows ? [] : [`${name} ${former} → ${rows}`];
  });
}

const sessionRow = z.object({ query: z.string() });

/** Outcome of all cron routes, each called twice like Vercel does. */
type CronOutcome = {
  /** A line for each call that failed, or that took longer than the route may. */
  readonly failures: readonly string[];
  /** A line for each table that a repeated call changed. */
  readonly repeated: readonly string[];
  readonly slowestSeconds: number;
  /** Statements of sessions that listen. */
  readonly listening: readonly string[];
};

/** Records of the runs themselves, which every call may add to. */
const recordsOfRuns: readonly string[] = ['job_run', 'received_delta'];

/**
 * Calls every cron route until nothing is left to do, then once more. Reads the database beside it: the last call must add
 * and remove no row. `call` calls one route and returns its status.
 */
export async function checkCrons(
  databaseUrl: string,
  paths: readonly string[],
  limitSeconds: number,
  call: (path: string) => Promise<number>,
): Promise<CronOutcome> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const failures: string[] = [];
  let slowestSeconds = 0;
  const callAll = async () => {
    for (const path of paths) {
      const begun = performance.now();
      const status = await call(path);
      const seconds = (performance.now() - begun) / 1_000;
      slowestSeconds = Math.max(slowestSeconds, seconds);
      if (status !== 200) failures.push(`${path}: ${status}`);
      if (seconds > limitSeconds) failures.push(`${path}: ${seconds.toFixed(1)} s`);
    }
  };
  try {
    await callAll();
    // A job may leave work to a later one.
    await callAll();
    const before = await countTables(client);
    await callAll();
    const repeated = listChangedTables(before, await countTables(client)).filter(
      (line) => !recordsOfRuns.some((table) => line.startsWith(`${table} `)),
    );
    const { rows } = await client.query(
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'listen %'`,
    );
    const listening = z
      .array(sessionRow)
      .parse(rows)
      .map(({ query }) => query);
    return { failures, repeated, slowestSeconds, listening };
  } finally {
    await client.end();
  }
}
