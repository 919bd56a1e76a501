import 'server-only';
import { dayStartSql } from '#lib/database/day-begin.ts';

/**
 * Credited deposits and completed withdrawals in the currency of a bank or wallet. A withdrawal arrives in its own coin.
 * $1 business, $2 currency, $3 true if amounts of callbacks count as credited.
 */
export const recordsSql = `
  SELECT d.deposit_id AS record_id, 'deposit' AS kind, d.sort_at AS at,
         CASE WHEN $3::boolean THEN coalesce(d.settlement_payable_amount, d.callback_settlement_amount)
              ELSE d.settlement_payable_amount END AS amount,
         d.transaction_id, d.payment_id AS parent_id, NULL::text AS address
    FROM deposit d
   WHERE d.business_id = $1::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
     AND d.settlement_currency = $2::text
     AND (d.settlement_payable_amount IS NOT NULL OR ($3::boolean AND d.callback_settlement_amount IS NOT NULL))
  UNION ALL
  SELECT w.withdrawal_id, 'withdrawal', w.first_received_at,
         CASE WHEN w.withdraw_currency IS NULL THEN w.deducted_settlement_amount ELSE w.actual_withdraw_amount END,
         w.transaction_id, NULL::uuid, w.to_address
    FROM withdrawal w
   WHERE w.business_id = $1::uuid AND w.status = 'COMPLETED'
     AND coalesce(w.withdraw_currency, w.settlement_currency) = $2::text`;

/**
 * Records up to the end of a period whose money had not arrived by then, with what was still to come. Lines pay the records of their
 * match in order, with the bank fees that they bear. The first day is $4, the last one $5, and the time zone $6. The day of the opening
 * position is $7. It counts what was at the service before. `records` has the columns of `recordsSql`, and `since` a time that counts
 * where it is earlier.
 */
export const createTransitSql = (records: string, since: string) => `
  WITH open AS MATERIALIZED (
    SELECT r.record_id, r.kind, r.at, r.amount, r.parent_id, x.match_id, coalesce(m.state, 'unmatched') AS state
      FROM (${records}) AS r
      LEFT JOIN bank_match_record x ON x.business_id = $1::uuid AND x.record_id = r.record_id
      LEFT JOIN bank_match m ON m.business_id = $1::uuid AND m.match_id = x.match_id
     WHERE r.at < ${dayStartSql('$5::date + 1', '$6::text')} AND m.state IS DISTINCT FROM 'ignored'
       AND r.at >= least(${since}, ${dayStartSql('CASE WHEN $7::date <= $5::date THEN $7::date ELSE $4::date - 62 END', '$6::text')})),
  arrived AS MATERIALIZED (
    SELECT m.match_id, l.*
      FROM (SELECT DISTINCT match_id FROM open WHERE state NOT IN ('unmatched', 'suggested')) AS m
      JOIN LATERAL (
        SELECT sum(amount + difference) FILTER (WHERE day <= $5::date) AS amount, max(day) > $5::date AS is_partial
          FROM bank_line WHERE business_id = $1::uuid AND match_id = m.match_id) AS l ON l.amount IS NOT NULL),
  rest AS (
    SELECT x.record_id, sum(x.amount) OVER (PARTITION BY x.match_id
             ORDER BY coalesce(d.sort_at, w.first_received_at), x.record_id) - a.amount AS amount
      FROM arrived a
      JOIN bank_match_record x ON x.business_id = $1::uuid AND x.match_id = a.match_id
      LEFT JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = x.record_id
      LEFT JOIN withdrawal w ON w.business_id = $1::uuid AND w.withdrawal_id = x.record_id
     WHERE a.is_partial)
  SELECT o.record_id, o.kind, o.at, CASE WHEN a.match_id IS NULL THEN o.amount ELSE least(o.amount, rest.amount) END AS amount,
         o.parent_id, o.match_id, o.state
    FROM open o LEFT JOIN arrived a ON a.match_id = o.match_id LEFT JOIN rest ON rest.record_id = o.record_id
   WHERE a.match_id IS NULL OR rest.amount > 0`;

/** Records in transit as they are now. */
export const transitSql = createTransitSql(recordsSql, 'NULL');
