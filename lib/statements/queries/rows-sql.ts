import 'server-only';
import { statementLines } from '../model/lines.ts';
import type { Days } from '../model/period.ts';

/** Returns SQL for the day of an open record: the nearest open one, where a period beside it was closed in another time zone. */
const openDaySql = (at: string, isBesideCloses: boolean): string => {
  const day = `(${at} AT TIME ZONE $7)::date`;
  const closes = 'FROM period_close c WHERE c.business_id = $1::uuid AND c.close_id = ANY ($9::uuid[])';
  const openDay = isBesideCloses
    ? `(SELECT CASE WHEN ${day} NOT BETWEEN min(c.first_day) AND max(c.last_day) THEN ${day}
                    WHEN ${at} < min(c.begins_at) THEN min(c.first_day) - 1 ELSE max(c.last_day) + 1 END ${closes})`
    : day;
  return `least($6::date, greatest($5::date, ${openDay}))`;
};

/**
 * The rows of a statement. Sums, pages and closes all read these rows. So a line is the sum of exactly its rows. Amounts are
 * negative where the position goes down. Each row counts on one day, `booked_on`.
 *
 * The parameters are $1 business, $2 currency, $3 and $4 bounds of the open days in UTC, $5 and $6 first and last day, $7 time
 * zone. Further ones are $8 true if amounts of callbacks count as credited, and $9 closes whose stored rows count.
 */
const depositRowsSql = (condition: string, isBesideCloses: boolean) => `
  SELECT CASE WHEN d.settlement_payable_amount IS NOT NULL THEN 'credited'
              WHEN d.callback_settlement_amount IS NOT NULL THEN CASE WHEN $8::boolean THEN 'declared' ELSE 'reported' END
              ELSE 'depositsNotReported' END AS line,
         d.deposit_id AS record_id, d.sort_at AS at,
         coalesce(d.settlement_payable_amount, d.callback_settlement_amount) AS amount,
         d.settlement_service_fee AS service_fee,
         d.settlement_distributed_user_service_fee AS distributed_fee,
         d.settlement_rate_depeg_loss_amount AS depeg_loss, 'deposit' AS kind, ${openDaySql('d.sort_at', isBesideCloses)} AS booked_on,
         NULL::numeric AS amount_received
    FROM deposit d
   WHERE d.business_id = $1::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
     AND d.sort_at >= $3::timestamptz AND d.sort_at < $4::timestamptz AND d.settlement_currency = $2
     AND ${condition}`;

const withdrawalRowsSql = (condition: string, isBesideCloses: boolean) => `
  SELECT CASE WHEN w.deducted_settlement_amount IS NULL THEN 'withdrawalsNotReported' ELSE 'withdrawals' END,
         w.withdrawal_id, w.first_received_at, -w.deducted_settlement_amount, NULL::numeric, NULL::numeric, NULL::numeric,
         'withdrawal', ${openDaySql('w.first_received_at', isBesideCloses)}, NULL::numeric
    FROM withdrawal w
   WHERE w.business_id = $1::uuid AND w.status = 'COMPLETED'
     AND w.first_received_at >= $3::timestamptz AND w.first_received_at < $4::timestamptz AND w.settlement_currency = $2
     AND ${condition}`;

/** Returns SQL for "in no close of the range". */
const outsideClosesSql = (condition: string): string => `NOT EXISTS (
       SELECT FROM period_close c WHERE c.business_id = $1::uuid AND c.close_id = ANY ($9::uuid[]) AND ${condition})`;
const outsideTimesSql = (at: string): string =>
  outsideClosesSql(`${at} >= c.begins_at AND ${at} < c.ends_at`);
const isOpenDaySql = `b.day BETWEEN $5::date AND $6::date AND ${outsideClosesSql('b.day BETWEEN c.first_day AND c.last_day')}`;

/**
 * A line `b` with its match `m` is a settlement received: it pays deposits out, or a person recorded it as one by hand. A line
 * recorded by hand that was ignored or belongs to a withdrawal isn't.
 */
export const isSettlementSql = `(m.settles OR (b.import_id IS NULL AND (m.match_id IS NULL OR m.state = 'suggested')))`;

