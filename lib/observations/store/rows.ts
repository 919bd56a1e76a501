import 'server-only';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { liveChannel, toChangePayload } from '#lib/realtime/live-events.ts';
import { joinProvenance } from '../model/joined-provenance.ts';
import { packProvenance } from '../model/packed-provenance.ts';
import type { Row } from '../model/row-write.ts';
import type { WrittenForms } from './record-forms.ts';
import { readWrittenForms } from './record-forms.ts';

/** Rows to write, by table. All rows of a table have the same columns. */
export type RecordRows = Readonly<Partial<Record<RecordTable, readonly Row[]>>>;

/** The key columns of each table. */
export const recordTableKeys = {
  payment: ['business_id', 'payment_id'],
  deposit: ['business_id', 'deposit_id'],
  deposit_risk: ['business_id', 'deposit_id'],
  withdrawal: ['business_id', 'withdrawal_id'],
  withdrawal_risk: ['business_id', 'withdrawal_id'],
} as const;
export type RecordTable = keyof typeof recordTableKeys;
/** The payment is last: of the parts of a statement, PostgreSQL runs the last one first, and deposits keep its reference. */
export const recordTableNames = [
  'deposit',
  'deposit_risk',
  'withdrawal',
  'withdrawal_risk',
  'payment',
] as const;

/** The change that open pages learn of on commit. */
export type Announcement = Parameters<typeof toChangePayload>[0];

/**
 * Inserts or updates whole rows in one statement. The caller holds the locks. Column names come from the field
 * tables, never from received data.
 */
export async function upsertRecordRows(
  transaction: Transaction,
  rows: RecordRows,
  change: Announcement | null = null,
): Promise<void> {
  const writtenTables = recordTableNames.filter((table) => (rows[table]?.length ?? 0) > 0);
  if (writtenTables.length === 0) return;
  const upserts = writtenTables.map((table, index) =>
    buildUpsertSql(table, rows[table]?.[0] ?? {}, index + 1),
  );
  const forms = await readWrittenForms(toPlainTransaction(transaction));
  const notificationParameter = writtenTables.length + 1;
  await transaction.$executeRawUnsafe(
    `WITH ${upserts.map((sql, index) => `w${index} AS (${sql})`).join(', ')}
     SELECT pg_notify('${liveChannel}', $${notificationParameter}::text)::text WHERE $${notificationParameter}::text IS NOT NULL`,
    ...writtenTables.map((table) => toRowsJson(table, rows[table] ?? [], forms)),
    change === null ? null : toChangePayload(change),
  );
}

const provenanceWriters = {
  long: (entries: NonNullable<Row['provenance']>) => entries,
  packed: packProvenance,
  joined: joinProvenance,
} as const;

/** The addresses of each table whose key is null where it equals the address. */
const shortKeys: Readonly<Record<RecordTable, readonly string[]>> = {
  payment: ['wallet_address'],
  deposit: ['from_address', 'to_address'],
  deposit_risk: [],
  withdrawal: [],
  withdrawal_risk: [],
};

/** Returns rows as JSON without null values: a missing column is null as well, and most are. */
export function toRowsJson(
  table: RecordTable,
  rows: readonly Row[],
  { provenance, hasShortKeys }: WrittenForms,
): string {
  const textRows = rows.map((row) => {
    const columns: Record<string, unknown> = {};
    for (const column in row) if (row[column] !== null) columns[column] = row[column];
    if (row.provenance !== undefined) columns['provenance'] = provenanceWriters[provenance](row.provenance);
    if (hasShortKeys)
      for (const address of shortKeys[table])
        if (row[`${address}_key`] === row[address]) delete columns[`${address}_key`];
    return columns;
  });
  return JSON.stringify(textRows);
}

const sqlCache = new Map<string, string>();

/** Returns the SQL that inserts or updates rows, passed as JSON in parameter number `parameter`. */
export function buildUpsertSql(table: RecordTable, row: Row, parameter: number): string {
  const columns = Object.keys(row);
  const cached = `${table} ${parameter} ${columns.length}`;
  const cachedSql = sqlCache.get(cached);
  if (cachedSql !== undefined) return cachedSql;
  const key: readonly string[] = recordTableKeys[table];
  const set = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = EXCLUDED.${column}`);
  const sql = `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::${table}, $${parameter}::jsonb)
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set.join(', ')}`;
  sqlCache.set(cached, sql);
  return sql;
}
