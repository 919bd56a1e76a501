import 'server-only';
import * as z from 'zod';
import type { BusinessId } from '#lib/values/ids.ts';
import { signedAmount } from '#lib/values/signed.ts';
import type { SettledDeposits } from '../schema.ts';
import type { Run } from './figures.ts';
import { hasEuroSql } from './gross.ts';

const digits = z.string().transform(signedAmount);

const lineRows = z.array(z.object({ matchId: z.string(), lineId: z.string(), amount: digits }));
const depositRows = z.array(
  z.object({
    matchId: z.string(),
    depositId: z.string(),
    amount: digits,
    euro: digits.nullable(),
    credited: digits.nullable(),
    day: z.string().nullable(),
  }),
);

const linesSql = `
  SELECT other.match_id::text AS "matchId", other.line_id::text AS "lineId",
         trim_scale(other.amount + other.difference)::text AS amount
    FROM bank_line other
   WHERE other.business_id = $1::uuid AND other.removed_at IS NULL AND other.match_id IN (
     SELECT own.match_id FROM bank_line own JOIN bank_match m ON m.business_id = own.business_id AND m.match_id = own.match_id
      WHERE own.business_id = $1::uuid AND own.line_id = ANY ($2::uuid[]) AND m.settles)
   ORDER BY other.match_id, other.day, other.line_id`;

/** A day earlier is before the day of the deposit in every time zone. */
const depositsSql = `
  SELECT x.match_id::text AS "matchId", x.record_id::text AS "depositId", trim_scale(x.amount)::text AS amount,
         CASE WHEN ${hasEuroSql} THEN trim_scale(d.uniform_payable_amount)::text END AS euro,
         trim_scale(d.settlement_payable_amount)::text AS credited, ((d.sort_at AT TIME ZONE 'UTC')::date - 1)::text AS day
    FROM bank_match_record x
    LEFT JOIN deposit d ON d.business_id = x.business_id AND d.deposit_id = x.record_id
   WHERE x.business_id = $1::uuid AND x.match_id = ANY ($2::uuid[]) AND x.kind = 'deposit' AND x.amount IS NOT NULL`;

const changedRows = z.array(z.object({ lineId: z.string(), changedAt: z.number() }));

/**
 * Returns when each of these bank lines was last matched, unmatched or removed, in milliseconds. One that never was, or is gone, has
 * none.
 */
export async function readLineChanges(
  run: Run,
  businessId: BusinessId,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await run(
    `SELECT line_id::text AS "lineId", floor(extract(epoch FROM greatest(matched_at, removed_at)) * 1000)::float8 AS "changedAt"
       FROM bank_line WHERE business_id = $1::uuid AND line_id = ANY ($2::uuid[]) AND num_nonnulls(matched_at, removed_at) > 0`,
    [businessId, [...lineIds]],
  );
  return new Map(changedRows.parse(rows).map(({ lineId, changedAt }) => [lineId, changedAt]));
}

/**
 * Returns the deposits that bank lines pay out, each match with all of its lines, in the caller's transaction. The caller has
 * checked the permission.
 */
export async function readSettledDeposits(
  run: Run,
  businessId: BusinessId,
  lineIds: readonly string[],
): Promise<readonly SettledDeposits[]> {
  if (lineIds.length === 0) return [];
  const lines = Map.groupBy(
    lineRows.parse(await run(linesSql, [businessId, [...lineIds]])),
    (row) => row.matchId,
  );
  if (lines.size === 0) return [];
  const deposits = Map.groupBy(
    depositRows.parse(await run(depositsSql, [businessId, [...lines.keys()]])),
    (row) => row.matchId,
  );
  return [...lines].map(([matchId, own]) => ({ lines: own, deposits: deposits.get(matchId) ?? [] }));
}
