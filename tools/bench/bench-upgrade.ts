import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedDatabase } from '#scripts/database/embedded.ts';
import { projectFolder } from '#scripts/settings.ts';
import { copyOlderVersion } from '../rehearse/older-version.ts';
import { benchEnvironment } from './filled-database.ts';

/**
 * `npm run bench:upgrade -- --from REVISION [--payments 1000000]` fills the database of an older version, migrates it to
 * this one, and measures how long a read and a write of each large table wait for its locks. Prints a line of JSON for
 * each table, then the time of the whole migration. The goal is at most one second for each wait.
 */
const { values } = parseArgs({
  options: { from: { type: 'string' }, payments: { type: 'string', default: '1000000' } },
});

const tables = ['payment', 'deposit', 'withdrawal', 'callback_message', 'audit_entry'] as const;
const betweenProbesMs = 20;
const goalMs = 1_000;

/** Longest waits in milliseconds. */
type Waits = { read: number; write: number };

async function run(
  source: string,
  script: string,
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
) {
  const child = spawn(process.execPath, ['--conditions=react-server', script, ...args], {
    cwd: source,
    env: environment,
    // stdout holds the figures.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${script} failed`);
}

/** Takes the locks of reads and writes of one table repeatedly, and measures the waits. Changes nothing. */
async function probe(url: string, table: string, stop: AbortSignal): Promise<Waits> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const waits: Waits = { read: 0, write: 0 };
  const measure = async (kind: keyof Waits, mode: string) => {
    await client.query('BEGIN');
    const began = performance.now();
    await client.query(`LOCK TABLE "${table}" IN ${mode} MODE`);
    waits[kind] = Math.max(waits[kind], performance.now() - began);
    await client.query('ROLLBACK');
  };
  try {
    while (!stop.aborted) {
      await measure('read', 'ACCESS SHARE');
      await measure('write', 'ROW EXCLUSIVE');
      await pause(betweenProbesMs);
    }
    return waits;
  } finally {
    await client.end();
  }
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-'));
fs.chmodSync(folder, 0o755);
const older = await copyOlderVersion(path.join(folder, 'older'), values.from);
const database = await startEmbeddedDatabase({ dataDir: folder, port: 0, fsync: false });
try {
  const environment = benchEnvironment(database.url, folder);
  await run(older.folder, 'scripts/migrate.ts', environment);
  await run(older.folder, 'tools/first-data/first-data.ts', environment);
  await run(older.folder, 'tools/seed/seed.ts', environment, ['--payments', values.payments, '--force']);
  const stop = new AbortController();
  const probes = tables.map((table) => probe(database.url, table, stop.signal));
  const began = performance.now();
  await run(projectFolder, 'scripts/migrate.ts', environment);
  const seconds = (performance.now() - began) / 1_000;
  stop.abort();
  for (const [index, waits] of (await Promise.all(probes)).entries())
    console.log(
      JSON.stringify({
        table: tables[index],
        longestReadWaitMs: Math.round(waits.read),
        longestWriteWaitMs: Math.round(waits.write),
        goalMs,
        isMet: Math.max(waits.read, waits.write) <= goalMs,
      }),
    );
  console.log(
    JSON.stringify({
      from: older.commit,
      migrations: older.missingMigrations,
      payments: Number(values.payments),
      migrationSeconds: Math.round(seconds * 10) / 10,
    }),
  );
} finally {
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
