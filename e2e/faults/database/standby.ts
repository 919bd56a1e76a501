import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import { makeCluster, withClient } from './cluster.ts';

/** On the leader: a commit waits until its standby has it on disk. */
export const synchronous = ['synchronous_standby_names=*', 'synchronous_commit=on'];

/** Makes a standby of a cluster that is stopped, from a copy of its files. It is not started. */
export async function makeStandby(leader: Cluster, folder: string): Promise<Cluster> {
  const { place } = leader;
  const files = path.join(folder, 'postgres');
  await mkdir(folder, { recursive: true, mode: 0o711 });
  // With the owners of the files, whom PostgreSQL asks about.
  await promisify(execFile)('cp', ['-a', place.folder, files]);
  await writeFile(path.join(files, 'standby.signal'), '');
  const { username, password } = new URL(leader.url());
  const source = `host=127.0.0.1 port=${leader.port} user=${username} password=${password}`;
  return makeCluster(folder, { synced: false, settings: [`primary_conninfo=${source}`] });
}

/** Waits until a standby follows, and the leader knows whether commits wait for it. */
export async function untilFollowed(leader: Cluster, as: 'sync' | 'async'): Promise<void> {
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

/** The standby leads from here on. */
export async function promote(standby: Cluster): Promise<void> {
  await withClient(standby.url(), (client) => client.query('SELECT pg_promote(true, 20)'));
}
