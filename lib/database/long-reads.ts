import 'server-only';
import type pg from 'pg';
import { acquireClient, releaseClient, rollBack } from './pooled-client.ts';
import { longReadPool } from './pools.ts';
import type { QuerySource } from './query-source.ts';

/** A download that nobody reads on holds its moment of the database no longer than this. */
export const idle = '2min';
/** Of one statement that goes through a whole list. */
const patience = '15min';

/** Everything that is read from `source` is of one moment, however long it takes. */
export async function* readSnapshot<Item>(
  read: (source: QuerySource) => AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  const client = await acquireClient(longReadPool());
  try {
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = '${idle}'`,
    );
    yield* read(() => client);
  } finally {
    releaseClient(client, await rollBack(client));
  }
}

/** A transaction of statements that may take minutes: committed where `work` resolves, else nothing of it is kept. */
export async function inLongTransaction<Result>(
  work: (query: (text: string, values: unknown[]) => Promise<pg.QueryResult>) => Promise<Result>,
): Promise<Result> {
  const client = await acquireClient(longReadPool());
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = '${patience}'`);
    const result = await work((text, values) => client.query(text, values));
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    return result;
  } finally {
    releaseClient(client, await rollBack(client));
  }
}
