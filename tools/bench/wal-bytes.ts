import pg from 'pg';
import * as z from 'zod';

const walRow = z.object({ bytes: z.coerce.number() });

/** Returns the bytes of the write-ahead log since the database was made. The difference is the cost of what happened between. */
export async function readWalBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`);
    return walRow.parse(rows[0]).bytes;
  } finally {
    await client.end();
  }
}
