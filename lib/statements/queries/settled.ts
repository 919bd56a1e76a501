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

/** Returns each match with its lines and its deposits. */
function joinMatches(
  lines: z.infer<typeof lineRows>,
  deposits: z.infer<typeof depositRows>,
): readonly SettledDeposits[] {
  const depositsOf = Map.groupBy(deposits, (row) => row.matchId);
  return [...Map.groupBy(lines, (row) => row.matchId)].map(([matchId, own]) => ({
    lines: own,
    deposits: depositsOf.get(matchId) ?? [],
  }));
}

const linesSql = `
  SELECT other.match_id::text AS "matchId", other.line_id::text AS "lineId",
         trim_scale(other.amount + other.difference)::text AS amount
    FROM bank_line other
   WHERE other.business_id = $1::uuid AND other.removed_at IS NULL AND other.match_id IN (
     SELECT own.match_id FROM bank_line own JOIN bank_match m ON m.business_id = own.business_id AND m.match_id = own.match_id
      WHERE own.business_id = $1::uuid AND own.line_id = ANY ($2::uuid[]) AND m.settles)
   ORDER BY other.match_id, other.day, other.line_id`;

/** A day earlier is before the day of the deposit in every time zone. */
const depositFactsSql = `
  CASE WHEN ${hasEuroSql} THEN trim_scale(d.uniform_payable_amount)::text END AS euro,
  trim_scale(d.settlement_payable_amount)::text AS credited, ((d.sort_at AT TIME ZONE 'UTC')::date - 1)::text AS day`;
const depositsSql = `
  SELECT x.match_id::text AS "matchId", x.record_id::text AS "depositId", trim_scale(x.amount)::text AS amount,
         ${depositFactsSql}
    FROM bank_match_record x
    LEFT JOIN deposit d ON d.business_id = x.business_id AND d.deposit_id = x.record_id
   WHERE x.business_id = $1::uuid AND x.match_id = ANY ($2::uuid[]) AND x.kind = 'deposit' AND x.amount IS NOT NULL`;

/**
 * The lines and records of the closes $3, as they were signed, with whether they belong to a match that settles one of the lines $2. A
 * join would compare each match with each entry, because statistics don't know how many there are.
 */
const signedSql = `
  WITH entry AS MATERIALIZED (
    SELECT c.close_id, c.first_day, c.last_day, text::jsonb AS entry FROM period_close c CROSS JOIN unnest(c.matches) AS text
     WHERE c.business_id = $1::uuid AND c.close_id = ANY ($3::uuid[]) AND text NOT LIKE '{"type":"transit"%'),
  own AS (
    SELECT *, entry ->> 'match' AS match, coalesce(entry ->> 'type' = 'line' AND entry ->> 'line' = ANY ($2::text[])
             AND (entry ->> 'day')::date BETWEEN first_day AND last_day, false) AS is_asked
      FROM entry),
  matched AS (
    SELECT *, bool_or(is_asked AND (entry ->> 'settles')::boolean) OVER (PARTITION BY close_id, match) AS is_matched
      FROM own WHERE match IS NOT NULL)`;
const signedLineIdsSql = `${signedSql} SELECT entry ->> 'line' AS "lineId" FROM own WHERE is_asked`;
const signedMatchSql = `m.close_id || ' ' || m.match AS "matchId"`;
const signedLinesSql = `${signedSql}
  SELECT ${signedMatchSql}, m.entry ->> 'line' AS "lineId",
         trim_scale((m.entry ->> 'amount')::numeric + (m.entry ->> 'difference')::numeric)::text AS amount
    FROM matched m WHERE m.is_matched AND m.entry ->> 'type' = 'line' ORDER BY 1, m.entry ->> 'day', 2`;
const signedDepositsSql = `${signedSql}
  SELECT ${signedMatchSql}, m.entry ->> 'record' AS "depositId", m.entry ->> 'amount' AS amount, ${depositFactsSql}
    FROM matched m
    LEFT JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = (m.entry ->> 'record')::uuid
   WHERE m.is_matched AND m.entry ->> 'type' = 'record' AND m.entry ->> 'kind' = 'deposit' AND m.entry ->> 'amount' IS NOT NULL`;
const lineIdRows = z.array(z.object({ lineId: z.string() }));

/**
 * Returns the matches of bank lines as their closes signed them, with the lines that these closes have. Closes of earlier versions have no
 * lines. The caller has checked the permission.
 */
export async function readSignedMatches(
  run: Run,
  businessId: BusinessId,
  { closeIds, lineIds }: { readonly closeIds: readonly string[]; readonly lineIds: readonly string[] },
): Promise<{ readonly lineIds: ReadonlySet<string>; readonly settled: readonly SettledDeposits[] }> {
  if (closeIds.length === 0 || lineIds.length === 0) return { lineIds: new Set(), settled: [] };
  const values = [businessId, [...lineIds], [...closeIds]];
  const found = lineIdRows.parse(await run(signedLineIdsSql, values));
  const lines = lineRows.parse(await run(signedLinesSql, values));
  const deposits = depositRows.parse(await run(signedDepositsSql, values));
  return { lineIds: new Set(found.map(({ lineId }) => lineId)), settled: joinMatches(lines, deposits) };
}

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
  const lines = lineRows.parse(await run(linesSql, [businessId, [...lineIds]]));
  if (lines.length === 0) return [];
  const matchIds = [...new Set(lines.map(({ matchId }) => matchId))];
  return joinMatches(lines, depositRows.parse(await run(depositsSql, [businessId, matchIds])));
}
