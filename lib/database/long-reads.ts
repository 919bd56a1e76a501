import 'server-only';
import type pg from 'pg';
import { streamOnStandby } from './page-reads.ts';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { longReadPool } from './pools.ts';

/** Longest pause of a stalled download before its snapshot ends. */
export const stalledReadTimeout = '2min';
/** Longest statement that reads a whole list. */
const longStatementTimeout = '15min';

/** Runs reads in one snapshot, however long they take. */
export const readSnapshot = <Item>(
  read: (client: pg.ClientBase) => AsyncGenerator<Item>,
): AsyncGenerator<Item> => streamOnStandby('export', (pool) => readSnapshotIn(pool, read));

async function* readSnapshotIn<Item>(
  pool: pg.Pool,
  read: (client: pg.ClientBase) => AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  const client = await acquireClient(pool);
  try {
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = '${stalledReadTimeout}'`,
    );
    yield* read(client);
  } finally {
    releaseClient(client, await rollBack(client));
  }
}

/**
 * Runs statements that may take minutes in one transaction, which commits when `work` resolves and rolls back
 * otherwise.
 */
export async function runInLongTransaction<Result>(
  work: (query: (text: string, values: unknown[]) => Promise<pg.QueryResult>) => Promise<Result>,
): Promise<Result> {
  const client = await acquireClient(longReadPool());
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = '${longStatementTimeout}'`);
    const result = await work((text, values) => client.query(text, values));
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    return result;
  } finally {
    releaseClient(client, await rollBack(client));
  }
}
