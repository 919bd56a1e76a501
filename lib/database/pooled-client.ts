import 'server-only';
import type pg from 'pg';

/**
 * Acquires a connection until `releaseClient`. When it breaks, its statement fails. The handler keeps the driver's
 * error event from ending the process.
 */
export async function acquireClient(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  client.on('error', ignore);
  return client;
}

/** `isClean`: nothing is still running. Otherwise the connection is closed, which rolls back its transaction. */
export function releaseClient(client: pg.PoolClient, isClean: boolean): void {
  client.off('error', ignore);
  client.release(!isClean);
}

/** Rolls back the open transaction. Returns false when that failed and the connection must not be reused. */
export const rollBack = (client: pg.PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  );

const ignore = () => undefined;
