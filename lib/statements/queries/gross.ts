import 'server-only';
import * as z from 'zod';
import { isFiatCurrency } from '#lib/values/currencies.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { statementLines, sumIds } from '../model/lines.ts';
import { addDays } from '../model/period.ts';
import type { GrossParts, GrossPosting } from '../schema.ts';
import type { AgreedPositions, Run } from './figures.ts';
import type { createRowsSql, RowRange } from './rows-sql.ts';
import { rowsOfRecordSql } from './rows-sql.ts';

const digits = z.string().transform(signedAmount).nullable();
const partColumns = { serviceFee: digits, difference: digits };
type PartColumns = Record<keyof typeof partColumns, z.infer<typeof digits>>;

const depositRows = z.array(
  z.object({
    line: z.enum(statementLines),
    recordId: z.string(),
    day: z.string(),
    bookedOn: z.string(),
    ...partColumns,
    serviceFeeEuro: digits,
    differenceEuro: digits,
    isSigned: z.boolean(),
    changedAt: z.number().nullable(),
  }),
);
const adjustedRows = z.array(
  z.object({
    recordId: z.string(),
    day: z.string(),
    bookedOn: z.string(),
    isSigned: z.boolean(),
    ...partColumns,
  }),
);
const closedRows = z.array(
  z.object({
    recordId: z.string(),
    from: z.string(),
    to: z.string(),
    isAdjustment: z.boolean(),
    ...partColumns,
  }),
);

const toParts = ({ serviceFee, difference }: PartColumns): GrossParts | null =>
  serviceFee === null || difference === null ? null : { serviceFee, difference };
const toRecord = <Row extends PartColumns>({ serviceFee, difference, ...record }: Row) => ({
  ...record,
  parts: toParts({ serviceFee, difference }),
});

/** Decimals of a difference that is converted into the settlement currency. */
const differenceDecimals = (currency: string): number => (isFiatCurrency(currency) ? 2 : 8);

/**
 * Returns SQL for the amount received of the deposit `d`, which is in display currency. Beside another currency, the difference from a
 * credited amount and its fee is converted by the credited amounts of the same deposit.
 */
const receivedSql = (amount: string, fee: string, decimals: string, currency = '$2::text'): string => `CASE
    WHEN d.display_currency = ${currency} THEN d.display_amount
    WHEN d.display_amount = d.display_payable_amount + d.display_service_fee THEN ${amount} + ${fee}
    WHEN d.display_payable_amount > 0
    THEN ${amount} + ${fee}
         + round((d.display_amount - d.display_payable_amount - d.display_service_fee) * ${amount} / d.display_payable_amount, ${decimals})
    END`;
const decimalsSql = '$10::int';

/** The fee took all of the deposit `d`. Otherwise, with an amount of 0 nothing is credited of it. */
const hasZeroSql = 'd.settlement_payable_amount = 0';

const partsSql = (amount: string, fee: string, received: string) => ({
  serviceFee: `trim_scale(${fee})::text`,
  difference: `trim_scale(${received} - ${amount} - ${fee})::text`,
});

/**
 * Returns the statement that stores the rows of a close. It signs the amounts received as they are now, of an adjustment the change since
 * all closes. What an earlier version closed has none.
 */
export function createRowsInsert(
  { sql, values }: ReturnType<typeof createRowsSql>,
  closeId: string,
  currency: string,
) {
  const decimals = String(differenceDecimals(currency));
  return {
    values: [...values, closeId],
    sql: `
  INSERT INTO close_row (business_id, close_id, line, kind, record_id, at, amount, service_fee, distributed_fee, depeg_loss, amount_received)
  SELECT $1::uuid, $10::uuid, row.line, row.kind, row.record_id, row.at, row.amount, row.service_fee, row.distributed_fee, row.depeg_loss,
         CASE WHEN row.kind <> 'deposit' OR row.amount IS NULL THEN NULL
              WHEN row.line IN ('credited', 'declared') THEN ${receivedSql('row.amount', 'row.service_fee', decimals)}
              WHEN row.line <> 'adjustments' OR booked.is_unknown THEN NULL
              WHEN row.amount + booked.amount = 0 AND (d.status = 'CONFIRMED' AND d.settlement_currency = $2::text AND ${hasZeroSql}) IS NOT TRUE
              THEN -booked.received
              ELSE ${receivedSql('(row.amount + booked.amount)', 'd.settlement_service_fee', decimals)} - booked.received END
    FROM (${sql}) AS row
    LEFT JOIN deposit d ON row.kind = 'deposit' AND d.business_id = $1::uuid AND d.deposit_id = row.record_id
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(r.amount), 0) AS amount, coalesce(sum(r.amount_received), 0) AS received,
             coalesce(bool_or(r.amount_received IS NULL), false) AS is_unknown
        FROM ${rowsOfRecordSql('row.record_id')} AS r JOIN period_close c USING (business_id, close_id)
       WHERE row.kind = 'deposit' AND row.line = 'adjustments' AND c.currency = $2::text AND c.reopened_at IS NULL
         AND r.kind = 'deposit' AND r.line <> 'reported' AND r.amount IS NOT NULL) AS booked ON true`,
  };
}