const settlementRowsSql = `
  SELECT 'settlements', b.line_id, b.day::timestamp AT TIME ZONE $7, -b.amount, NULL::numeric, NULL::numeric, NULL::numeric,
         'settlement', b.day, NULL::numeric
    FROM bank_line b LEFT JOIN bank_match m ON m.business_id = b.business_id AND m.match_id = b.match_id
   WHERE b.business_id = $1::uuid AND b.currency = $2 AND b.removed_at IS NULL AND ${isOpenDaySql}
     AND ${isSettlementSql}
  UNION ALL
  SELECT 'settlementDifferences', b.line_id, b.day::timestamp AT TIME ZONE $7, -b.difference, NULL::numeric, NULL::numeric,
         NULL::numeric, 'difference', b.day, NULL::numeric
    FROM bank_line b JOIN bank_match m ON m.business_id = b.business_id AND m.match_id = b.match_id
   WHERE b.business_id = $1::uuid AND b.currency = $2 AND b.difference <> 0 AND ${isOpenDaySql}
     AND ${isSettlementSql}`;

/**
 * Returns SQL for the lines that closes stored of a record. Only the primary key has its rows in this order. While statistics don’t know
 * the business, the database otherwise reads all of its rows for each record, by the index of closes.
 */
export const rowsOfRecordSql = (recordId: string): string => `(
  SELECT * FROM close_row
   WHERE business_id = $1::uuid AND record_id BETWEEN ${recordId} AND ${recordId} AND kind <> 'refund' ORDER BY record_id)`;

const noMemo = 'NULL::numeric, NULL::numeric, NULL::numeric';
const isActiveSql = 'r.close_id IN (SELECT close_id FROM active)';
const differenceSql = (name: string): string => `coalesce(changed.${name}, 0) - coalesce(booked.${name}, 0)`;

/**
 * Records of closed periods that changed since the last close, with the difference to what all closes booked for them, also
 * of their fees, which don't change the position. The
 * last close has booked earlier changes. They count on the day after it. A change that commits late may have an earlier time,
 * so an hour is added. The closes of a record are filtered after its rows are found, because the database otherwise looks for each record
 * in each close while its statistics are old.
 */
