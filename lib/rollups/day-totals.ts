import 'server-only';

/** Records of one kind that a day counts and sums, by a key. `r` is the record. */
type TotalKind = {
  readonly table: 'payment' | 'deposit' | 'withdrawal';
  readonly at: string;
  readonly condition: string;
  readonly key: string;
  readonly measures: Partial<Readonly<Record<Measure, string>>>;
};

/** The sums of a day. Each column has a `_known` one with the number of records that have a value. */
const measures = [
  'deposited',
  'reported',
  'credited',
  'reported_credit',
  'fee',
  'distributed_fee',
  'depeg_loss',
  'eur',
  'deducted',
] as const;
type Measure = (typeof measures)[number];

const deposits = {
  table: 'deposit',
  at: 'r.sort_at',
  condition: `r.status = 'CONFIRMED' AND r.deposit_received_at IS NOT NULL`,
} as const;

/**
 * The parts of a day's totals. A deposit counts by its coin and by its settlement currency: no query uses both, and there
 * are many more pairs. `lib/observations/effects/day-totals.ts` marks the days on which one of these values changes.
 */
const totalKinds = {
  'deposit-coin': {
    ...deposits,
    key: 'r.deposit_currency',
    measures: {
      deposited: 'r.deposit_amount',
      reported: 'CASE WHEN r.deposit_amount IS NULL THEN r.callback_deposit_amount END',
    },
  },
  'deposit-settlement': {
    ...deposits,
    key: 'r.settlement_currency',
    measures: {
      credited: 'r.settlement_payable_amount',
      reported_credit: 'CASE WHEN r.settlement_payable_amount IS NULL THEN r.callback_settlement_amount END',
      fee: 'r.settlement_service_fee',
      distributed_fee: 'r.settlement_distributed_user_service_fee',
      depeg_loss: 'r.settlement_rate_depeg_loss_amount',
      eur: 'r.uniform_payable_amount',
    },
  },
  withdrawal: {
    table: 'withdrawal',
    at: 'r.first_received_at',
    condition: `r.status = 'COMPLETED'`,
    key: 'r.settlement_currency',
    measures: {
      deducted: 'r.deducted_settlement_amount',
      depeg_loss: 'r.settlement_rate_depeg_loss_amount',
    },
  },
  'payment-status': {
    table: 'payment',
    at: 'r.sort_at',
    condition: 'r.payment_initiated_at IS NOT NULL',
    key: 'r.status',
    measures: {},
  },
} as const satisfies Readonly<Record<string, TotalKind>>;
type KindName = keyof typeof totalKinds;
const allKinds: readonly KindName[] = ['deposit-coin', 'deposit-settlement', 'withdrawal', 'payment-status'];

/** Summed columns of a day. */
export const sumColumns: readonly string[] = [
  'count',
  ...measures.flatMap((measure) => [measure, `${measure}_known`]),
];
export const keyColumns: readonly string[] = ['business_id', 'kind', 'day', 'key'];
/** The key of a stored total: a day has those of its records and those of expired ones. */
export const storedKeyColumns: readonly string[] = [...keyColumns, 'expired'];

function selectMeasure(measure: Measure, value: string | undefined): string {
  if (value === undefined) return `0 AS ${measure}, 0 AS ${measure}_known`;
  return `coalesce(sum(${value}), 0) AS ${measure}, count(${value}) AS ${measure}_known`;
}

function selectKind(name: KindName, spans: string, condition = 'true'): string {
  const { table, at, condition: counted, key, measures: values }: TotalKind = totalKinds[name];
  const day = `(${at} AT TIME ZONE s.time_zone)::date`;
  // A subquery with its own aggregates, so that each span is read by the index of the times.
  return `
    SELECT s.business_id, '${name}' AS kind, t.* FROM ${spans} AS s CROSS JOIN LATERAL (
      SELECT ${day} AS day, coalesce(${key}, '') AS key, count(*) AS count,
             ${measures.map((measure) => selectMeasure(measure, values[measure])).join(',\n             ')}
        FROM ${table} r
       WHERE r.business_id = s.business_id AND ${at} >= s.begins AND ${at} < s.ends AND ${counted}
         AND ${condition} AND (s.day IS NULL OR ${day} = s.day)
       GROUP BY 1, 2) AS t`;
}

