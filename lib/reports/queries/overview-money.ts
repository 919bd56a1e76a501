import 'server-only';
import { databasePool } from '#lib/platform/db.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type {
  Compared,
  CurrencyTotal,
  DaySeries,
  DayTotal,
  OverviewAsked,
  Total,
} from '../schema-overview.ts';
import { inEur } from '../schema-overview.ts';
import type { Days } from './overview-statuses.ts';
import { begin, end } from './overview-statuses.ts';

type Part = 'before' | 'current' | 'today';

/** A sum that the database made, of some of the days and currencies. */
type Sums = {
  readonly kind: number;
  readonly part: Part | null;
  readonly day: string | null;
  readonly count: string;
};

type InRow = Sums & {
  readonly coin: string | null;
  readonly settlement: string | null;
  readonly deposited: string | null;
  readonly depositedKnown: string;
  readonly reported: string | null;
  readonly reportedKnown: string;
  readonly credited: string | null;
  readonly creditedKnown: string;
  readonly eur: string | null;
  readonly eurKnown: string;
};

type OutRow = Sums & {
  readonly settlement: string | null;
  readonly total: string | null;
  readonly known: string;
};

const money = (text: string | null) => (text === null ? null : parseTotal(text));
const nothing: Total = { total: null, known: 0, count: 0, reported: null };
const sum = (total: string | null, known: string, count: string): Total => ({
  total: money(total),
  known: Number(known),
  count: Number(count),
  reported: null,
});

function depositedOf(row: InRow): Total {
  const reported = money(row.reported);
  return {
    ...sum(row.deposited, row.depositedKnown, row.count),
    reported: reported === null ? null : { total: reported, count: Number(row.reportedKnown) },
  };
}

/** The bits of GROUPING(part, coin, settlement): which of them a row does not distinguish; and what is of single days. */
const kinds = { coin: 0b001, settlement: 0b010, all: 0b011, day: 8, coinDay: 9 } as const;
/** The same of GROUPING(part, day). */
const outKinds = { part: 0b01, day: 0b10 } as const;

/** Whether the days that are kept ready are whole and cut in this time zone; else the records are gone through. */
const ready = `(SELECT EXISTS (SELECT FROM money_rollup WHERE business_id = $5::uuid AND time_zone = $4))`;

async function areReady([, , , timeZone, businessId]: readonly string[]): Promise<boolean> {
  const { rowCount } = await databasePool().query(
    'SELECT FROM money_rollup WHERE business_id = $1::uuid AND time_zone = $2',
    [businessId, timeZone],
  );
  return rowCount === 1;
}

/** Which of the days a day is one of: $2 begins the period, $3 is today. */
const part = `CASE WHEN day < $2::date THEN 'before' WHEN day < $3::date THEN 'current' ELSE 'today' END AS part`;

/** What was added up before, and what has changed since. */
const keptDays = (flow: 'in' | 'out') => `
    SELECT day, nullif(coin, '') AS coin, nullif(settlement, '') AS settlement, count, deposited, deposited_known,
           reported, reported_known, settled AS credited, settled_known AS credited_known, eur, eur_known
      FROM money_day
     WHERE ${ready} AND business_id = $5::uuid AND flow = '${flow}' AND day BETWEEN $1::date AND $3::date
    UNION ALL
    SELECT (at AT TIME ZONE $4)::date, nullif(coin, ''), nullif(settlement, ''), count, deposited, deposited_known,
           reported, reported_known, settled, settled_known, eur, eur_known
      FROM money_delta
     WHERE ${ready} AND business_id = $5::uuid AND flow = '${flow}'
       AND at >= ${begin} AND at < ${end}`;

const recordsIn = `
    SELECT (d.sort_at AT TIME ZONE $4)::date AS day, d.deposit_currency AS coin, d.settlement_currency AS settlement,
           count(*) AS count, sum(d.deposit_amount) AS deposited, count(d.deposit_amount) AS deposited_known,
           sum(d.callback_deposit_amount) FILTER (WHERE d.deposit_amount IS NULL) AS reported,
           count(d.callback_deposit_amount) FILTER (WHERE d.deposit_amount IS NULL) AS reported_known,
           sum(d.settlement_payable_amount) AS credited, count(d.settlement_payable_amount) AS credited_known,
           sum(d.uniform_payable_amount) AS eur, count(d.uniform_payable_amount) AS eur_known
      FROM deposit d
     WHERE d.business_id = $5::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
       AND d.sort_at >= ${begin}
       AND d.sort_at < ${end}
     GROUP BY 1, 2, 3`;

