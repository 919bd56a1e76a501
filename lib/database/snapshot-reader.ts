import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
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

/** Longest statement of a snapshot. */
const statementTimeout = '1min';
/** Longest wait for the standby, while a transaction holds its locks. One that doesn't answer is left after twice as long. */
const standbyWaitMs = 500;

type Connection = {
  readonly client: pg.PoolClient;
  readonly read: SnapshotReader;
  /** False where a statement may still run on it. */
  isClean: boolean;
};

async function connect(pool: pg.Pool): Promise<Connection> {
  const client = await acquireClient(pool);
  const connection: Connection = {
    client,
    isClean: true,
    read: async (readFacts) => {
      try {
        await client.query(
          `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '${statementTimeout}'`,
        );
        return await readFacts(
          async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows,
        );
      } finally {
        if (!(await rollBack(client))) connection.isClean = false;
      }
    },
  };
  return connection;
}

const disconnect = ({ client, isClean }: Connection): void => releaseClient(client, isClean);

/** Returns what reads on the standby while it has what the primary has. Once it hasn't, or ends a read, the primary reads the rest. */
function readOnEither(primary: Connection, standby: Connection): SnapshotReader {
  let isReady = true;
  return async (read) => {
    isReady &&= await Promise.race([
      waitForStandby(primary.client, standby.client, standbyWaitMs).catch(() => false),
      delay(standbyWaitMs * 2, false, { ref: false }),
    ]);
    if (!isReady) {
      // It may never answer.
      standby.isClean = false;
      return primary.read(read);
    }
    try {
      return await standby.read(read);
    } catch (error) {
      if (!isEndedByStandby(error)) throw error;
      isReady = false;
      return primary.read(read);
    }
  };
}

/**
 * Acquires connections for snapshots, one after the other. A transaction that reads one after its locks acquires them before, because
 * a held connection must not wait for another one. A snapshot is on the standby where one has what the primary has.
 */
export async function withSnapshotReader<Result>(
  work: (readSnapshot: SnapshotReader) => Promise<Result>,
): Promise<Result> {
  const pool = await chooseReadPool('export');
  const standby = pool === longReadPool() ? null : await connect(pool).catch(() => null);
  try {
    const primary = await connect(longReadPool());
    try {
      return await work(standby === null ? primary.read : readOnEither(primary, standby));
    } finally {
      disconnect(primary);
    }
  } finally {
    if (standby !== null) disconnect(standby);
  }
}
