import pg from 'pg';

/**
 * Filling ten million rows into a table with a dozen indexes takes many times as long as creating the indexes
 * afterwards. Dropped indexes are first recorded in the database, so that a later run can recreate them after an
 * interruption.
 */

const tables = ['payment', 'deposit', 'withdrawal'];

/** Number of indexes that are created concurrently, each by one process of the database. */
const lanes = 2;

/** Creates the indexes that an earlier run has dropped. Returns true where there were any. */
export async function makeIndexes(
  client: pg.Client,
  url: string,
  say: (line: string) => void,
): Promise<boolean> {
  const { rows: found } = await client.query("SELECT to_regclass('seed_index') IS NOT NULL AS there");
  if (found[0]?.there !== true) return false;
  const { rows } = await client.query('SELECT name, definition FROM seed_index ORDER BY name');
  const left = rows.entries();
  let made = 0;
  async function makeInTurn(): Promise<void> {
    const own = new pg.Client({ connectionString: url });
    await own.connect();
    try {
      await own.query("SET maintenance_work_mem = '768MB'");
      await own.query('SET max_parallel_maintenance_workers = 0');
      for (const [, { name, definition }] of left) {
        const begun = performance.now();
        await own.query('BEGIN');
        await own.query(String(definition).replace(/^(CREATE INDEX) /, '$1 IF NOT EXISTS '));
        await own.query('DELETE FROM seed_index WHERE name = $1', [name]);
        await own.query('COMMIT');
        made += 1;
        const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
        say(`index ${made} of ${rows.length} made in ${seconds} s: ${name}`);
      }
    } finally {
      await own.end();
    }
  }
  await Promise.all(Array.from({ length: lanes }, makeInTurn));
  await client.query('DROP TABLE seed_index');
  return true;
}

/** Drops the indexes that enforce no constraint. Pages are slow until the indexes are back. */
export async function dropIndexes(client: pg.Client): Promise<number> {
  await client.query('BEGIN');
  await client.query(
    'CREATE TABLE IF NOT EXISTS seed_index (name text PRIMARY KEY, definition text NOT NULL)',
  );
  const { rows } = await client.query(
    `INSERT INTO seed_index
     SELECT c.relname, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = ANY($1::regclass[]) AND NOT i.indisunique RETURNING name`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  await client.query('COMMIT');
  return rows.length;
}
