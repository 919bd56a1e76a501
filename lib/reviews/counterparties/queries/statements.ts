import 'server-only';
import { millisecondsSql } from '#lib/database/columns.ts';
import { reportedDepositAmount } from '#lib/deposits/index.ts';
import { addressSql, entityKeySql } from '#lib/lists/search/indexed-text.ts';
import { reportedWithdrawalAmount } from '#lib/withdrawals/index.ts';
import type { Counterparty } from '../model.ts';

/** Newest records of an address or entity that are read, of each kind. Totals, cases and pages cover them. */
export const maximumRecordsRead = 1_000;

/**
 * Selects the newest records of an address (`$2`) with its tag (`$3`), or of an entity (`$2`), by the indexes alone.
 * Senders have no reported tag, so an address with a tag has withdrawals only.
 */
export function selectCounterpartyRecords(counterparty: Counterparty): string {
  if (counterparty.kind === 'entity')
    return `SELECT kind, id, max(at) AS at, bool_or(more) AS more FROM (
        SELECT newest.*, count(*) OVER () > ${maximumRecordsRead} AS more FROM (
          SELECT e.subject_kind AS kind, e.subject_id AS id, e.at FROM review_entity e
           WHERE e.business_id = $1::uuid AND e.entity_key = ${entityKeySql('$2::text')} AND $3::text IS NULL
           ORDER BY e.at DESC LIMIT ${maximumRecordsRead + 1}) AS newest) AS counted GROUP BY kind, id`;
  const withdrawals = `(SELECT 'withdrawal' AS kind, w.withdrawal_id AS id, w.first_received_at AS at FROM withdrawal w
      WHERE w.business_id = $1::uuid AND w.to_address_key = $2::text
        AND ${counterparty.tag === null ? 'w.to_tag IS NULL AND $3::text IS NULL' : 'w.to_tag = $3::text'}
      ORDER BY w.first_received_at DESC LIMIT ${maximumRecordsRead + 1})`;
  const deposits = `(SELECT 'deposit' AS kind, d.deposit_id AS id, d.sort_at AS at FROM deposit d
      WHERE d.business_id = $1::uuid AND ${addressSql('d.from_address')} = $2::text
      ORDER BY d.sort_at DESC LIMIT ${maximumRecordsRead + 1})`;
  const all = counterparty.tag === null ? `${deposits} UNION ALL ${withdrawals}` : withdrawals;
  return `SELECT kind, id, at, count(*) OVER (PARTITION BY kind) > ${maximumRecordsRead} AS more FROM (${all}) AS newest`;
}

/** Selects the first time of an address or entity, each from the end of an index. */
export function selectFirstSeen(counterparty: Counterparty): string {
  if (counterparty.kind === 'entity')
    return `SELECT ${millisecondsSql('min(e.at)')} AS at FROM review_entity e
       WHERE e.business_id = $1::uuid AND e.entity_key = ${entityKeySql('$2::text')} AND $3::text IS NULL`;
  const withdrawal = `(SELECT min(w.first_received_at) FROM withdrawal w WHERE w.business_id = $1::uuid
      AND w.to_address_key = $2::text
      AND ${counterparty.tag === null ? 'w.to_tag IS NULL AND $3::text IS NULL' : 'w.to_tag = $3::text'})`;
  const deposit = `(SELECT min(d.sort_at) FROM deposit d WHERE d.business_id = $1::uuid
      AND ${addressSql('d.from_address')} = $2::text)`;
  return counterparty.tag === null
    ? `SELECT ${millisecondsSql(`least(${deposit}, ${withdrawal})`)} AS at`
    : `SELECT ${millisecondsSql(withdrawal)} AS at`;
}

