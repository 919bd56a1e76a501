import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type pg from 'pg';
import * as z from 'zod';

/**
 * A fixture is the content of every table of a database, as JSON lines. Each table begins with an array of its name,
 * columns and number of rows. One object per row follows, as PostgreSQL writes it, so no value passes through a
 * JavaScript number.
 */
const header = z.tuple([z.string(), z.array(z.string()), z.number().int()]);
const tableRow = z.object({ name: z.string(), columns: z.array(z.string()) });
const textRow = z.object({ text: z.string() });

/** Rows that are inserted by one statement. */
const batch = 500;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const tables = `
  SELECT relname AS name, (
           SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
    FROM pg_class
   WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`;

/** Returns the content of all tables, compressed. Tables without rows are left out. */
export async function dumpFixture(client: pg.Client): Promise<Buffer> {
  const lines: string[] = [];
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const found = z.array(tableRow).parse((await client.query(tables)).rows);
  for (const { name, columns } of found) {
    const { rows } = await client.query(
      `SELECT row_to_json(fixture_row)::text AS text FROM ${quoted(name)} AS fixture_row ORDER BY fixture_row::text COLLATE "C"`,
    );
    if (rows.length === 0) continue;
    lines.push(JSON.stringify([name, columns, rows.length]));
    lines.push(
      ...z
        .array(textRow)
        .parse(rows)
        .map((row) => row.text),
    );
  }
  await client.query('ROLLBACK');
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

type Table = { readonly name: string; readonly columns: readonly string[]; readonly rows: readonly string[] };

/** Returns the tables of a fixture with each row as JSON text. */
export function readFixture(compressed: Buffer): Table[] {
  const lines = brotliDecompressSync(compressed).toString('utf8').trimEnd().split('\n');
  const found: Table[] = [];
  for (let at = 0; at < lines.length; ) {
    const [name, columns, count] = header.parse(JSON.parse(lines[at] ?? ''));
    found.push({ name, columns, rows: lines.slice(at + 1, at + 1 + count) });
    at += 1 + count;
  }
  return found;
}

/**
 * Replaces the content of all tables by that of a fixture. No trigger runs during that, so the account has to be a
 * superuser. Sequences continue after the highest number that is stored.
 */
export async function loadFixture(client: pg.Client, content: readonly Table[]): Promise<void> {
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  const existing = z.array(tableRow).parse((await client.query(tables)).rows);
  await client.query(`TRUNCATE ${existing.map(({ name }) => quoted(name)).join(', ')}`);
  for (const { name, columns, rows } of content) {
    const list = columns.map(quoted).join(', ');
    for (let at = 0; at < rows.length; at += batch)
      await client.query(
        `INSERT INTO ${quoted(name)} (${list}) OVERRIDING SYSTEM VALUE
         SELECT ${list} FROM json_populate_recordset(NULL::${quoted(name)}, $1::json)`,
        [`[${rows.slice(at, at + batch).join(',')}]`],
      );
  }
  await client.query(`
    DO $$
    DECLARE owned record; highest bigint;
    BEGIN
      FOR owned IN
        SELECT depend.objid::regclass AS sequence, depend.refobjid::regclass AS source, attname
          FROM pg_depend AS depend
          JOIN pg_class ON pg_class.oid = depend.objid AND relkind = 'S'
          JOIN pg_attribute ON attrelid = depend.refobjid AND attnum = depend.refobjsubid
         WHERE depend.deptype IN ('a', 'i')
      LOOP
        EXECUTE format('SELECT max(%I) FROM %s', owned.attname, owned.source) INTO highest;
        IF highest IS NOT NULL THEN PERFORM setval(owned.sequence, highest); END IF;
      END LOOP;
    END
    $$`);
  await client.query('COMMIT');
}
