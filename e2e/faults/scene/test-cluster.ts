import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testFolder } from '#scripts/database/test-folder.ts';
import type { Cluster } from '../database/cluster.ts';
import { makeCluster } from '../database/cluster.ts';
import { prepareTemplate } from '../database/template.ts';

/** A folder and a database cluster for many runs. */
export type TestCluster = {
  readonly folder: string;
  readonly cluster: Cluster;
  /** Stops the database and deletes the folder. */
  readonly remove: () => Promise<void>;
};

/**
 * `synced`: every commit reaches the disk, as in production. Tests that only kill processes skip it to save time.
 */
export async function createTestCluster(options: { readonly synced: boolean }): Promise<TestCluster> {
  const folder = options.synced
    ? await mkdtemp(path.join(tmpdir(), 'countinghouse-faults-'))
    : await testFolder('faults');
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
  return { folder, cluster, remove: strike };
}
