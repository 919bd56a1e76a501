import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries } from '#scripts/database/binaries.ts';
import { connectPatiently } from '#scripts/database/connect.ts';
import type { Place } from '#scripts/database/data-folder.ts';
import { choosePlace } from '#scripts/database/data-folder.ts';
import { asAccount, DATABASE_USER, initialize } from '#scripts/database/initialize.ts';
import { freePort } from '#scripts/database/ports.ts';
import { hasEnded, isAlive, readPostmaster } from '#scripts/database/postmaster.ts';
import { listChildProcesses, readProcessTitle, signal } from './processes.ts';

export type Client = Awaited<ReturnType<typeof connectPatiently>>;

const password = 'a-password-of-the-fault-harness';

/** A PostgreSQL of the harness's own, which it may do anything to. */
export type Cluster = {
  readonly port: number;
  readonly place: Place;
  /** The address of one of its databases. */
  readonly url: (database?: string) => string;
  readonly start: (more?: readonly string[]) => Promise<void>;
  /** Fast shutdown: sessions are ended, everything is written. */
  readonly stop: () => Promise<void>;
  /** kill -9 of the postmaster alone, or of all its processes at once as when the machine ends. */
  readonly kill: (whom: 'postmaster' | 'all') => Promise<void>;
  /** kill -9 of one session's process: PostgreSQL ends all sessions and recovers by itself. False: there was none. */
  readonly killSession: (choose: (pids: readonly number[]) => number) => boolean;
  /** Stops all its processes where they are, for a while: connections stay open and nobody answers. */
  readonly freeze: (milliseconds: number) => Promise<void>;
  readonly isUp: () => boolean;
};

/**
 * What is acknowledged must be written: only what would cost time and saves from power cuts alone may be left out,
 * because a killed process loses nothing that the system already has.
 */
const unsynced = ['fsync=off', 'full_page_writes=off'];

const projectFolder = path.resolve(import.meta.dirname, '../../..');

/** Makes one in `folder`, where there is none yet. It is not started. `synced`: as in life, and slower. */
export async function makeCluster(
  folder: string,
  options: {
    readonly synced: boolean;
    readonly settings?: readonly string[];
    /** Where its log goes. Default: beside its files. */
    readonly logFolder?: string;
  },
): Promise<Cluster> {
  const place = choosePlace(path.resolve(folder), findBinaries(projectFolder));
  if (!fs.existsSync(place.folder)) await initialize(place, password, { fsync: options.synced });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=100',
    'shared_buffers=32MB',
    ...(options.synced ? [] : unsynced),
    ...(options.settings ?? []),
  ];
  const running = () => readPostmaster(place.folder)?.pid ?? 0;
  const isUp = () => {
    const found = readPostmaster(place.folder);
    return found?.ready === true && isAlive(found.pid);
  };
  const all = () => [running(), ...listChildProcesses(running())].filter((pid) => pid > 0);

  /** One try: what a killed predecessor left may still be in the way. */
  const launch = async (more: readonly string[]): Promise<string | null> => {
    const log = fs.openSync(path.join(options.logFolder ?? folder, 'postgres.log'), 'a');
    const child = spawn(
      place.binaries.postgres,
      ['-D', place.folder, ...[...settings, ...more].flatMap((setting) => ['-c', setting])],
      { ...asAccount(place), detached: true, stdio: ['ignore', log, log] },
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
      if (await hasEnded(pid, 20_000)) return;
      signal([pid], 'SIGQUIT');
      await hasEnded(pid, 5_000);
    },
    kill: async (whom) => {
      const pids = all();
      signal(whom === 'all' ? pids : pids.slice(0, 1), 'SIGKILL');
      for (const pid of pids) await hasEnded(pid, 10_000);
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

/** A connection for a look at what is kept; it waits for a database that is still starting. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectPatiently(url, 'DATABASE_URL');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
