import 'server-only';
import type pg from 'pg';
import { withReadTransaction } from './cancellable-read.ts';
import { isEndedByStandby } from './errors.ts';
import type { ReadKind } from './standby.ts';
import { chooseReadPool, findPrimaryPool } from './standby.ts';
import type { PlainTransaction } from './statements.ts';

/** Reads on the standby where one has what the primary has. Where the standby ends the read, it runs once more, on the primary. */
export async function readOnStandby<Result>(
  kind: ReadKind,
  read: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = await chooseReadPool(kind);
  try {
    return await read(pool);
  } catch (error) {
    const primary = findPrimaryPool(kind);
    if (pool === primary || !isEndedByStandby(error)) throw error;
    return read(primary);
  }
}

/** The same for reads that yield. After the first item nothing is repeated, because the reader has it. */
export async function* streamOnStandby<Item>(
  kind: ReadKind,
  read: (pool: pg.Pool) => AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  const { items, first } = await readOnStandby(kind, async (pool) => {
    const started = read(pool);
    return { items: started, first: await started.next() };
  });
  if (first.done) return;
  try {
    yield first.value;
    yield* items;
  } finally {
    await items.return(undefined);
  }
}

/**
 * Runs reads of a page that may read many records, in one snapshot: on the standby where one has what the primary has. So the page
 * shows what its reader has just changed. Reads of very many records have connections of their own, with the kind 'totals'.
 */
export const readPageSnapshot = <Result>(
  signal: AbortSignal | undefined,
  read: (run: PlainTransaction['run']) => Promise<Result>,
  kind: ReadKind = 'page',
): Promise<Result> =>
  readOnStandby(kind, (pool) =>
    withReadTransaction(
      signal,
      'REPEATABLE READ',
      (client) =>
        read(async (sql, values) => (await client.query<Record<string, unknown>>(sql, values)).rows),
      pool,
    ),
  );