/** The service names the currency of its uniform amounts, which is always EUR. */
export const hasEuroSql = `d.uniform_currency = 'EUR'`;

const presentSql = receivedSql('row.amount', 'row.service_fee', decimalsSql);
/** A close has signed it, unless an earlier version made it. */
const countedSql = `coalesce(row.amount_received, ${presentSql})`;
const own = partsSql('row.amount', 'row.service_fee', countedSql);
/**
 * The same parts of the EUR amounts, where the service reported them for these amounts. If the amount received has changed since the
 * close, the rate of the credited amount converts the signed difference.
 */
const euro = partsSql(
  'd.uniform_payable_amount',
  'd.uniform_service_fee',
  `CASE WHEN ${countedSql} = ${presentSql}
        THEN ${receivedSql('d.uniform_payable_amount', 'd.uniform_service_fee', decimalsSql, `'EUR'`)}
        ELSE d.uniform_payable_amount + d.uniform_service_fee
             + round((row.amount_received - row.amount - row.service_fee) * d.uniform_payable_amount / nullif(row.amount, 0), ${decimalsSql}) END`,
);
const hasSameAmountsSql = `${hasEuroSql} AND d.settlement_payable_amount = row.amount AND d.settlement_service_fee = row.service_fee`;
const depositsSql = (rows: string) => `
  SELECT row.line, row.record_id::text AS "recordId", row.booked_on::text AS day, row.booked_on::text AS "bookedOn",
         ${own.serviceFee} AS "serviceFee", ${own.difference} AS difference,
         CASE WHEN ${hasSameAmountsSql} THEN ${euro.serviceFee} END AS "serviceFeeEuro",
         CASE WHEN ${hasSameAmountsSql} THEN ${euro.difference} END AS "differenceEuro",
         row.amount_received IS NOT NULL AS "isSigned", floor(extract(epoch FROM d.changed_at) * 1000)::float8 AS "changedAt"
    FROM (${rows}) AS row
    LEFT JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = row.record_id
   WHERE row.kind = 'deposit' AND row.line IN ('credited', 'declared') AND row.amount IS NOT NULL`;
const orderedDepositsSql = (rows: string) => `${depositsSql(rows)} ORDER BY row.at, row.record_id`;

/** Adds the parts of the deposits of a day up. A deposit without one of them stays a row of its own. */
const summedDepositsSql = (rows: string) => {
  const isUnknown = '("serviceFee" IS NULL OR difference IS NULL)';
  const isValued = '"serviceFeeEuro" IS NOT NULL AND "differenceEuro" IS NOT NULL';
  const sum = (name: string) => `trim_scale(sum(${name}::numeric))::text`;
  return `
    SELECT line, CASE WHEN ${isUnknown} THEN "recordId" WHEN ${isValued} THEN '${sumIds.valued}' ELSE '${sumIds.unvalued}' END AS "recordId",
           day, "bookedOn", ${sum('"serviceFee"')} AS "serviceFee", ${sum('difference')} AS difference,
           CASE WHEN bool_and(${isValued}) THEN ${sum('"serviceFeeEuro"')} END AS "serviceFeeEuro",
           CASE WHEN bool_and(${isValued}) THEN ${sum('"differenceEuro"')} END AS "differenceEuro",
           bool_and("isSigned") AS "isSigned", NULL::float8 AS "changedAt"
      FROM (${depositsSql(rows)}) AS part GROUP BY 1, 2, 3, 4, ${isUnknown} ORDER BY day, 2`;
};

/**
 * Deposits of the closes $11 that changed since their own close: adjustments of the statement, of which these closes may have stored some,
 * and those with the same credited amount. Their fee or the amount received may differ. Changes since the close $12, which adjusts them,
 * are for later days. A change that commits late may have an earlier time, so an hour is added.
 */
