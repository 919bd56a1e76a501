import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { findFreePort } from '#scripts/database/ports.ts';
import { endChild } from '#scripts/processes/end-child.ts';
import { projectFolder } from '#scripts/settings.ts';

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Waits until a program listens on this port of this machine. Throws an error after the given seconds. */
async function waitForPort(port: number, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(50))
    if (await isListening(port)) return;
  throw new Error(`nothing listens on port ${port}`);
}

const countRow = z.object({ sessions: z.number() });

type BurstOutcome = {
  /** The reason of each function that failed. */
  readonly failures: readonly string[];
  readonly mostSessions: number;
};

/** Returns the path of PgBouncer, or null if it isn't installed. */
export function findPgBouncer(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).concat('/usr/sbin');
  return folders.map((folder) => path.join(folder, 'pgbouncer')).find((file) => fs.existsSync(file)) ?? null;
}

/** Returns PgBouncer's settings: transaction mode and otherwise the defaults. */
function configurePgBouncer(database: URL, port: number, folder: string): string {
  const name = database.pathname.slice(1);
  return [
    '[databases]',
    `${name} = host=${database.hostname} port=${database.port} dbname=${name}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${path.join(folder, 'users.txt')}`,
    'pool_mode = transaction',
    '',
  ].join('\n');
}

/** Runs one function. Returns why it failed, or null. */
async function runFunction(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const child = spawn(process.execPath, ['--conditions=react-server', 'tools/vercel/burst-function.ts'], {
    cwd: projectFolder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code] = await once(child, 'close');
  return code === 0 ? null : (printed.trim().split('\n').at(-1) ?? '');
}

/** Starts functions at once behind PgBouncer, and counts the sessions that reach the database. */
export async function measureFunctionBurst(
  program: string,
  environment: NodeJS.ProcessEnv,
  folder: string,
  functions: number,
): Promise<BurstOutcome> {
  const database = new URL(environment['DATABASE_URL'] ?? '');
  const port = await findFreePort('127.0.0.1');
  const settings = path.join(folder, 'pgbouncer.ini');
  const user = decodeURIComponent(database.username);
  fs.writeFileSync(path.join(folder, 'users.txt'), `"${user}" "${decodeURIComponent(database.password)}"\n`, {
    mode: 0o644,
  });
  fs.writeFileSync(settings, configurePgBouncer(database, port, folder));
  // PgBouncer refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn(program, [...asUser, settings], { stdio: 'ignore' });
  const watcher = new pg.Client({ connectionString: database.href });
  await watcher.connect();
  let mostSessions = 0;
  // A client runs one query at a time.
  let isCounting = false;
  const watching = setInterval(() => {
    if (isCounting) return;
    isCounting = true;
    void watcher
      .query('SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE datname = current_database()')
      .then(({ rows }) => {
        // The watcher itself is one of them.
        mostSessions = Math.max(mostSessions, countRow.parse(rows[0]).sessions - 1);
      })
      .catch(() => {})
      .finally(() => {
        isCounting = false;
      });
  }, 50);
  try {
    await waitForPort(port, 10);
    const pooled = Object.assign(new URL(database.href), { host: `127.0.0.1:${port}`, search: '' }).href;
    const results = await Promise.all(
      Array.from({ length: functions }, () => runFunction({ ...environment, DATABASE_URL: pooled })),
    );
    return { failures: results.filter((reason) => reason !== null), mostSessions };
  } finally {
    clearInterval(watching);
    await watcher.end();
    await endChild(pooler);
  }
}
