import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { tEmbeddedDatabase, tStart } from '#lib/messages/commands.ts';
import { readOrCreateSecret } from '../secrets.ts';
import { findBinaries } from './binaries.ts';
import type { DatabaseLocation } from './data-folder.ts';
import { chooseLocation } from './data-folder.ts';
import { explainWriteErrors, StartFailure } from './failure.ts';
import { DATABASE_USER, explainPostgres, initialize, runAsAccount } from './initialize.ts';
import { findFreePort, isPortFree } from './ports.ts';
import { belongsToOtherProgram, isAlive, isOurDatabase, readPostmaster, waitForEnd } from './postmaster.ts';

const USUAL_PORT = 54_320;
const DATABASE_NAME = 'countinghouse';

export type EmbeddedOptions = {
  /** The folder of the product's data. The database is below it. */
  readonly dataDir: string;
  /** The port to try first. 0: any. Default: the one of the last start. */
  readonly port?: number;
  /** False makes it faster and unsafe: for tests and benches only. */
  readonly fsync?: boolean;
  /** One-line messages for the person who started it. */
  readonly say?: (line: string) => void;
};

export type EmbeddedDatabase = {
  /** With the password; every session in UTC. */
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  /** True when it was already running, left behind by a start that was killed. */
  readonly isReused: boolean;
  /** Returns true while it runs. */
  isAlive(): boolean;
  /** Ends all sessions and stops it; resolves when its process has ended. */
  stop(): Promise<void>;
};

function address(password: string, port: number, database: string): string {
  return `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}?options=-c%20timezone%3DUTC`;
}

function handle(
  place: DatabaseLocation,
  password: string,
  pid: number,
  port: number,
  adopted: boolean,
): EmbeddedDatabase {
  return {
    url: address(password, port, DATABASE_NAME),
    pid,
    port,
    isReused: adopted,
    isAlive: () => isAlive(pid),
    stop: () => stop(place, pid),
  };
}

/** SIGINT is PostgreSQL's "fast" shutdown: sessions are ended, everything is written. SIGQUIT is its emergency. */
async function stop(place: DatabaseLocation, pid: number): Promise<void> {
  if (readPostmaster(place.folder)?.pid !== pid || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  if (await waitForEnd(pid, 20_000)) return;
  process.kill(pid, 'SIGQUIT');
  await waitForEnd(pid, 5_000);
}

async function ensureDatabase(password: string, port: number): Promise<void> {
  const client = new pg.Client({
    connectionString: address(password, port, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  try {
    await client.connect();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw error;
    throw new StartFailure(tEmbeddedDatabase('wrongPassword'), error);
  }
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE_NAME]);
    if (rowCount === 0) await client.query(`CREATE DATABASE "${DATABASE_NAME}"`);
  } finally {
    await client.end();
  }
}

/** A running one that a killed start left behind, if it is ours and well. Waits for one that is still starting or stopping. */
async function reuseRunning(
  place: DatabaseLocation,
  password: string,
): Promise<EmbeddedDatabase | undefined> {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(100)) {
    const found = readPostmaster(place.folder);
    if (found === undefined || !isAlive(found.pid) || belongsToOtherProgram(found.pid)) return undefined;
    if (found.ready && (await isOurDatabase(address(password, found.port, 'postgres'), place.folder))) {
      return handle(place, password, found.pid, found.port, true);
    }
  }
  throw new StartFailure(
    tEmbeddedDatabase('blocked', {
      pid: String(readPostmaster(place.folder)?.pid),
      folder: place.folder,
    }),
  );
}

type Attempt = { readonly database: EmbeddedDatabase } | { readonly failed: string };