/** The sum of nothing is unknown, not 0. */
const known = (column: string) =>
  `CASE WHEN sum(${column}_known) > 0 THEN trim_scale(sum(${column})) END::text`;

const sumsIn = `sum(count)::text AS count,
         ${known('deposited')} AS deposited, sum(deposited_known)::text AS "depositedKnown",
         ${known('reported')} AS reported, sum(reported_known)::text AS "reportedKnown",
         ${known('credited')} AS credited, sum(credited_known)::text AS "creditedKnown",
         ${known('eur')} AS eur, sum(eur_known)::text AS "eurKnown"`;

/**
 * The CONFIRMED deposits of all these days, by the time that they were received: by currencies, and by day in EUR and in
 * the coin that is asked for (`$6`), or in each where none is known in EUR. All days have many more sums than are shown.
 */
const moneyIn = (daily: string) => `
  WITH daily AS MATERIALIZED (${daily}),
  parts AS (
    SELECT ${part}, coin, settlement, sum(count) AS count, sum(deposited) AS deposited,
           sum(deposited_known) AS deposited_known, sum(reported) AS reported, sum(reported_known) AS reported_known,
           sum(credited) AS credited, sum(credited_known) AS credited_known, sum(eur) AS eur, sum(eur_known) AS eur_known
      FROM daily GROUP BY 1, 2, 3)
  SELECT GROUPING(part, coin, settlement) AS kind, part, NULL AS day, coin, settlement, ${sumsIn}
    FROM parts GROUP BY GROUPING SETS ((part, coin), (part, settlement), (part)) HAVING sum(count) > 0
  UNION ALL
  SELECT ${kinds.day}, NULL, day::text, NULL, NULL, sum(count)::text, NULL, '0', NULL, '0', NULL, '0',
         ${known('eur')}, sum(eur_known)::text
    FROM daily WHERE day >= $2::date GROUP BY day HAVING sum(count) > 0
  UNION ALL
  SELECT ${kinds.coinDay}, NULL, day::text, coin, NULL, ${sumsIn}
    FROM daily
   WHERE day >= $2::date
     AND (coin = $6::text OR NOT EXISTS (SELECT FROM parts WHERE part <> 'before' AND eur_known > 0))
   GROUP BY day, coin HAVING sum(count) > 0`;

const recordsOut = `
    SELECT (w.first_received_at AT TIME ZONE $4)::date AS day, w.settlement_currency AS settlement, count(*) AS count,
           sum(w.deducted_settlement_amount) AS credited, count(w.deducted_settlement_amount) AS credited_known
      FROM withdrawal w
     WHERE w.business_id = $5::uuid AND w.status = 'COMPLETED'
       AND w.first_received_at >= ${begin}
       AND w.first_received_at < ${end}
     GROUP BY 1, 2`;

const moneyOut = (daily: string) => `
  WITH daily AS (${daily}), sent AS (SELECT *, ${part} FROM daily)
  SELECT GROUPING(part, day) AS kind, part, day::text AS day, settlement, sum(count)::text AS count,
         ${known('credited')} AS total, sum(credited_known)::text AS known
    FROM sent
   GROUP BY GROUPING SETS ((part, settlement), (day, settlement))
  HAVING sum(count) > 0 AND (GROUPING(day) = 1 OR day >= $2::date)`;

async function sumsFrom(daysIn: string, daysOut: string, values: readonly string[], coin: string | null) {
  const [{ rows: received }, { rows: sent }] = await Promise.all([
    databasePool().query<InRow>(moneyIn(daysIn), [...values, coin]),
    databasePool().query<OutRow>(moneyOut(daysOut), [...values]),
  ]);
  return { received, sent };
}

/** One statement for both would be planned as if the records had to be gone through. */
async function sumsOf(values: readonly string[], coin: string | null) {
  const kept = (await areReady(values))
    ? await sumsFrom(keptDays('in'), keptDays('out'), values, coin)
    : null;
  // Taken away meanwhile, they may have told nothing.
  if (kept !== null && (await areReady(values))) return kept;
  return sumsFrom(recordsIn, recordsOut, values, coin);
}

type PartTotal = { readonly part: Part | null; readonly total: Total };

const compared = (parts: readonly PartTotal[]): Compared => {
  const of = (wanted: Part) => parts.find(({ part }) => part === wanted)?.total ?? nothing;
  return { ...of('current'), before: of('before'), today: of('today') };
};