const adjustedSql = (rows: string) => `
  WITH closed AS (
    SELECT * FROM period_close WHERE business_id = $1::uuid AND close_id = ANY ($11::uuid[])),
  span AS (
    SELECT min(begins_at) AS begins_at, max(ends_at) AS ends_at, max(last_day) AS last_day,
           coalesce(max(closed_at) FILTER (WHERE first_day < $5::date), min(closed_at)) - interval '1 hour' AS since,
           (SELECT closed_at FROM period_close WHERE business_id = $1::uuid AND close_id = $12::uuid) AS until
      FROM closed),
  found AS (
    SELECT row.record_id, row.at, row.booked_on, row.booked_on > span.last_day AS is_added,
           row.amount, row.service_fee, row.amount_received
      FROM (${rows}) AS row, span
     WHERE row.kind = 'deposit' AND row.line = 'adjustments' AND (row.amount <> 0 OR row.amount_received IS NOT NULL)
    UNION ALL
    SELECT d.deposit_id, d.sort_at, NULL, true, 0, NULL, NULL
      FROM span, deposit d JOIN closed c ON d.sort_at >= c.begins_at AND d.sort_at < c.ends_at
     WHERE d.business_id = $1::uuid AND d.changed_at >= span.since AND d.changed_at >= c.closed_at - interval '1 hour'
       AND (span.until IS NULL OR d.changed_at < span.until)
       AND d.settlement_currency = $2 AND d.settlement_service_fee IS NOT NULL AND d.display_amount IS NOT NULL),
  adjusted AS (
    SELECT record_id, min(at) AS at, max(booked_on) AS booked_on, coalesce(sum(amount) FILTER (WHERE is_added), 0) AS amount,
           sum(service_fee) FILTER (WHERE is_added) AS service_fee,
           CASE WHEN bool_or(is_added) THEN sum(amount_received) FILTER (WHERE is_added) ELSE sum(amount_received) * 0 END
             AS amount_received
      FROM found GROUP BY record_id),`;

const signedPartsSql = (amount: string, fee: string, received: string) => {
  const parts = partsSql(amount, fee, received);
  const toSigned = (part: string) => `CASE WHEN ${amount} = 0 AND ${received} = 0 THEN '0' ELSE ${part} END`;
  return { serviceFee: toSigned(parts.serviceFee), difference: toSigned(parts.difference) };
};
const signed = signedPartsSql('total.amount', 'total.service_fee', 'total.amount_received');
const counted = partsSql(
  'total.amount',
  'd.settlement_service_fee',
  receivedSql('total.amount', 'd.settlement_service_fee', decimalsSql),
);
/** A deposit that the closed periods no longer have books nothing. One without a credited amount books no fee either. */
const isCountedSql = `(total.amount <> 0 OR ${hasZeroSql}) AND d.status = 'CONFIRMED' AND d.settlement_currency = $2
    AND d.sort_at >= span.begins_at AND d.sort_at < span.ends_at`;
const adjustedPartSql = (part: keyof typeof counted): string => `
  CASE WHEN total.amount_received IS NOT NULL THEN ${signed[part]}
       WHEN ${isCountedSql} THEN ${counted[part]} ELSE '0' END`;
const presentAdjustedSql = (rows: string) => `${adjustedSql(rows)}
  total AS (
    SELECT a.record_id, a.at, a.booked_on, a.amount + coalesce(booked.amount, 0) AS amount,
           CASE WHEN num_nonnulls(a.service_fee, booked.service_fee) > 0
                THEN coalesce(a.service_fee, 0) + coalesce(booked.service_fee, 0) END AS service_fee,
           a.amount_received + coalesce(booked.amount_received, 0) AS amount_received
      FROM adjusted a CROSS JOIN LATERAL (
        SELECT sum(r.amount) FILTER (WHERE r.line <> 'reported') AS amount, sum(r.service_fee) AS service_fee,
               sum(r.amount_received) AS amount_received
          FROM close_row r
         WHERE r.business_id = $1::uuid AND r.record_id = a.record_id AND r.kind = 'deposit'
           AND r.close_id = ANY ($11::uuid[])) AS booked)
  SELECT total.record_id::text AS "recordId", (total.at AT TIME ZONE $7::text)::date::text AS day,
         coalesce(total.booked_on, span.last_day + 1)::text AS "bookedOn", total.amount_received IS NOT NULL AS "isSigned",
         ${adjustedPartSql('serviceFee')} AS "serviceFee", ${adjustedPartSql('difference')} AS difference
    FROM total CROSS JOIN span
    LEFT JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = total.record_id
   ORDER BY total.at, total.record_id`;

