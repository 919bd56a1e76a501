import 'server-only';
import { createTransitSql, recordsSql } from './records-sql.ts';
import { isSettlementSql } from './rows-sql.ts';

const numberSql = (column: string) => `coalesce(trim_scale(${column})::text, '')`;

/** Returns SQL for the rows of a close ($1 business, $2 close) as the lines of its pack, each with its line break. */
export const createPackRowSql = (hasReceived: boolean): string => `
  SELECT line, at, record_id, kind,
         concat_ws(',', regexp_replace(line, '[,[:space:]]', '_', 'g'), kind, record_id,
                   to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                   ${numberSql('amount')}, ${numberSql('service_fee')}, ${numberSql('distributed_fee')},
                   ${numberSql('depeg_loss')}${hasReceived ? `, ${numberSql('amount_received')}` : ''}) || E'\\n' AS line_text
    FROM close_row WHERE business_id = $1::uuid AND close_id = $2::uuid`;

const digitsSql = (column: string) => `trim_scale(${column})::text`;
/** Returns SQL for an object as a line of JSON. */
const entrySql = (type: string, fields: string) =>
  `(SELECT row_to_json(entry)::text FROM (SELECT '${type}' AS type, ${fields}) AS entry)`;

/** True if a statement of the currency was imported. $1 business, $2 currency. */
const hasStatementsSql = `EXISTS (
  SELECT FROM bank_line b
   WHERE b.business_id = $1::uuid AND b.currency = $2::text AND b.import_id IS NOT NULL AND b.removed_at IS NULL)`;

/** Deposits of the close $8 as its rows have them, because a callback may have changed one since. Its period begins at $11. */
const recordsOfCloseSql = `
  SELECT r.record_id, r.kind, r.at, r.amount, NULL::text AS transaction_id, NULL::uuid AS parent_id, NULL::text AS address
    FROM close_row r WHERE r.business_id = $1::uuid AND r.close_id = $8::uuid AND r.line IN ('credited', 'declared')
  UNION ALL
  SELECT r.* FROM (${recordsSql}) AS r WHERE r.kind <> 'deposit' OR r.at < $11::timestamptz`;

/**
 * The matches of a close and what was in transit at the end of its period, as lines of JSON in their order. The parameters are those of
 * `createTransitSql`, and $8 the close, whose rows are stored. A line without a record has no match, unless a person recorded it as a
 * settlement. Texts of the bank and of people are left out, because they may name people, and a pack stays. Without an imported
 * statement nothing can have arrived, and all deposits since the opening position would be in transit, so none is listed. Part 3 only
 * counts records of earlier periods that didn't change, so that a pack is as large as its period.
 */
export const packMatchSql = `
  WITH touched AS MATERIALIZED (
    SELECT m.match_id, m.state, m.settles, m.rule_id, m.created_by FROM bank_match m
     WHERE m.business_id = $1::uuid AND m.currency = $2::text AND m.match_id IN (
       SELECT b.match_id FROM bank_line b
        WHERE b.business_id = $1::uuid AND b.currency = $2::text AND b.removed_at IS NULL AND b.day BETWEEN $4::date AND $5::date
       UNION
       SELECT x.match_id FROM close_row r JOIN bank_match_record x ON x.business_id = r.business_id AND x.record_id = r.record_id
        WHERE r.business_id = $1::uuid AND r.close_id = $8::uuid AND r.kind IN ('deposit', 'withdrawal') AND r.line <> 'adjustments')
       AND EXISTS (SELECT FROM bank_match_record x WHERE x.business_id = m.business_id AND x.match_id = m.match_id)),
  transit AS MATERIALIZED (
    SELECT t.*, t.at >= $11::timestamptz OR t.record_id IN (
             SELECT r.record_id FROM close_row r
              WHERE r.business_id = $1::uuid AND r.close_id = $8::uuid AND r.line = 'adjustments') AS is_listed
      FROM (${createTransitSql(recordsOfCloseSql, '$11::timestamptz')}) AS t WHERE ${hasStatementsSql})
  SELECT 1 AS part, m.match_id, 1 AS place, NULL::timestamptz AS at, m.match_id AS id,
         ${entrySql('match', 'm.match_id AS match, m.state, m.rule_id AS rule, m.created_by AS person')} AS line_text
    FROM touched m
  UNION ALL
  SELECT 1, m.match_id, 2, NULL, b.line_id, ${entrySql(
    'line',
    `b.match_id AS match, b.line_id AS line, b.day, ${digitsSql('b.amount')} AS amount,
     ${digitsSql('b.difference')} AS difference, ${isSettlementSql} AS settles`,
  )}
    FROM bank_line b LEFT JOIN touched m ON m.match_id = b.match_id
   WHERE b.business_id = $1::uuid AND b.currency = $2::text AND b.removed_at IS NULL
     AND (m.match_id IS NOT NULL OR b.match_id IS NULL AND b.import_id IS NULL AND b.day BETWEEN $4::date AND $5::date)
  UNION ALL
  SELECT 1, m.match_id, 3, NULL, x.record_id,
         ${entrySql('record', `x.match_id AS match, x.record_id AS record, x.kind, ${digitsSql('x.amount')} AS amount`)}
    FROM touched m JOIN bank_match_record x ON x.business_id = $1::uuid AND x.match_id = m.match_id
  UNION ALL
  SELECT 2, NULL, 4, t.at, t.record_id, ${entrySql(
    'transit',
    `t.record_id AS record, t.kind, to_char(t.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
     ${digitsSql('t.amount')} AS amount, t.state, t.match_id AS match`,
  )}
    FROM transit t WHERE t.is_listed
  UNION ALL
  SELECT 3, NULL, 5, NULL, NULL, row_to_json(carried)::text
    FROM (SELECT count(*) AS count, coalesce(trim_scale(sum(t.amount)), 0)::text AS amount FROM transit t WHERE NOT t.is_listed) AS carried
   WHERE ${hasStatementsSql}`;
