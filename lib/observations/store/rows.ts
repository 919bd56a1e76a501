import 'server-only';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { liveChannel, toChangePayload } from '#lib/realtime/live-events.ts';
import { applyEffects } from '../effects/apply-effects.ts';
import type { RecordChange } from '../model/record-change.ts';
import { toChangeKey } from '../model/record-change.ts';
import type { Row } from '../model/row-write.ts';
import {
  toDepositRiskRow,
  toDepositRow,
  toPaymentRow,
  toWithdrawalRiskRow,
  toWithdrawalRow,
} from '../model/row-write.ts';

/** Rows to write, by table. All rows of a table have the same columns. */
type RecordRows = Readonly<Record<RecordTable, readonly Row[]>>;

/** The key columns of each table. */
const recordTableKeys = {
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

/** Returns the rows to write: each record once, in its last state, sorted by key. */
export function toRecordRows(changes: readonly RecordChange[]): RecordRows {
  const latest = new Map(changes.map((change) => [toChangeKey(change), change]));
  const sorted = [...latest].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, change]) => change);
  const rows: Record<RecordTable, Row[]> = {
    deposit: [],
    deposit_risk: [],
    withdrawal: [],
    withdrawal_risk: [],
    payment: [],
  };
  for (const { kind, businessId, after } of sorted) {
    if (after === null) continue;
    if (kind === 'payment') rows.payment.push(toPaymentRow(businessId, after.state, after));
    else if (kind === 'deposit') {
      rows.deposit.push(toDepositRow(businessId, after.state, after));
      const risk = toDepositRiskRow(businessId, after.state, after.riskChangedAt);
      if (risk !== null) rows.deposit_risk.push(risk);
    } else {
      rows.withdrawal.push(toWithdrawalRow(businessId, after.state, after));
      rows.withdrawal_risk.push(toWithdrawalRiskRow(businessId, after.state, after.riskChangedAt));
    }
  }
  return rows;
}

/**
 * Inserts or updates whole rows in one statement, and applies the effects of the changes. The caller holds the locks.
 * Column names come from the field tables, never from received data.
 */
export async function writeRecords(
  transaction: Transaction,
  changes: readonly RecordChange[],
  announcement: Announcement | null = null,
): Promise<void> {
  const rows = toRecordRows(changes);
  const writtenTables = recordTableNames.filter((table) => rows[table].length > 0);
  if (writtenTables.length > 0) {
    const upserts = writtenTables.map((table, index) =>
      buildUpsertSql(table, rows[table][0] ?? {}, index + 1),
    );
    const notificationParameter = writtenTables.length + 1;
    await transaction.$executeRawUnsafe(
      `WITH ${upserts.map((sql, index) => `w${index} AS (${sql})`).join(', ')}
       SELECT pg_notify('${liveChannel}', $${notificationParameter}::text)::text WHERE $${notificationParameter}::text IS NOT NULL`,
      ...writtenTables.map((table) => toRowsJson(table, rows[table])),
      announcement === null ? null : toChangePayload(announcement),
    );
  }
  await applyEffects(toPlainTransaction(transaction), changes);
}

/** The addresses of each table whose key is null where it equals the address. */
const shortKeys: Readonly<Record<RecordTable, readonly string[]>> = {
  payment: ['wallet_address'],
  deposit: ['from_address', 'to_address'],
  deposit_risk: [],
  withdrawal: [],
  withdrawal_risk: [],
};

/** Returns rows as JSON without null values: a missing column is null as well, and most are. */
export function toRowsJson(table: RecordTable, rows: readonly Row[]): string {
  const textRows = rows.map((row) => {
    const columns: Record<string, unknown> = {};
    for (const column in row) if (row[column] !== null) columns[column] = row[column];
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