const adjustmentRowsSql = `
  WITH active AS (
    SELECT * FROM period_close WHERE business_id = $1::uuid AND currency = $2 AND reopened_at IS NULL),
  span AS (
    SELECT min(begins_at) AS begins_at, max(ends_at) AS ends_at, min(first_day) AS first_day, max(last_day) AS last_day,
           max(closed_at) AS closed_at, max(closed_at) - interval '1 hour' AS since
      FROM active),
  -- Reprocessing quarantined one of its callbacks, or no longer reads it in an answer.
  unreported AS (
    SELECT m.subject_id AS record_id FROM callback_message m
     WHERE m.business_id = $1::uuid AND m.verdict IN ('quarantined', 'rejected') AND m.subject_id IS NOT NULL
       AND EXISTS (SELECT FROM callback_decision x WHERE x.message_id = m.id AND x.kind = 'reprocessed')
    UNION
    SELECT removed.id::uuid FROM audit_entry a CROSS JOIN LATERAL jsonb_array_elements_text(a.after -> 'removed') AS removed (id)
     WHERE a.chain_id = $1::uuid AND a.action = 'callback.remake'),
  changed AS (
    SELECT d.deposit_id AS record_id, d.sort_at AS at, 'deposit' AS kind, counted.*
      FROM deposit d CROSS JOIN span
      LEFT JOIN LATERAL (
        SELECT CASE WHEN c.counts_callbacks THEN coalesce(d.settlement_payable_amount, d.callback_settlement_amount)
                    ELSE d.settlement_payable_amount END AS amount,
               d.settlement_service_fee AS service_fee, d.settlement_distributed_user_service_fee AS distributed_fee,
               d.settlement_rate_depeg_loss_amount AS depeg_loss
          FROM active c
         WHERE d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL AND d.settlement_currency = $2
           AND d.sort_at >= c.begins_at AND d.sort_at < c.ends_at) AS counted ON true
     WHERE d.business_id = $1::uuid AND d.changed_at >= span.since
       AND (d.sort_at < span.ends_at OR d.first_observed_at < span.closed_at
            OR d.deposit_id IN (SELECT record_id FROM unreported))
    UNION ALL
    SELECT w.withdrawal_id, w.first_received_at, 'withdrawal',
           CASE WHEN w.status = 'COMPLETED' AND w.settlement_currency = $2 AND w.first_received_at >= span.begins_at
                     AND w.first_received_at < span.ends_at THEN -w.deducted_settlement_amount END, ${noMemo}
      FROM withdrawal w, span
     WHERE w.business_id = $1::uuid AND w.changed_at >= span.since
       AND (w.first_received_at < span.ends_at OR w.withdrawal_id IN (SELECT record_id FROM unreported))
    UNION ALL
    -- Nothing reports it any more. A record that expired stays booked.
    SELECT u.record_id, r.at, r.kind, NULL::numeric, ${noMemo}
      FROM unreported u
     CROSS JOIN LATERAL (
       SELECT min(at) AS at, kind FROM ${rowsOfRecordSql('u.record_id')} AS own GROUP BY kind) AS r
     WHERE NOT EXISTS (SELECT FROM deposit d WHERE d.business_id = $1::uuid AND d.deposit_id = u.record_id)
       AND NOT EXISTS (SELECT FROM withdrawal w WHERE w.business_id = $1::uuid AND w.withdrawal_id = u.record_id)
    UNION ALL
    SELECT b.line_id, b.day::timestamp AT TIME ZONE $7, part.kind,
           CASE WHEN b.removed_at IS NULL AND b.day >= span.first_day AND ${isSettlementSql} THEN part.amount END, ${noMemo}
      FROM span, bank_line b LEFT JOIN bank_match m ON m.business_id = b.business_id AND m.match_id = b.match_id
     CROSS JOIN LATERAL (VALUES ('settlement', -b.amount), ('difference', -b.difference)) AS part (kind, amount)
     WHERE b.business_id = $1::uuid AND b.currency = $2 AND b.day <= span.last_day
       AND greatest(b.recorded_at, b.removed_at, b.matched_at) >= span.since),
  compared AS (
    SELECT changed.record_id, changed.at, changed.kind, ${differenceSql('amount')} AS amount,
           ${['service_fee', 'distributed_fee', 'depeg_loss'].map((name) => `nullif(${differenceSql(name)}, 0) AS ${name}`).join(', ')}
      FROM changed CROSS JOIN LATERAL (
        SELECT sum(r.amount) FILTER (WHERE r.line <> 'reported' AND ${isActiveSql}) AS amount,
               sum(r.service_fee) FILTER (WHERE ${isActiveSql}) AS service_fee,
               sum(r.distributed_fee) FILTER (WHERE ${isActiveSql}) AS distributed_fee,
               sum(r.depeg_loss) FILTER (WHERE ${isActiveSql}) AS depeg_loss
          FROM ${rowsOfRecordSql('changed.record_id')} AS r WHERE r.kind = changed.kind) AS booked)
  SELECT 'adjustments' AS line, record_id, at, amount, service_fee, distributed_fee, depeg_loss, kind,
         span.last_day + 1 AS booked_on, NULL::numeric AS amount_received
    FROM compared, span WHERE amount <> 0 OR num_nonnulls(service_fee, distributed_fee, depeg_loss) > 0`;

const storedRowsSql = (bookedOn: string, condition: string) => `
  SELECT r.line, r.record_id, r.at, r.amount, r.service_fee, r.distributed_fee, r.depeg_loss, r.kind, ${bookedOn}, r.amount_received
    FROM close_row r JOIN period_close c ON c.business_id = r.business_id AND c.close_id = r.close_id
   WHERE r.business_id = $1::uuid AND r.close_id = ANY ($9::uuid[]) AND r.kind <> 'refund' AND ${condition}`;

/** A day of the time zone of the close, also after the business has changed it. */
export const closedDaySql = 'greatest(c.first_day, least(c.last_day, (r.at AT TIME ZONE c.time_zone)::date))';
const isWholeSql = 'c.first_day >= $5::date AND c.last_day <= $6::date';

/** The stored rows of the closes whose days are all in the range. A close has its adjustments on its first day. */
const wholeRowsSql = storedRowsSql(
  `CASE WHEN r.line = 'adjustments' THEN c.first_day ELSE ${closedDaySql} END`,
  isWholeSql,
);

/** Every line but adjustments is on a day. Its bounds in UTC, of which an index finds the rows, are a day wider than those days. */
const dailyLines = statementLines.filter((line) => line !== 'adjustments');
const cutRowsSql = storedRowsSql(
  closedDaySql,
  `NOT (${isWholeSql}) AND r.line IN ('${dailyLines.join("', '")}')
     AND r.at >= $5::date - 1 AND r.at < $6::date + 2 AND ${closedDaySql} BETWEEN $5::date AND $6::date`,
);
const cutAdjustmentsSql = storedRowsSql(
  'c.first_day',
  `NOT (${isWholeSql}) AND r.line = 'adjustments' AND c.first_day BETWEEN $5::date AND $6::date`,
);