const stored = partsSql(
  'r.amount',
  'r.service_fee',
  `coalesce(r.amount_received, ${receivedSql('r.amount', 'r.service_fee', decimalsSql)})`,
);
const until = signedPartsSql('r.amount_until', 'r.fee_until', 'r.received_until');
const before = signedPartsSql(
  '(r.amount_until - r.amount)',
  '(r.fee_until - coalesce(r.service_fee, 0))',
  '(r.received_until - r.amount_received)',
);
const closedPartSql = (part: keyof typeof stored): string => `
  CASE WHEN r.line = 'adjustments' THEN trim_scale(coalesce((${until[part]})::numeric, 0) - coalesce((${before[part]})::numeric, 0))::text
       ELSE ${stored[part]} END`;
/** An adjustment changes what the closes until it signed. It is on the first day of its close. */
const closedAdjustedSql = (rows: string) => `${adjustedSql(rows)}
  total AS (SELECT record_id FROM adjusted),
  stored AS (
    SELECT r.*, c.first_day, c.last_day, sum(r.amount) FILTER (WHERE r.line <> 'reported') OVER until AS amount_until,
           sum(r.service_fee) OVER until AS fee_until, sum(r.amount_received) OVER until AS received_until
      FROM total JOIN close_row r ON r.business_id = $1::uuid AND r.record_id = total.record_id
      JOIN closed c ON c.close_id = r.close_id
     WHERE r.kind = 'deposit'
    WINDOW until AS (PARTITION BY r.record_id ORDER BY c.first_day))
  SELECT r.record_id::text AS "recordId", r.first_day::text AS "from", r.line = 'adjustments' AS "isAdjustment",
         CASE WHEN r.line = 'adjustments' THEN r.first_day ELSE r.last_day END::text AS "to",
         ${closedPartSql('serviceFee')} AS "serviceFee", ${closedPartSql('difference')} AS difference
    FROM stored r LEFT JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = r.record_id
   WHERE r.amount IS NOT NULL
     AND (r.line IN ('credited', 'declared') OR r.line = 'adjustments' AND r.first_day < $5::date AND r.amount_received IS NOT NULL)`;

/**
 * Returns the closes whose deposits a range adjusts, and the one that adjusts them, on its first day. Null: they are adjusted on an open
 * day.
 */
function findAdjusted({ isAdjusted, closeIds, days }: RowRange, { closes }: AgreedPositions) {
  if (isAdjusted) return { closes, by: null };
  const last = closes.findLast(({ closeId, from }) => closeIds.includes(closeId) && from >= days.from);
  return {
    closes: last === undefined ? [] : closes.filter(({ to }) => to < last.from),
    by: last?.closeId ?? null,
  };
}

/** Reads the parts of gross posting of a period in the caller's transaction. The caller has checked the permission. */
export async function readGross(
  run: Run,
  {
    rows: { sql, values },
    range,
    agreed,
    isSummed,
  }: {
    readonly rows: ReturnType<typeof createRowsSql>;
    readonly range: RowRange;
    readonly agreed: AgreedPositions;
    readonly isSummed: boolean;
  },
): Promise<GrossPosting> {
  const { closes, by } = findAdjusted(range, agreed);
  const last = closes.at(-1);
  const parameters = [...values, differenceDecimals(range.currency)];
  const deposits = depositRows
    .parse(await run(isSummed ? summedDepositsSql(sql) : orderedDepositsSql(sql), parameters))
    .map(({ serviceFeeEuro, differenceEuro, ...row }) => ({
      ...toRecord(row),
      euro: toParts({ serviceFee: serviceFeeEuro, difference: differenceEuro }),
    }));
  if (last === undefined) return { deposits, adjusted: [], closedTo: null };
  const ofCloses = [...parameters, closes.map(({ closeId }) => closeId), by];
  const adjusted = adjustedRows.parse(await run(presentAdjustedSql(sql), ofCloses)).map(toRecord);
  const closed = closedRows.parse(await run(closedAdjustedSql(sql), ofCloses)).map(toRecord);
  const closedOf = Map.groupBy(closed, ({ recordId }) => recordId);
  return {
    deposits,
    adjusted: adjusted.map((one) => ({
      ...one,
      // A later file of open days has all parts of a deposit on the same day.
      bookedOn: range.isAdjusted ? addDays(last.to, 1) : one.bookedOn,
      closed: closedOf.get(one.recordId) ?? [],
    })),
    closedTo: last.to,
  };
}
