import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { withClient } from '../database/cluster.ts';
import { requireRecovery } from '../scene/recovery.ts';
import type { Scene } from '../scene/scene.ts';

/** kill -9 of the database or of its postmaster alone, then a restart after a while. */
export async function killDatabase(scene: Scene): Promise<void> {
  const { random, cluster, figures } = scene;
  await cluster.kill(random.pick(['postmaster', 'all']));
  figures.killedDatabases += 1;
  await pause(random.between(0, 400));
  await cluster.start();
  await requireRecovery(scene);
}

/** kill -9 of one session. The database ends all sessions and recovers without a restart. */
export async function killSession(scene: Scene): Promise<void> {
  if (scene.cluster.killSession(scene.random.pick)) scene.figures.killedSessions += 1;
  await pause(100);
  await requireRecovery(scene);
}

export async function restartDatabase(scene: Scene): Promise<void> {
  await scene.cluster.stop();
  await scene.cluster.start();
  scene.figures.restartedDatabases += 1;
  await requireRecovery(scene);
}

/** Pauses the database with its connections open, as if it had lost its disk or network. */
export async function freezeDatabase(scene: Scene): Promise<void> {
  await scene.cluster.freeze(scene.random.between(300, 2_500));
  await requireRecovery(scene);
}

/**
 * Locks all records for longer than a callback waits. Callbacks are then stored without their effect and wait to be
 * folded.
 */
export async function lockRecords(scene: Scene): Promise<void> {
  const { databaseUrl, random, figures } = scene;
  await withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE payment, deposit, withdrawal IN ACCESS EXCLUSIVE MODE');
    await pause(random.between(1_200, 2_500));
    const { rows } = await client.query(
      `SELECT count(*)::int AS count FROM callback_message WHERE verdict = 'received'`,
    );
    figures.leftWaiting += waitingRows.parse(rows)[0].count;
    await client.query('ROLLBACK');
  });
  figures.lockedRecords += 1;
}

const waitingRows = z.tuple([z.object({ count: z.number() })]);