/** Days that aren't closed, with their bounds in UTC. The end is not included. */
export type OpenDays = Days & {
  readonly beginsAt: string;
  readonly endsAt: string;
  /** The bounds are those of the days. They aren't beside a period that was closed in another time zone. */
  readonly isWhole: boolean;
};

/** The days of a statement, split by what is closed. */
export type RowRange = {
  readonly businessId: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly countsCallbacks: boolean;
  readonly days: Days;
  /** Closes that share days with the range. Their stored rows count. */
  readonly closeIds: readonly string[];
  /** Closes whose days are all in the range. */
  readonly wholeCloseIds: readonly string[];
  /** The days before and after the closes, whose records count as they are now. */
  readonly open: readonly OpenDays[];
  /** Facts of closed periods that arrived later count in these days. */
  readonly isAdjusted: boolean;
};

type RowsSql = { readonly sql: string; readonly values: unknown[] };

const columns =
  'line, record_id, at, amount, service_fee, distributed_fee, depeg_loss, kind, booked_on, amount_received';

function joinParts(range: RowRange, parts: readonly string[]): RowsSql {
  const { businessId, currency, timeZone, countsCallbacks, closeIds, open, days } = range;
  return {
    // The condition names each parameter, because the type of an unused one would be unknown.
    sql: `SELECT * FROM (${parts.join(' UNION ALL ')}) AS part (${columns})
           WHERE ($1::uuid, $2::text, $3::timestamptz, $4::timestamptz, $5::date, $6::date, $7::text, $8::boolean, $9::uuid[])
                 IS DISTINCT FROM NULL`,
    values: [
      ...[businessId, currency, open[0]?.beginsAt ?? null, open.at(-1)?.endsAt ?? null, days.from, days.to],
      ...[timeZone, countsCallbacks, [...closeIds]],
    ],
  };
}

/** Open days on both sides of closes are read at once, without what is closed between. */
function listRecordParts({ open, closeIds }: RowRange): readonly string[] {
  const isSplit = open.length > 1;
  const isBesideCloses = closeIds.length > 0;
  return [
    depositRowsSql(isSplit ? outsideTimesSql('d.sort_at') : 'true', isBesideCloses),
    withdrawalRowsSql(isSplit ? outsideTimesSql('w.first_received_at') : 'true', isBesideCloses),
  ];
}
const listOtherParts = ({ open, isAdjusted }: RowRange): readonly string[] => [
  ...(open.length === 0 ? [] : [settlementRowsSql]),
  ...(isAdjusted ? [`SELECT * FROM (${adjustmentRowsSql}) AS adjustment`] : []),
];
const listCutParts = ({ closeIds, wholeCloseIds }: RowRange): readonly string[] =>
  closeIds.length > wholeCloseIds.length ? [cutRowsSql, cutAdjustmentsSql] : [];
const listStoredParts = (range: RowRange): readonly string[] => [
  ...(range.wholeCloseIds.length === 0 ? [] : [wholeRowsSql]),
  ...listCutParts(range),
];

/** Returns the statement of the rows of a range, with its values. Each movement is one row. */
export const createRowsSql = (range: RowRange): RowsSql =>
  joinParts(range, [
    ...listStoredParts(range),
    ...(range.open.length === 0 ? [] : listRecordParts(range)),
    ...listOtherParts(range),
  ]);

/** Returns the statement of the rows that closes have stored. Null: there are none. */
export function createStoredRowsSql(range: RowRange): RowsSql | null {
  const parts = listStoredParts(range);
  return parts.length === 0 ? null : joinParts(range, parts);
}

/** Returns the statement of the rows of settlements received: open days as they are now, closed ones as they were stored. */
export const createSettlementRowsSql = (range: RowRange): RowsSql =>
  joinParts(range, [...listStoredParts(range), ...(range.open.length === 0 ? [] : [settlementRowsSql])]);

/**
 * Returns the statement of the rows of a range that no whole close has signed. Null: there are none. Where the totals of days
 * are read, it leaves out open deposits and withdrawals too.
 */
export function createUnsignedRowsSql(range: RowRange, hasTotals: boolean): RowsSql | null {
  const records = range.open.length === 0 || hasTotals ? [] : listRecordParts(range);
  const parts = [...listCutParts(range), ...records, ...listOtherParts(range)];
  return parts.length === 0 ? null : joinParts(range, parts);
}
