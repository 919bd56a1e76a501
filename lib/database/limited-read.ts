import 'server-only';
import type pg from 'pg';
import { isCanceled } from './errors.ts';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { databasePool } from './pools.ts';

/** Runs reads of one snapshot whose statements each have a time limit. Returns null when one exceeds it. */
export async function readWithin<Result>(
  limitMs: number,
  read: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result | null> {
  const client = await acquireClient(databasePool());
  try {
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${limitMs}`,
    );
    return await read(client);
  } catch (error) {
    if (isCanceled(error)) return null;
    throw error;
  } finally {
    releaseClient(client, await rollBack(client));
  }
}