/**
 * Returns SQL for the totals of records in `spans`, a table with the columns `business_id`, `time_zone`, `begins`, `ends`,
 * and `day`, which is null for all days of a span. It selects {@link keyColumns} and {@link sumColumns}.
 */
export const recordTotalsSql = (spans: string, kinds: readonly KindName[] = allKinds): string =>
  kinds.map((kind) => selectKind(kind, spans)).join('\n    UNION ALL');

/** Returns SQL for what one payment with its deposits, or one withdrawal, adds to the totals in `spans`. `record` is its ID. */
export const ownTotalsSql = (of: 'payment' | 'withdrawal', spans: string, record: string): string =>
  allKinds
    .filter((kind) => (kind === 'withdrawal') === (of === 'withdrawal'))
    .map((kind) => selectKind(kind, spans, `r.${of}_id = ${record}`))
    .join('\n    UNION ALL');

/**
 * Returns SQL for the spans of `days`, a table with the columns `business_id`, `time_zone` and `day`. They are wider than a
 * day, because a clock that is set back around midnight splits one.
 */
export const daySpansSql = (days: string): string => `
  SELECT business_id, time_zone, day, (day::timestamp AT TIME ZONE time_zone) - interval '3 hours' AS begins,
         ((day + 1)::timestamp AT TIME ZONE time_zone) + interval '3 hours' AS ends
    FROM ${days} AS days`;

/** The span of all records of a business (`$1`) in a time zone (`$2`). */
export const wholeSpanSql = `
  SELECT $1::uuid AS business_id, $2::text AS time_zone, NULL::date AS day, '-infinity'::timestamptz AS begins,
         'infinity'::timestamptz AS ends`;

/** The parameters of {@link daysBetweenSql}, as SQL. */
type Days = { readonly business: string; readonly zone: string; readonly from: string; readonly to: string };

const resultColumns = ['kind', 'day', 'key', ...sumColumns].join(', ');
const storedBetweenSql = ({ business, from, to }: Days, kinds: readonly KindName[]) => `
  SELECT ${resultColumns} FROM day_total
   WHERE business_id = ${business}::uuid AND kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})
     AND day BETWEEN ${from}::date AND ${to}::date`;

/** Returns SQL for what expired records added to the totals of these days. */
export const expiredBetweenSql = (days: Days, kinds: readonly KindName[]): string =>
  `${storedBetweenSql(days, kinds)} AND expired`;

/**
 * Returns SQL for the totals of these days. Days that changed since they were stored are read from the records, and all
 * days until the stored ones are complete and in this time zone. What expired records added is stored in any case, so a day
 * may have two rows of a key.
 */
export function daysBetweenSql(days: Days, kinds: readonly KindName[]): string {
  const { business, zone, from, to } = days;
  const isComplete = `EXISTS (SELECT FROM business WHERE id = ${business}::uuid AND totals_time_zone = ${zone})`;
  const changedDays = `SELECT (at AT TIME ZONE ${zone})::date FROM dirty_day WHERE business_id = ${business}::uuid
      AND at >= ${from}::date - interval '2 days' AND at < ${to}::date + interval '3 days'`;
  return `
  WITH live AS MATERIALIZED (
    SELECT ${business}::uuid AS business_id, ${zone}::text AS time_zone, day::date AS day
      FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS day
     WHERE day::date IN (${changedDays})),
  spans AS MATERIALIZED (
    ${daySpansSql('live')} WHERE ${isComplete}
    UNION ALL
    SELECT ${business}::uuid, ${zone}::text, NULL, (${from}::date::timestamp AT TIME ZONE ${zone}) - interval '3 hours',
           ((${to}::date + 1)::timestamp AT TIME ZONE ${zone}) + interval '3 hours' WHERE NOT ${isComplete})
  ${storedBetweenSql(days, kinds)} AND (expired OR (${isComplete} AND day NOT IN (SELECT day FROM live)))
  UNION ALL
  SELECT ${resultColumns} FROM (${recordTotalsSql('spans', kinds)}) AS read WHERE day BETWEEN ${from}::date AND ${to}::date`;
}