async function launch(
  place: DatabaseLocation,
  password: string,
  port: number,
  options: EmbeddedOptions,
): Promise<Attempt> {
  const logFile = path.join(options.dataDir, 'postgres.log');
  const log = explainWriteErrors(logFile, () => fs.openSync(logFile, 'w', 0o600));
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    // No socket files: their path would be too long in deep folders, and 127.0.0.1 is enough.
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=100',
    'shared_buffers=128MB',
    'password_encryption=scram-sha-256',
    ...(options.fsync === false ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ];
  // Detached, so that Ctrl-C reaches us and not the database: it has to outlive the programs that use it.
  const child = spawn(
    place.binaries.postgres,
    ['-D', place.folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...runAsAccount(place), detached: true, stdio: ['ignore', log, log], windowsHide: true },
  );
  fs.closeSync(log);
  child.unref();
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  const exited = () => {
    failure ??= fs.readFileSync(logFile, 'utf8');
  };
  child.once('exit', exited);
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(20)) {
    if (failure !== undefined) return { failed: failure };
    const found = readPostmaster(place.folder);
    if (found !== undefined && found.pid === child.pid && found.ready) {
      child.off('exit', exited);
      return { database: handle(place, password, found.pid, port, false) };
    }
  }
  return { failed: `${tEmbeddedDatabase('reason.timeout')}\n${fs.readFileSync(logFile, 'utf8')}` };
}

async function choosePort(options: EmbeddedOptions): Promise<number> {
  if (options.port === 0) return findFreePort();
  const remembered = path.join(options.dataDir, 'postgres-port');
  const wanted =
    options.port ?? (fs.existsSync(remembered) ? Number(fs.readFileSync(remembered, 'utf8')) : USUAL_PORT);
  if (await isPortFree(wanted)) return wanted;
  const other = await findFreePort();
  options.say?.(tStart('port.changed', { port: String(wanted), user: 'database', other: String(other) }));
  return other;
}

/** Launches it; what a killed predecessor left (a stale lock, memory not yet released) is waited for or cleared. */
async function launchWithRetry(
  place: DatabaseLocation,
  password: string,
  options: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  let cleared = false;
  for (const end = Date.now() + 20_000; ; ) {
    const attempt = await launch(place, password, await choosePort(options), options);
    if ('database' in attempt) return attempt.database;
    const mayPass = /shared memory block|could not bind|Address already in use/i.test(attempt.failed);
    const staleLock = /lock file .* (already exists|is empty)/i.test(attempt.failed);
    if (staleLock && !cleared) {
      const found = readPostmaster(place.folder);
      if (found === undefined || !isAlive(found.pid) || belongsToOtherProgram(found.pid)) {
        fs.rmSync(path.join(place.folder, 'postmaster.pid'), { force: true });
        cleared = true;
        continue;
      }
    }
    if (!mayPass || Date.now() > end) throw explainPostgres('start', place.folder, attempt.failed);
    await pause(250);
  }
}

function remember(options: EmbeddedOptions, port: number): void {
  if (options.port === 0) return;
  const file = path.join(options.dataDir, 'postgres-port');
  explainWriteErrors(file, () => fs.writeFileSync(file, `${port}\n`));
}

function assertReadable(folder: string): void {
  try {
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.X_OK);
  } catch (error) {
    throw new StartFailure(tEmbeddedDatabase('otherAccount', { folder }), error);
  }
}

/**
 * Starts the PostgreSQL of `npm ci`, creates its database at the first start, and adopts one that a killed start left
 * running.
 * @throws StartFailure with one line for the person who started it
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = path.resolve(options.dataDir);
  const place = chooseLocation(dataDir, findBinaries(path.resolve(import.meta.dirname, '../..')));
  if (place.note !== undefined) options.say?.(place.note);
  const password = readOrCreateSecret(dataDir, 'DATABASE_PASSWORD');
  const settled = { ...options, dataDir };

  if (fs.existsSync(place.folder)) {
    assertReadable(place.folder);
    const adopted = await reuseRunning(place, password);
    if (adopted !== undefined) {
      await ensureDatabase(password, adopted.port);
      return adopted;
    }
  } else {
    await initialize(place, password, { fsync: options.fsync !== false });
  }
  const database = await launchWithRetry(place, password, settled);
  try {
    await ensureDatabase(password, database.port);
  } catch (error) {
    await database.stop();
    throw error;
  }
  remember(settled, database.port);
  return database;
}