/** Selects the records on a page, `$4` rows from `$5`: deposits, their refunds, and withdrawals, newest first. */
export const selectRecords = (found: string): string => `WITH found AS MATERIALIZED (${found}),
  listed AS (
    SELECT kind, id, at FROM found
    UNION ALL
    SELECT 'refund', f.id, d.refund_first_seen_at FROM found f
      JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = f.id
     WHERE f.kind = 'deposit' AND d.refund_first_seen_at IS NOT NULL
     ORDER BY at DESC, kind, id LIMIT $4 OFFSET $5),
  described AS (
    SELECT l.kind, l.id, l.at AS placed, d.status, ${reportedDepositAmount}, d.deposit_currency AS currency
      FROM listed l JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = l.id WHERE l.kind = 'deposit'
    UNION ALL
    SELECT l.kind, l.id, l.at, d.refund_status, trim_scale(d.refund_amount)::text, NULL, d.refund_deposit_currency
      FROM listed l JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = l.id WHERE l.kind = 'refund'
    UNION ALL
    SELECT l.kind, l.id, l.at, w.status, ${reportedWithdrawalAmount}, w.withdraw_currency
      FROM listed l JOIN withdrawal w ON w.business_id = $1::uuid AND w.withdrawal_id = l.id
     WHERE l.kind = 'withdrawal')
  SELECT r.kind, r.id, r.status, ${millisecondsSql('r.placed')} AS at, r.amount, r.provisional, r.currency,
         c.case_id AS "caseId", c.number, c.state
    FROM described r
    LEFT JOIN review_case c ON c.business_id = $1::uuid AND c.subject_id = r.id
      AND c.subject_kind = CASE r.kind WHEN 'refund' THEN 'deposit' ELSE r.kind END
   ORDER BY r.placed DESC, r.kind, r.id`;

/** Selects the totals of each kind, service status and currency, with the last time and whether records were left out. */
export const selectTotals = (found: string): string => `WITH found AS MATERIALIZED (${found}),
  part AS (
    SELECT f.kind, d.status, d.deposit_currency AS currency, coalesce(d.deposit_amount, d.callback_deposit_amount) AS amount
      FROM found f JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = f.id WHERE f.kind = 'deposit'
    UNION ALL
    SELECT 'refund', d.refund_status, d.refund_deposit_currency, d.refund_amount
      FROM found f JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = f.id
     WHERE f.kind = 'deposit' AND d.refund_first_seen_at IS NOT NULL
    UNION ALL
    SELECT f.kind, w.status, w.withdraw_currency, coalesce(w.actual_withdraw_amount, w.estimated_withdraw_amount)
      FROM found f JOIN withdrawal w ON w.business_id = $1::uuid AND w.withdrawal_id = f.id
     WHERE f.kind = 'withdrawal')
  SELECT kind, status, currency, count(*)::int AS count, trim_scale(sum(amount))::text AS amount,
         (count(*) FILTER (WHERE amount IS NULL))::int AS unreported,
         (SELECT ${millisecondsSql('max(at)')} FROM found) AS "lastSeen", (SELECT bool_or(more) FROM found) AS more
    FROM part GROUP BY kind, status, currency
   ORDER BY kind, count(*) DESC, status, currency`;

/** Selects the newest `$4` cases of the records. */
export const selectCases = (found: string): string => `WITH found AS MATERIALIZED (${found})
  SELECT c.case_id AS "caseId", c.number, c.state, c.subject_kind AS "subjectKind", ${millisecondsSql('c.opened_at')} AS "openedAt"
    FROM found f JOIN review_case c ON c.business_id = $1::uuid AND c.subject_kind = f.kind AND c.subject_id = f.id
   ORDER BY c.number DESC LIMIT $4`;

/** Selects the first tags of withdrawals to an address, from one entry of the index to the next. */
export const selectTags = `WITH RECURSIVE found AS (
    (SELECT w.to_tag AS tag FROM withdrawal w WHERE w.business_id = $1::uuid AND w.to_address_key = $2::text
        AND w.to_tag IS NOT NULL ORDER BY w.to_tag USING ~<~ LIMIT 1)
    UNION ALL
    SELECT (SELECT w.to_tag FROM withdrawal w WHERE w.business_id = $1::uuid AND w.to_address_key = $2::text
               AND w.to_tag ~>~ found.tag ORDER BY w.to_tag USING ~<~ LIMIT 1)
      FROM found WHERE found.tag IS NOT NULL)
  SELECT tag FROM found WHERE tag IS NOT NULL LIMIT $3`;
