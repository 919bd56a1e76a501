import 'server-only';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod';
import { ConnectionError } from './errors.ts';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { callbackPool, databasePool } from './pools.ts';
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

/**
 * Triggers keep the plans of their statements until the database gathers statistics. A plan from when a table was empty
 * reads all records of a business, so plans are made again after this time.
 */
const planLifetimeMs = 2_000;
const plannedAt = new WeakMap<PoolClient, number>();

function buildBegin(client: PoolClient, lockMs: number): string {
  const now = performance.now();
  const isOld = now - (plannedAt.get(client) ?? Number.NEGATIVE_INFINITY) > planLifetimeMs;
  if (isOld) plannedAt.set(client, now);
  return `BEGIN; ${isOld ? 'DISCARD PLANS; ' : ''}SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL lock_timeout = ${lockMs}`;
}

/**
 * Runs `work` in one transaction of plain statements, which commits when the promise resolves and rolls back
 * otherwise. `lockMs` limits the wait for each lock; 0 means no separate limit.
 *
 * @throws database errors, without a connection within a second, and when the commit wasn't confirmed.
 */
export async function inPlainTransaction<T>(
  work: (statements: PlainTransaction) => Promise<T>,
  { lockMs = 0, pool = databasePool() }: { readonly lockMs?: number; readonly pool?: Pool } = {},
): Promise<T> {
  const client = await acquireInTime(pool);
  let isClean = false;
  try {
    await withTimeout(client.query(buildBegin(client, lockMs)));
    const result = await work({
      run: async (sql, values) =>
        (await withTimeout(client.query<Record<string, unknown>>(sql, values))).rows,
    });
    const { command } = await withTimeout(client.query('COMMIT'));
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    isClean = true;
    return result;
  } catch (failure) {
    isClean =
      !(failure instanceof StatementTimeout) && (await withTimeout(rollBack(client)).catch(() => false));
    throw failure;
  } finally {
    releaseClient(client, isClean);
  }
}

/** Same on the connections reserved for receiving callbacks. */
export const inPlainCallbackTransaction = <T>(
  work: (statements: PlainTransaction) => Promise<T>,
  { lockMs = 0 }: { readonly lockMs?: number } = {},
): Promise<T> => inPlainTransaction(work, { lockMs, pool: callbackPool() });

/** A connection that arrives too late returns to the pool. */
async function acquireInTime(pool: Pool): Promise<PoolClient> {
  const pending = acquireClient(pool);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), connectionTimeoutMs);
  });
  const client = await Promise.race([pending, timeout]).finally(() => clearTimeout(timer));
  if (client !== null) return client;
  pending.then(
    (client) => releaseClient(client, true),
    () => undefined,
  );
  throw new ConnectionError('no connection in time');
}

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
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
