import 'server-only';
import type { Pool, PoolClient } from 'pg';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { callbackPool, databasePool } from './pools.ts';

/** An open transaction as plain statements, for the one place where Prisma's way would cost too much. */
export type Statements = {
  /** Runs one statement, unprepared: a pooler of transactions may stand in between. Answers its rows. */
  readonly run: (sql: string, values: unknown[]) => Promise<readonly unknown[]>;
};

/** Whoever sends a callback is told to come again rather than kept waiting for a connection for as long as a page. */
const connectionMs = 1_000;

/** A statement that takes longer is given up by the database, and by us where the database does not say so. */
const patienceMs = 10_000;
const begin = (lockMs: number) =>
  `BEGIN; SET LOCAL statement_timeout = ${patienceMs}; SET LOCAL lock_timeout = ${lockMs}`;

/** Whether a statement was given up because somebody else held a lock for longer than was allowed. */
export const isLockTimeout = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === '55P03';

/**
 * Runs `work` in one transaction of plain statements: all of it is committed when the promise resolves, none of it
 * otherwise. Throws what the database throws, and where there is no connection within a second; where the commit was not
 * confirmed, that is a failure. `lockMs`: how long it waits for any one lock; 0: as long as for anything else.
 */
export async function inStatements<T>(
  work: (statements: Statements) => Promise<T>,
  { lockMs = 0, pool = databasePool() }: { readonly lockMs?: number; readonly pool?: Pool } = {},
): Promise<T> {
  const client = await connection(pool);
  let isClean = false;
  try {
    await soon(client.query(begin(lockMs)));
    const result = await work({
      run: async (sql, values) => (await soon(client.query<Record<string, unknown>>(sql, values))).rows,
    });
    const { command } = await soon(client.query('COMMIT'));
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    isClean = true;
    return result;
  } catch (failure) {
    isClean = !(failure instanceof TooLate) && (await soon(rollBack(client)).catch(() => false));
    throw failure;
  } finally {
    releaseClient(client, isClean);
  }
}

/** The same on the connections that only the receiving of callbacks may use. */
export const inCallbackStatements = <T>(
  work: (statements: Statements) => Promise<T>,
  { lockMs = 0 }: { readonly lockMs?: number } = {},
): Promise<T> => inStatements(work, { lockMs, pool: callbackPool() });

/** One that comes after its second goes back to the others. */
async function connection(pool: Pool): Promise<PoolClient> {
  const coming = acquireClient(pool);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), connectionMs);
  });
  const client = await Promise.race([coming, late]).finally(() => clearTimeout(timer));
  if (client !== null) return client;
  coming.then(
    (tooLate) => releaseClient(tooLate, true),
    () => undefined,
  );
  throw new Error('timeout exceeded when trying to connect');
}

class TooLate extends Error {
  constructor() {
    super(`query read timeout: no answer of the database within ${patienceMs} ms`);
  }
}

async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLate()), patienceMs + 1_000);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
