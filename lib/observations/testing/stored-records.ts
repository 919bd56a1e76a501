import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';

const tables = {
  deposit_risk: 'deposit_id',
  withdrawal_risk: 'withdrawal_id',
  deposit: 'deposit_id',
  withdrawal: 'withdrawal_id',
  payment: 'payment_id',
  callback_delivery: 'received_at, message_id',
  callback_message: 'id',
  service_answer: 'id',
} as const;

/** Random or scheduled columns, by table. */
const unpredictable: Readonly<Record<string, string>> = {
  callback_delivery: "- 'id'",
  callback_message: "- 'reference'",
  service_answer: "- 'reference'",
  payment: "- 'next_read_at'",
};

/** Reads all stored rows of these businesses, with their times. */
export async function readEverything(businesses: readonly BusinessId[]): Promise<unknown> {
  const all: Record<string, unknown> = {};
  for (const [table, order] of Object.entries(tables)) {
    const without = unpredictable[table] ?? '';
    const { rows } = await databasePool().query(
      `SELECT to_jsonb(t) ${without} AS row FROM ${table} t WHERE business_id = ANY($1) ORDER BY ${order}`,
      [businesses],
    );
    all[table] = rows;
  }
  return all;
}

/** Reads the read model of these businesses without its times. */
export async function readRecords(businesses: readonly BusinessId[]): Promise<unknown> {
  const all: unknown[] = [];
  for (const table of ['payment', 'deposit', 'deposit_risk', 'withdrawal', 'withdrawal_risk']) {
    const { rows } = await databasePool().query(
      `SELECT to_jsonb(t) - 'changed_at' - 'next_read_at' AS row FROM ${table} t WHERE business_id = ANY($1)
        ORDER BY (to_jsonb(t) - 'changed_at' - 'next_read_at')::text`,
      [businesses],
    );
    all.push(rows);
  }
  return all;
}

/** Deletes everything of these businesses past the triggers. The account of the tests owns the database. */
export async function deleteEverything(businesses: readonly BusinessId[]): Promise<void> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const table of [...Object.keys(tables), 'received_total', 'received_delta'])
      await client.query(`DELETE FROM ${table} WHERE business_id = ANY($1)`, [businesses]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
