import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '#scripts/database/ports.ts';
import type { SystemAccount } from '#scripts/database/unprivileged.ts';
import { findAccount } from '#scripts/database/unprivileged.ts';

const execute = promisify(execFile);

export const databaseUser = 'countinghouse';
const databaseName = 'countinghouse';

/** The folder of PostgreSQL's programs, which the embedded database doesn't bring. */
export type ServerPrograms = { readonly folder: string };

const needed = ['initdb', 'postgres', 'pg_basebackup', 'pg_ctl'] as const;

/** @throws Error that names what to install */
export function findServerPrograms(): ServerPrograms {
  const root = '/usr/lib/postgresql';
  const versions = fs.existsSync(root) ? fs.readdirSync(root).map(Number).filter(Number.isFinite) : [];
  const newest = versions.toSorted((left, right) => right - left)[0];
  const folder = process.env['POSTGRES_BIN'] || (newest === undefined ? '' : `${root}/${newest}/bin`);
  const missing = needed.filter((name) => folder === '' || !fs.existsSync(path.join(folder, name)));
  if (missing.length > 0)
    throw new Error(
      `Not found: ${missing.join(', ')}. Install PostgreSQL (Debian: apt-get install postgresql), or set POSTGRES_BIN to the folder of its programs.`,
    );
  return { folder };
}

/** One PostgreSQL server of a rehearsal. */
export type DatabaseServer = {
  readonly port: number;
  readonly folder: string;
  readonly url: string;
  /** Ends the server like a lost machine: no process of it gets a chance to finish. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

type ServerOptions = {
  /** Zero means any free port. */
  readonly port?: number;
  /** Settings that take the place of the usual ones, such as `archive_mode=on`. */
  readonly settings?: readonly string[];
};

export const toAddress = (port: number, name = databaseName): string =>
  `postgresql://${databaseUser}@127.0.0.1:${port}/${name}`;

const settings = (port: number): readonly string[] => [
  `port=${port}`,
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'wal_level=replica',
  'hot_standby=on',
];

async function isAnswering(port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: toAddress(port, 'postgres'),
    connectionTimeoutMillis: 1_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function start(
  { folder: bin }: ServerPrograms,
  folder: string,
  account: SystemAccount | undefined,
  { port = 0, settings: more = [] }: ServerOptions = {},
): Promise<DatabaseServer> {
  port ||= await findFreePort('127.0.0.1');
  const log = fs.openSync(`${folder}.log`, 'a');
  const child: ChildProcess = spawn(
    path.join(bin, 'postgres'),
    ['-D', folder, ...[...settings(port), ...more].flatMap((setting) => ['-c', setting])],
    { ...account, stdio: ['ignore', log, log] },
  );
  fs.closeSync(log);
  for (const until = Date.now() + 60_000; !(await isAnswering(port)); await pause(100))
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`PostgreSQL does not start: ${fs.readFileSync(`${folder}.log`, 'utf8').slice(-1_000)}`);
  const endWith = (signal: NodeJS.Signals) => async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return { port, folder, url: toAddress(port), kill: endWith('SIGKILL'), stop: endWith('SIGINT') };
}

/** Starts a server in a folder that another program filled. */
export const startRestored = (programs: ServerPrograms, folder: string, options: ServerOptions) =>
  start(programs, folder, findAccount(folder), options);

/** Starts a new server with an empty database. */
export async function startPrimary(
  programs: ServerPrograms,
  folder: string,
  options: ServerOptions = {},
): Promise<DatabaseServer> {
  const account = findAccount(folder);
  fs.mkdirSync(folder, { mode: 0o700 });
  if (account !== undefined) fs.chownSync(folder, account.uid, account.gid);
  await execute(
    path.join(programs.folder, 'initdb'),
    ['-D', folder, '-U', databaseUser, '--auth=trust', '--encoding=UTF8', '--locale=C'],
    { ...account },
  );
  fs.appendFileSync(
    path.join(folder, 'pg_hba.conf'),
    `host replication ${databaseUser} 127.0.0.1/32 trust\n`,
  );
  const server = await start(programs, folder, account, options);
  const client = new pg.Client({ connectionString: toAddress(server.port, 'postgres') });
  await client.connect();
  await client.query(`CREATE DATABASE ${databaseName}`);
  await client.end();
  return server;
}

/** Runs one statement in the maintenance database. */
export async function queryServer(port: number, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: toAddress(port, 'postgres') });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Copies the primary to a standby, and lets each commit wait for it from then on. */
export async function startStandby(
  programs: ServerPrograms,
  primary: DatabaseServer,
  folder: string,
  options: ServerOptions = {},
): Promise<DatabaseServer> {
  const account = findAccount(folder);
  const connection = `host=127.0.0.1 port=${primary.port} user=${databaseUser} application_name=standby`;
  await execute(
    path.join(programs.folder, 'pg_basebackup'),
    ['-D', folder, '-d', connection, '-R', '-X', 'stream', '--checkpoint=fast'],
    { ...account, cwd: path.dirname(folder) },
  );
  const standby = await start(programs, folder, account, options);
  fs.appendFileSync(
    path.join(primary.folder, 'postgresql.conf'),
    `\nsynchronous_standby_names = 'standby'\n`,
  );
  await queryServer(primary.port, 'SELECT pg_reload_conf()');
  for (const until = Date.now() + 20_000; ; await pause(100)) {
    const rows = await queryServer(primary.port, `SELECT sync_state FROM pg_stat_replication`);
    if (rows.some((row) => row['sync_state'] === 'sync')) return standby;
    if (Date.now() > until) throw new Error('the standby is not synchronous');
  }
}

/** Makes a standby the primary. Resolves when it accepts writes. */
export async function promote(standby: DatabaseServer): Promise<void> {
  await queryServer(standby.port, 'SELECT pg_promote(true, 30)');
}
