import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import { makeCluster, withClient } from './cluster.ts';

/** Settings of the leader: a commit waits until the standby has it on disk. */
export const synchronousSettings = ['synchronous_standby_names=*', 'synchronous_commit=on'];

/** Makes a standby from a copy of a stopped cluster's files, without starting it. */
export async function makeStandby(leader: Cluster, folder: string): Promise<Cluster> {
  const { place } = leader;
  const files = path.join(folder, 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o711 });
  // Keeps the owners of the files, which PostgreSQL checks.
  await promisify(execFile)('cp', ['-a', place.folder, files]);
  await writeFile(path.join(files, 'standby.signal'), '');
  const { username, password } = new URL(leader.url());
  const source = `host=127.0.0.1 port=${leader.port} user=${username} password=${password}`;
  return makeCluster(folder, { synced: false, settings: [`primary_conninfo=${source}`] });
}

/** Waits until the standby follows and the leader has the expected synchronous state. */
export async function waitForStandby(leader: Cluster, as: 'sync' | 'async'): Promise<void> {
  await withClient(leader.url(), async (client) => {
    for (const end = Date.now() + 20_000; Date.now() < end; await pause(50)) {
      const { rowCount } = await client.query('SELECT 1 FROM pg_stat_replication WHERE sync_state = $1', [
        as,
      ]);
      if (rowCount === 1) return;
    }
    throw new Error('the standby does not follow');
  });
}

/** Promotes the standby to leader. */
export async function promote(standby: Cluster): Promise<void> {
  await withClient(standby.url(), (client) => client.query('SELECT pg_promote(true, 20)'));
}
