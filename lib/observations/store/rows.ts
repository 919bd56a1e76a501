import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { changeText, liveChannel } from '#lib/realtime/live-events.ts';
import type { Row } from '../model/row-write.ts';

/** Rows to be written, by table. Every row of a table has the same columns. */
export type Rows = Readonly<Partial<Record<Table, readonly Row[]>>>;

/** The columns that make a row of each table the one that it is. */
export const tableKeys = {
  payment: ['business_id', 'payment_id'],
  deposit: ['business_id', 'deposit_id'],
  deposit_risk: ['business_id', 'deposit_id'],
  withdrawal: ['business_id', 'withdrawal_id'],
  withdrawal_risk: ['business_id', 'withdrawal_id'],
} as const;
export type Table = keyof typeof tableKeys;
export const tables = ['payment', 'deposit', 'deposit_risk', 'withdrawal', 'withdrawal_risk'] as const;

/** What open screens are told when the rows are committed. */
export type Announcement = Parameters<typeof changeText>[0];

/**
 * Writes whole rows, new or known, in one statement: one trip to the database whatever changed. The caller holds
 * the locks. Column names come from the field tables, never from what was received.
 */
export async function writeRows(
  transaction: Transaction,
  rows: Rows,
  change: Announcement | null = null,
): Promise<void> {
  const given = tables.filter((table) => (rows[table]?.length ?? 0) > 0);
  if (given.length === 0) return;
  const upserts = given.map((table, index) => upsert(table, rows[table]?.[0] ?? {}, index + 1));
  const told = given.length + 1;
  await transaction.$executeRawUnsafe(
    `WITH ${upserts.map((sql, index) => `w${index} AS (${sql})`).join(', ')}
     SELECT pg_notify('${liveChannel}', $${told}::text)::text WHERE $${told}::text IS NOT NULL`,
    ...given.map((table) => rowsText(rows[table] ?? [])),
    change === null ? null : changeText(change),
  );
}

/** Rows as JSON, without what is null: a column that is not named is null as well, and most are. */
export function rowsText(rows: readonly Row[]): string {
  const stated = rows.map((row) => {
    const named: Record<string, unknown> = {};
    for (const column in row) if (row[column] !== null) named[column] = row[column];
    return named;
  });
  return JSON.stringify(stated);
}

const statements = new Map<string, string>();

/** Writes rows that stand, as JSON, in parameter number `parameter`, new or known. */
export function upsert(table: Table, row: Row, parameter: number): string {
  const columns = Object.keys(row);
  const cached = `${table} ${parameter} ${columns.length}`;
  const known = statements.get(cached);
  if (known !== undefined) return known;
  const key: readonly string[] = tableKeys[table];
  const set = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = EXCLUDED.${column}`);
  const sql = `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::${table}, $${parameter}::jsonb)
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set.join(', ')}`;
  statements.set(cached, sql);
  return sql;
}
