import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { checksumSql } from '../store/received-counts.ts';
import { runInSnapshot } from './verify-queries.ts';

/** Received data that differs from what was counted. */
export type ReceivedBreach = {
  readonly businessId: string;
  readonly source: string;
  /** Rows that were counted and don’t exist. */
  readonly missing: number;
  readonly description: string;
};

const counted = `
  SELECT business_id, source, sum(rows)::bigint AS rows, sum(checksum) AS checksum
    FROM (SELECT business_id, source, rows, checksum FROM received_total
          UNION ALL SELECT business_id, source, rows, checksum FROM received_delta) AS every
   GROUP BY business_id, source`;

const stored = (['callback_message', 'callback_delivery', 'service_answer'] as const)
  .map(
    (table) => `
  SELECT business_id, '${table}' AS source, count(*) AS rows, ${checksumSql(table)} AS checksum
    FROM ${table} GROUP BY business_id`,
  )
  .join(' UNION ALL ');

const breachRow = z.object({
  businessId: z.string(),
  source: z.string(),
  missing: z.coerce.number(),
  isReplaced: z.boolean(),
});
const alteredRow = z.object({ businessId: z.string(), source: z.string(), altered: z.coerce.number() });

function describeBreach({ missing, isReplaced }: z.infer<typeof breachRow>): string {
  if (missing > 0) return `${missing} missing`;
  if (missing < 0) return `${-missing} more than were counted`;
  return isReplaced ? 'rows were replaced by others' : '';
}

/**
 * Compares callbacks, deliveries and answers with their counts, in one snapshot. Finds rows that were deleted or
 * replaced past the triggers, with their business.
 */
export async function verifyReceivedCounts(): Promise<ReceivedBreach[]> {
  const rows = await runInSnapshot((select) =>
    select(
      `SELECT business_id::text AS "businessId", source,
              (coalesce(counted.rows, 0) - coalesce(stored.rows, 0))::text AS missing,
              coalesce(counted.checksum, 0) <> coalesce(stored.checksum, 0) AS "isReplaced"
         FROM (${counted}) AS counted FULL JOIN (${stored}) AS stored USING (business_id, source)
        WHERE coalesce(counted.rows, 0) <> coalesce(stored.rows, 0)
           OR coalesce(counted.checksum, 0) <> coalesce(stored.checksum, 0)
        ORDER BY 1, 2`,
      [],
    ),
  );
  return z
    .array(breachRow)
    .parse(rows)
    .map((row) => ({
      businessId: row.businessId,
      source: row.source,
      missing: row.missing,
      description: describeBreach(row),
    }));
}

/** True for a callback whose bytes differ, or were removed without evidence that it or its record expired at that time. */
const alteredMessage = `CASE WHEN expired_at IS NULL THEN sha256(body) <> sha256
  ELSE body <> ''::bytea OR NOT EXISTS (
    SELECT FROM record_expiry e WHERE e.business_id = callback_message.business_id AND e.expired_at = callback_message.expired_at
       AND e.kind = ANY (ARRAY['callback', CASE callback_message.kind WHEN 'withdrawal' THEN 'withdrawal' ELSE 'payment' END])
       AND e.record_id = ANY (ARRAY[callback_message.id, CASE callback_message.kind
             WHEN 'withdrawal' THEN callback_message.subject_id ELSE callback_message.payment_id END])
       AND (e.kind = 'callback') = (e.record_id = callback_message.id)) END`;

/**
 * Finds stored bytes that don’t match their SHA-256. Reads every body. The bytes of expired callbacks were removed, which
 * needs the evidence of their record.
 */
export async function verifyReceivedBytes(): Promise<ReceivedBreach[]> {
  const altered = (table: string, condition: string) => `
    SELECT business_id::text AS "businessId", '${table}' AS source, count(*)::text AS altered
      FROM ${table} WHERE ${condition} GROUP BY business_id`;
  const rows = await runInSnapshot((select) =>
    select(
      `${altered('callback_message', alteredMessage)} UNION ALL ${altered('service_answer', 'sha256(body) <> sha256')}
        ORDER BY 1, 2`,
      [],
    ),
  );
  return z
    .array(alteredRow)
    .parse(rows)
    .map((row) => ({
      businessId: row.businessId,
      source: row.source,
      missing: 0,
      description: `${row.altered} with other bytes than their SHA-256`,
    }));
}

const expiredCount = z.object({ records: z.number(), messages: z.number() });

/** Counts the expired payments, withdrawals and callbacks without a record, and the callbacks whose bytes were removed with them. */
export async function countExpired(): Promise<z.infer<typeof expiredCount>> {
  const { rows } = await databasePool().query(
    `SELECT count(*)::int AS records, coalesce(sum(messages), 0)::int AS messages
       FROM record_expiry WHERE kind IN ('payment', 'withdrawal', 'callback')`,
  );
  return z.tuple([expiredCount]).parse(rows)[0];
}

/** Adds pending counts to the totals and returns their number. */
export async function addReceivedCounts(signal: AbortSignal): Promise<number> {
  const batch = 5_000;
  for (let sum = 0; ; ) {
    const { rows } = await databasePool().query('SELECT add_up_received_rows($1)::int AS added', [batch]);
    const [{ added }] = z.tuple([z.object({ added: z.number() })]).parse(rows);
    sum += added;
    if (added < batch || signal.aborted) return sum;
  }
}
