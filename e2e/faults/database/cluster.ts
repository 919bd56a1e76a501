import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries } from '#scripts/database/binaries.ts';
import { connectWithRetry } from '#scripts/database/connect.ts';
import type { DatabaseLocation } from '#scripts/database/data-folder.ts';
import { chooseLocation } from '#scripts/database/data-folder.ts';
import { DATABASE_USER, initialize, runAsAccount } from '#scripts/database/initialize.ts';
import { findFreePort } from '#scripts/database/ports.ts';
import { isAlive, readPostmaster, waitForEnd } from '#scripts/database/postmaster.ts';
import { listChildProcesses, readProcessTitle, signal } from './processes.ts';

export type Client = Awaited<ReturnType<typeof connectWithRetry>>;

const password = 'a-password-of-the-fault-harness';

/** A PostgreSQL cluster of the harness, which may be damaged. */
export type Cluster = {
  readonly port: number;
  readonly place: DatabaseLocation;
  /** Returns the address of one of its databases. */
  readonly url: (database?: string) => string;
  readonly start: (more?: readonly string[]) => Promise<void>;
  /** Fast shutdown: ends sessions and writes everything to disk. */
  readonly stop: () => Promise<void>;
  /** kill -9 of the postmaster alone, or of all processes, as in a power cut. */
  readonly kill: (target: 'postmaster' | 'all') => Promise<void>;
  /**
   * kill -9 of one session's process. PostgreSQL then ends all sessions and recovers. Returns false where there was
   * none.
   */
  readonly killSession: (choose: (pids: readonly number[]) => number) => boolean;
  /** Pauses all its processes. Connections stay open, but nothing responds. */
  readonly freeze: (milliseconds: number) => Promise<void>;
  readonly isUp: () => boolean;
};

/**
 * Acknowledged data must be written. Only the protection against power cuts is off to save time: the operating
 * system keeps what a killed process has written.
 */
const unsyncedSettings = ['fsync=off', 'full_page_writes=off'];

const projectFolder = path.resolve(import.meta.dirname, '../../..');

/**
 * Creates a cluster in `folder`, which has none yet, without starting it. `synced`: with fsync as in production,
 * which is slower.
 */
export async function makeCluster(
  folder: string,
  options: {
    readonly synced: boolean;
    readonly settings?: readonly string[];
    /** Folder of the log. Default: the folder of the cluster. */
    readonly logFolder?: string;
  },
): Promise<Cluster> {
  const place = chooseLocation(path.resolve(folder), findBinaries(projectFolder));
  if (!fs.existsSync(place.folder)) await initialize(place, password, { fsync: options.synced });
  const port = await findFreePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=100',
    'shared_buffers=32MB',
    ...(options.synced ? [] : unsyncedSettings),
    ...(options.settings ?? []),
  ];
  const running = () => readPostmaster(place.folder)?.pid ?? 0;
  const isUp = () => {
    const found = readPostmaster(place.folder);
    return found?.ready === true && isAlive(found.pid);
  };
  const all = () => [running(), ...listChildProcesses(running())].filter((pid) => pid > 0);

  /** Makes one attempt. Remains of a killed predecessor can still be in the way. */
  const launch = async (more: readonly string[]): Promise<string | null> => {
    const log = fs.openSync(path.join(options.logFolder ?? folder, 'postgres.log'), 'a');
    const child = spawn(
      place.binaries.postgres,
      ['-D', place.folder, ...[...settings, ...more].flatMap((setting) => ['-c', setting])],
      { ...runAsAccount(place), detached: true, stdio: ['ignore', log, log] },
    );
    fs.closeSync(log);
    child.unref();
    let ended: string | null = null;
    child.once('error', ({ message }) => {
      ended = message;
    });
    child.once('exit', (code) => {
      ended = `it ended with ${code}`;
    });
    for (const end = Date.now() + 30_000; Date.now() < end && ended === null; await pause(10)) {
      const found = readPostmaster(place.folder);
      if (found !== undefined && found.pid === child.pid && found.ready) return null;
    }
    return ended ?? 'it is not ready after 30 s';
  };

  return {
    port,
    place,
    url: (database = 'postgres') =>
      `postgresql://${DATABASE_USER}:${password}@127.0.0.1:${port}/${database}?options=-c%20timezone%3DUTC`,
    start: async (more = []) => {
      for (const end = Date.now() + 20_000; ; await pause(50)) {
        const failure = await launch(more);
        if (failure === null) return;
        if (Date.now() > end) throw new Error(`the database in ${folder} does not start: ${failure}`);
      }
    },
    stop: async () => {
      const pid = running();
      if (pid === 0 || !isAlive(pid)) return;
      signal([pid], 'SIGINT');
      if (await waitForEnd(pid, 20_000)) return;
      signal([pid], 'SIGQUIT');
      await waitForEnd(pid, 5_000);
    },
    kill: async (target) => {
      const pids = all();
      signal(target === 'all' ? pids : pids.slice(0, 1), 'SIGKILL');
      for (const pid of pids) await waitForEnd(pid, 10_000);
    },
    killSession: (choose) => {
      const sessions = all().filter((pid) => readProcessTitle(pid).includes(`${DATABASE_USER} `));
      if (sessions.length > 0) signal([choose(sessions)], 'SIGKILL');
      return sessions.length > 0;
    },
    freeze: async (milliseconds) => {
      const pids = all();
      signal(pids, 'SIGSTOP');
      await pause(milliseconds);
      signal(pids, 'SIGCONT');
    },
    isUp,
  };
}

/** Runs `work` with a connection. Waits for a database that is still starting. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectWithRetry(url, 'DATABASE_URL');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
