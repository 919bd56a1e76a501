import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { tDatabase } from '#lib/messages/commands.ts';
import { Problem } from '#lib/values/errors.ts';
import { isCanceled } from './errors.ts';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { databasePool } from './pools.ts';
import { findControlPool } from './standby.ts';

/**
 * Runs reads that may take long in a read-only transaction. Aborting the signal cancels its running and later statements.
 *
 * @throws {Problem} 'unavailable' after an abort.
 */
export async function withReadTransaction<T>(
  signal: AbortSignal | undefined,
  isolation: 'READ COMMITTED' | 'REPEATABLE READ',
  work: (client: pg.PoolClient) => Promise<T>,
  pool?: pg.Pool,
): Promise<T> {
  const read = await beginCancellableRead(signal, isolation, pool);
  try {
    return await work(read.client);
  } finally {
    await read.end();
  }
}

/** Begins the same for reads in several steps: `end` must follow. Reads of minutes use another pool than pages. */
export async function beginCancellableRead(
  signal: AbortSignal | undefined,
  isolation: 'READ COMMITTED' | 'REPEATABLE READ',
  pool: pg.Pool = databasePool(),
): Promise<{ readonly client: pg.PoolClient; readonly end: () => Promise<void> }> {
  if (signal?.aborted) throw requestAborted();
  const client = await acquireClient(pool);
  let cancellation: Promise<void> | null = null;
  const ended = new AbortController();
  let cancel = () => {};
  const end = async () => {
    signal?.removeEventListener('abort', cancel);
    ended.abort();
    await cancellation;
    // A cancellation may arrive late and must not hit the next user's statement.
    releaseClient(client, (await rollBack(client)) && cancellation === null);
  };
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${isolation} READ ONLY`);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    cancel = () => {
      cancellation ??= cancelUntil(pool, ended.signal, rows[0]?.pid);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) throw requestAborted();
  } catch (error) {
    await end();
    throw error;
  }
  return { client, end };
}

/** Time between two cancellations of one read. */
const repeatCancelMs = 250;

/** Cancels the statements of a backend until the read ends. PostgreSQL ignores a cancellation between two statements. */
async function cancelUntil(pool: pg.Pool, ended: AbortSignal, pid: number | undefined): Promise<void> {
  while (!ended.aborted) {
    await findControlPool(pool)
      .query('SELECT pg_cancel_backend($1)', [pid])
      .catch(() => undefined);
    await delay(repeatCancelMs, undefined, { signal: ended }).catch(() => undefined);
  }
}

const requestAborted = () => new Problem('unavailable', tDatabase('requestAborted'));

/** Runs one statement of a read transaction. Returns null when it exceeds its time limit. */
export async function runWithTimeLimit(
  client: pg.PoolClient,
  statement: { readonly text: string; readonly values: readonly unknown[] },
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<readonly unknown[] | null> {
  try {
    await client.query(`SET LOCAL statement_timeout = ${timeoutMs}`);
    return (await client.query<Record<string, unknown>>(statement.text, [...statement.values])).rows;
  } catch (error) {
    if (signal?.aborted) throw requestAborted();
    if (isCanceled(error)) return null;
    throw error;
  }
}
