import type pg from 'pg';
import * as z from 'zod';

const tableRow = z.object({ name: z.string() });
const countRow = z.object({ rows: z.string() });

/** Returns the number of rows of every table. */
export async function countTables(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  );
  const counts = new Map<string, string>();
  for (const { name } of z.array(tableRow).parse(rows)) {
    const counted = await client.query(`SELECT count(*) AS rows FROM ${client.escapeIdentifier(name)}`);
    counts.set(name, countRow.parse(counted.rows[0]).rows);
  }
  return counts;
}

/** Returns the tables whose number of rows differs, such as `audit_entry 3 → 4`. */
export function listChangedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].flatMap(([name, rows]) => {
    const former = before.get(name) ?? '0';
    return former === rows ? [] : [`${name} ${former} → ${rows}`];
  });
}