/** Beside each currency of any of the days what it was in the others; the busiest first. */
function perCurrency(
  rows: readonly (PartTotal & { readonly currency: string | null })[],
): readonly CurrencyTotal[] {
  const currencies = [...new Set(rows.map((row) => row.currency))];
  return currencies
    .map((currency) => ({ currency, ...compared(rows.filter((row) => row.currency === currency)) }))
    .toSorted(
      (left, right) =>
        right.count + right.today.count - left.count - left.today.count ||
        right.before.count - left.before.count ||
        (left.currency ?? '~').localeCompare(right.currency ?? '~'),
    );
}

/** The heights of the bars, made by the database: an amount never becomes a JavaScript number. */
async function shares(days: readonly Total[]) {
  const { rows } = await databasePool().query<{ share: number; reportedShare: number }>(
    `SELECT coalesce(round(1000 * told / highest), 0)::int AS share,
            coalesce(round(1000 * reported / highest), 0)::int AS "reportedShare"
       FROM (SELECT told, reported, place, nullif(max(coalesce(told, 0) + coalesce(reported, 0)) OVER (), 0) AS highest
               FROM unnest($1::numeric[], $2::numeric[]) WITH ORDINALITY AS day(told, reported, place)) AS days
      ORDER BY place`,
    [days.map(({ total }) => total), days.map(({ reported }) => reported?.total ?? null)],
  );
  return rows;
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function everyDay(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) days.push(day);
  return days;
}

/** One currency day by day: the one that is asked for, where there is any of it, else the first that there is. */
async function seriesOf(
  { period, today }: Days,
  choices: readonly string[],
  asked: string | null,
  ofDay: (choice: string) => ReadonlyMap<string | null, Total>,
): Promise<DaySeries> {
  const of = choices.find((choice) => choice === asked) ?? choices[0] ?? null;
  const told = of === null ? new Map<string | null, Total>() : ofDay(of);
  const days = everyDay(period.from, today).map((day) => ({ day, ...(told.get(day) ?? nothing) }));
  const heights = await shares(days);
  return {
    of,
    choices,
    days: days.map((day, index): DayTotal => ({ ...day, share: 0, reportedShare: 0, ...heights[index] })),
  };
}

const codesOf = (totals: readonly CurrencyTotal[]): readonly string[] =>
  totals.flatMap(({ currency }) => currency ?? []);

/** Money in and out of some whole days, of as many before and of today, as the words "money in" and "money out" mean it. */
export async function readMoney(
  businessId: BusinessId,
  timeZone: string,
  days: Days,
  asked: Pick<OverviewAsked, 'in' | 'out'>,
) {
  const values = [days.before.from, days.period.from, days.today, timeZone, businessId];
  const { received, sent } = await sumsOf(values, asked.in);
  const of = (kind: number) => received.filter((row) => row.kind === kind);
  const outOf = (kind: number) => sent.filter((row) => row.kind === kind);
  const deposited = perCurrency(
    of(kinds.coin).map((row) => ({ currency: row.coin, part: row.part, total: depositedOf(row) })),
  );
  const credited = perCurrency(
    of(kinds.settlement).map((row) => ({
      currency: row.settlement,
      part: row.part,
      total: sum(row.credited, row.creditedKnown, row.count),
    })),
  );
  const eurOf = (row: InRow): Total => sum(row.eur, row.eurKnown, row.count);
  const eur = compared(of(kinds.all).map((row) => ({ part: row.part, total: eurOf(row) })));
  const withdrawnOf = (row: OutRow): Total => sum(row.total, row.known, row.count);
  const withdrawn = perCurrency(
    outOf(outKinds.part).map((row) => ({
      currency: row.settlement,
      part: row.part,
      total: withdrawnOf(row),
    })),
  );
  const coins = codesOf(deposited);
  // Only a read tells EUR: where none has, the coins come first.
  const hasEur = eur.known + eur.today.known > 0;
  const [inDays, outDays] = await Promise.all([
    seriesOf(days, hasEur ? [inEur, ...coins] : [...coins, inEur], asked.in, (choice) =>
      choice === inEur
        ? new Map(of(kinds.day).map((row) => [row.day, eurOf(row)]))
        : new Map(
            of(kinds.coinDay)
              .filter(({ coin }) => coin === choice)
              .map((row) => [row.day, depositedOf(row)]),
          ),
    ),
    seriesOf(
      days,
      codesOf(withdrawn),
      asked.out,
      (choice) =>
        new Map(
          outOf(outKinds.day)
            .filter(({ settlement }) => settlement === choice)
            .map((row) => [row.day, withdrawnOf(row)]),
        ),
    ),
  ]);
  return { deposited, credited, eur, inDays, withdrawn, outDays };
}
