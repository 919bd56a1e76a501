import 'server-only';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod';
import { ConnectionError } from './errors.ts';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { callbackPool, databasePool, onceCallbackPool } from './pools.ts';
import type { Transaction } from './transaction.ts';

/** An open transaction of plain statements, for the one place where Prisma would cost too much. */
export type PlainTransaction = {
  /** Runs one unprepared statement, because a transaction pooler may be in between. Returns its rows. */
  readonly run: (sql: string, values: unknown[]) => Promise<readonly unknown[]>;
};

/** Returns the statements of a transaction of Prisma, which stays open. */
export const toPlainTransaction = (transaction: Transaction): PlainTransaction => ({
  run: async (sql, values) => rows.parse(await transaction.$queryRawUnsafe(sql, ...values)),
});

const rows = z.array(z.unknown());

/** Longest wait for a connection. A callback's sender retries rather than waiting as long as a page. */
const connectionTimeoutMs = 1_000;

/** Longest statement. The database cancels it, and we stop waiting where the database doesn't answer. */
const statementTimeoutMs = 10_000;

/** Pools with connections of their own, so that their users never wait for others. */
const reservedPools = { callbacks: callbackPool, 'once-only callbacks': onceCallbackPool } as const;
export type PoolName = keyof typeof reservedPools;

/** Limits of a transaction in milliseconds. */
type TransactionLimits = {
  /** The wait for each lock. 0: no separate limit. */
  readonly lockMs?: number;
  /** Each statement before the commit. */
  readonly statementMs?: number;
  /** The wait for a connection. */
  readonly connectionMs?: number;
};

/** Failures of transactions that never tried to commit, so that nothing of them is stored. */
const uncommitted = new WeakSet<object>();

/** Returns true if the transaction failed before its commit. Otherwise it may have been committed. */
export const isUncommitted = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && uncommitted.has(failure);

/**
 * Runs `work` in one transaction of plain statements, which commits when the promise resolves and rolls back
 * otherwise.
 *
 * @throws database errors, without a connection in time, and when the commit wasn't confirmed.
 */
export async function inPlainTransaction<T>(
  work: (statements: PlainTransaction) => Promise<T>,
  {
    lockMs = 0,
    statementMs = statementTimeoutMs,
    connectionMs = connectionTimeoutMs,
    pool = databasePool(),
  }: TransactionLimits & { readonly pool?: Pool | PoolName } = {},
): Promise<T> {
  const from = typeof pool === 'string' ? reservedPools[pool]() : pool;
  const client = await acquireInTime(from, connectionMs).catch((failure) => {
    uncommitted.add(failure);
    throw failure;
  });
  let isClean = false;
  let isCommitting = false;
  try {
    await withTimeout(
      client.query(`BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}`),
    );
    const result = await work({
      run: async (sql, values) =>
        (await withTimeout(client.query<Record<string, unknown>>(sql, values))).rows,
    });
    isCommitting = true;
    // A commit that waits for a standby is never cut short, because it would count as committed then.
    const ended = await withTimeout(
      client.query(`SET LOCAL statement_timeout = ${statementTimeoutMs}; COMMIT`),
    );
    const command = [ended].flat().at(-1)?.command;
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    isClean = true;
    return result;
  } catch (failure) {
    if (!isCommitting && typeof failure === 'object' && failure !== null) uncommitted.add(failure);
    isClean =
      !(failure instanceof StatementTimeout) && (await withTimeout(rollBack(client)).catch(() => false));
    throw failure;
  } finally {
    releaseClient(client, isClean);
  }
}

/** A connection that arrives too late returns to the pool. */
async function acquireInTime(pool: Pool, timeoutMs: number): Promise<PoolClient> {
  const pending = acquireClient(pool);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  const client = await Promise.race([pending, timeout]).finally(() => clearTimeout(timer));
  if (client !== null) return client;
  pending.then(
    (client) => releaseClient(client, true),
    () => undefined,
  );
  throw new ConnectionError('no connection in time');
}

let answeredAt = Number.NEGATIVE_INFINITY;

/** Returns how long ago the database answered a statement of this file, in milliseconds. */
export const findAnswerAge = (): number => performance.now() - answeredAt;

class StatementTimeout extends ConnectionError {
  constructor() {
    super(`no answer of the database within ${statementTimeoutMs} ms`);
  }
}

async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StatementTimeout()), statementTimeoutMs + 1_000);
  });
  try {
    const result = await Promise.race([answer, timeout]);
    answeredAt = performance.now();
    return result;
  } finally {
    clearTimeout(timer);
  }
}
