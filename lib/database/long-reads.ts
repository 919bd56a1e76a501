import 'server-only';
import type pg from 'pg';
import { streamOnStandby } from './page-reads.ts';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { longReadPool } from './pools.ts';
import type { PlainTransaction } from './statements.ts';

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

/** Runs reads in one snapshot, which begins then. */
export type SnapshotReader = <Result>(
  read: (run: PlainTransaction['run']) => Promise<Result>,
) => Promise<Result>;

/** Longest statement of such a snapshot, whose transaction ends after as long. */
const snapshotStatementTimeout = '1min';

/**
 * Acquires a connection to the primary for snapshots, one after the other. A transaction that reads one after its locks acquires it
 * before, because a held connection must not wait for another one.
 */
export async function withSnapshotReader<Result>(
  work: (readSnapshot: SnapshotReader) => Promise<Result>,
): Promise<Result> {
  const client = await acquireClient(longReadPool());
  let isClean = true;
  try {
    return await work(async (read) => {
      try {
        await client.query(
          `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '${snapshotStatementTimeout}'`,
        );
        return await read(
          async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows,
        );
      } finally {
        isClean = (await rollBack(client)) && isClean;
      }
    });
  } finally {
    releaseClient(client, isClean);
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
