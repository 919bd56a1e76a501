import 'server-only';
import type pg from 'pg';
import { Problem } from '#lib/values/errors.ts';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { databasePool } from './pools.ts';

/** The database was asked to end a statement, by us or by its own limit. */
const canceled = '57014';

/**
 * A connection in a transaction that reads only, for work that may take long: once `gone` is aborted, the database gives
 * up what it is at. Throws Problem 'unavailable' then, which nobody hears any more. The transaction never outlives the work.
 */
export async function withReadTransaction<T>(
  gone: AbortSignal | undefined,
  isolation: 'READ COMMITTED' | 'REPEATABLE READ',
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const reading = await beginCancellableRead(gone, isolation);
  try {
    return await work(reading.client);
  } finally {
    await reading.end();
  }
}

/** The same, where the work is done in steps: `end` must follow. What takes minutes has a pool beside that of pages. */
export async function beginCancellableRead(
  gone: AbortSignal | undefined,
  isolation: 'READ COMMITTED' | 'REPEATABLE READ',
  pool: pg.Pool = databasePool(),
): Promise<{ readonly client: pg.PoolClient; readonly end: () => Promise<void> }> {
  if (gone?.aborted) throw nobodyWaits();
  const client = await acquireClient(pool);
  let asked: Promise<unknown> | null = null;
  let giveUp = () => {};
  const end = async () => {
    gone?.removeEventListener('abort', giveUp);
    await asked;
    // A wish to end what was at work may come late: it must not meet another's statement.
    releaseClient(client, (await rollBack(client)) && asked === null);
  };
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${isolation} READ ONLY`);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    giveUp = () => {
      asked ??= databasePool()
        .query('SELECT pg_cancel_backend($1)', [rows[0]?.pid])
        .catch(() => undefined);
    };
    gone?.addEventListener('abort', giveUp, { once: true });
    if (gone?.aborted) throw nobodyWaits();
  } catch (error) {
    await end();
    throw error;
  }
  return { client, end };
}

const nobodyWaits = () => new Problem('unavailable', 'The request was given up.');

/** Runs one statement of such work. Null: it took longer than it may. */
export async function runFor(
  client: pg.PoolClient,
  statement: { readonly text: string; readonly values: readonly unknown[] },
  { mostMs, gone }: { readonly mostMs: number; readonly gone: AbortSignal | undefined },
): Promise<readonly unknown[] | null> {
  try {
    await client.query(`SET LOCAL statement_timeout = ${mostMs}`);
    return (await client.query<Record<string, unknown>>(statement.text, [...statement.values])).rows;
  } catch (error) {
    if (gone?.aborted) throw nobodyWaits();
    if (error instanceof Error && 'code' in error && error.code === canceled) return null;
    throw error;
  }
}
