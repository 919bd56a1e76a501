import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cluster } from '../database/cluster.ts';
import { makeCluster } from '../database/cluster.ts';
import { prepareTemplate } from '../database/template.ts';

/** A folder and a database for many runs. */
export type Stage = {
  readonly folder: string;
  readonly cluster: Cluster;
  /** Ends the database and takes everything away. */
  readonly strike: () => Promise<void>;
};

/** `synced`: every commit reaches the disk, as in life. Killed processes need it no more than the tests have time for it. */
export async function setStage(options: { readonly synced: boolean }): Promise<Stage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countinghouse-faults-'));
  const cluster = await makeCluster(folder, options);
  const strike = async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await cluster.start();
    await prepareTemplate(cluster);
  } catch (failure) {
    await strike();
    throw failure;
  }
  return { folder, cluster, strike };
}
