import 'server-only';
import type pg from 'pg';
import { isEndedByStandby } from './errors.ts';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { longReadPool } from './pools.ts';
import { chooseReadPool, waitForStandby } from './standby.ts';
import type { PlainTransaction } from './statements.ts';

/** Runs reads in one snapshot, which begins then. */
export type SnapshotReader = <Result>(
  read: (run: PlainTransaction['run']) => Promise<Result>,
) => Promise<Result>;

/** Longest statement of a snapshot. The transactions that read one end after as long. */
const statementTimeout = '1min';
/** Longest wait for the standby, while a transaction holds its locks. */
const standbyWaitMs = 500;

async function withConnection<Result>(
  pool: pg.Pool,
  work: (connection: { readonly client: pg.PoolClient; readonly read: SnapshotReader }) => Promise<Result>,
): Promise<Result> {
  const client = await acquireClient(pool);
  let isClean = true;
  const read: SnapshotReader = async (readFacts) => {
    try {
      await client.query(
        `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '${statementTimeout}'`,
      );
      return await readFacts(
        async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows,
      );
    } finally {
      isClean = (await rollBack(client)) && isClean;
    }
  };
  try {
    return await work({ client, read });
  } finally {
    releaseClient(client, isClean);
  }
}

/**
 * Acquires connections for snapshots, one after the other. A transaction that reads one after its locks acquires them before, because
 * a held connection must not wait for another one. A snapshot is on the standby where one has what the primary has.
 */
export async function withSnapshotReader<Result>(
  work: (readSnapshot: SnapshotReader) => Promise<Result>,
): Promise<Result> {
  const pool = await chooseReadPool('export');
  return withConnection(longReadPool(), (primary) => {
    if (pool === longReadPool()) return work(primary.read);
    return withConnection(pool, (standby) => {
      let isReady = true;
      return work(async (read) => {
        isReady &&= await waitForStandby(primary.client, standby.client, standbyWaitMs).catch(() => false);
        if (!isReady) return primary.read(read);
        try {
          return await standby.read(read);
        } catch (error) {
          if (!isEndedByStandby(error)) throw error;
          isReady = false;
          return primary.read(read);
        }
      });
    });
  });
}
