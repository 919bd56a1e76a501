import 'server-only';
import type pg from 'pg';
import { longReadPool } from './db.ts';
import type { Source } from './keyset-fetch.ts';

/** A download that nobody reads on holds its moment of the database no longer than this. */
export const idle = '2min';
/** Of one statement that goes through a whole list. */
const patience = '15min';

// A connection that breaks fails its statement; as an event nobody listens to, it would end the process.
const ignore = () => undefined;

async function connected(): Promise<pg.PoolClient> {
  const client = await longReadPool().connect();
  client.on('error', ignore);
  return client;
}

/** Ends what was begun, unless it has ended, and gives the connection back. */
async function parted(client: pg.PoolClient): Promise<void> {
  const ended = await client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
  client.off('error', ignore);
  client.release(!ended);
}

/** Everything that is read from `source` is of one moment, however long it takes. */
export async function* ofOneMoment<Item>(
  read: (source: Source) => AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  const client = await connected();
  try {
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = '${idle}'`,
    );
    yield* read(() => client);
  } finally {
    await parted(client);
  }
}

/** A transaction of statements that may take minutes: committed where `work` resolves, else nothing of it is kept. */
export async function inLongTransaction<Result>(
  work: (query: (text: string, values: unknown[]) => Promise<pg.QueryResult>) => Promise<Result>,
): Promise<Result> {
  const client = await connected();
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = '${patience}'`);
    const result = await work((text, values) => client.query(text, values));
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    return result;
  } finally {
    await parted(client);
  }
}
