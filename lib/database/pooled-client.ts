import 'server-only';
import type pg from 'pg';

/**
 * A connection of `pool` until `giveBack`. One that breaks meanwhile fails its statement; as an event nobody listens to,
 * which is how the driver tells it too, it would end the process.
 */
export async function acquireClient(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  client.on('error', ignore);
  return client;
}

/** `isClean`: nothing of it is still under way. Else the connection is closed, which undoes what was begun. */
export function releaseClient(client: pg.PoolClient, isClean: boolean): void {
  client.off('error', ignore);
  client.release(!isClean);
}

/** Undoes what is still open. False: it did not come to that, and nobody else may have the connection. */
export const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  );

const ignore = () => undefined;
