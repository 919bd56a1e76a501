import 'server-only';
import { databasePool } from '#lib/platform/db.ts';
import type { Amount } from '#lib/values/amount.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CurrencyTotal, DayTotal, Period, Total } from '../schema-overview.ts';

type Row = {
  readonly kind: number;
  readonly current: boolean;
  readonly day: string | null;
  readonly coin: string | null;
  readonly settlement: string | null;
  readonly count: string;
  readonly deposited: string | null;
  readonly depositedKnown: string;
  readonly credited: string | null;
  readonly creditedKnown: string;
  readonly eur: string | null;
  readonly eurKnown: string;
};

const money = (text: string | null): Amount | null => (text === null ? null : parseAmount(text));
const nothing: Total = { total: null, known: 0, count: 0 };
const sum = (total: string | null, known: string, count: string): Total => ({
  total: money(total),
  known: Number(known),
  count: Number(count),
});

/** The bits of GROUPING(current, day, coin, settlement): which of them a row does not distinguish. */
const kinds = { coin: 0b0101, settlement: 0b0110, all: 0b0111, day: 0b1011 } as const;

/** Whether the days that are kept ready are whole and cut in this time zone; else the records are gone through. */
const ready = `(SELECT EXISTS (SELECT FROM money_rollup WHERE business_id = $5::uuid AND time_zone = $4))`;

/** What was added up before, and what has changed since: the sums of nothing are unknown, not 0. */
const keptDays = (flow: 'in' | 'out') => `
    SELECT day, nullif(coin, '') AS coin, nullif(settlement, '') AS settlement, sum(count) AS count,
           CASE WHEN sum(deposited_known) > 0 THEN sum(deposited) END AS deposited,
           sum(deposited_known) AS deposited_known,
           CASE WHEN sum(settled_known) > 0 THEN sum(settled) END AS credited, sum(settled_known) AS credited_known,
           CASE WHEN sum(eur_known) > 0 THEN sum(eur) END AS eur, sum(eur_known) AS eur_known
      FROM (
        SELECT day, coin, settlement, count, deposited, deposited_known, settled, settled_known, eur, eur_known
          FROM money_day
         WHERE ${ready} AND business_id = $5::uuid AND flow = '${flow}' AND day BETWEEN $1::date AND $3::date
        UNION ALL
        SELECT (at AT TIME ZONE $4)::date, coin, settlement, count, deposited, deposited_known, settled, settled_known,
               eur, eur_known
          FROM money_delta
         WHERE ${ready} AND business_id = $5::uuid AND flow = '${flow}'
           AND at >= $1::date::timestamp AT TIME ZONE $4 AND at < ($3::date + 1)::timestamp AT TIME ZONE $4
      ) AS kept
     GROUP BY day, coin, settlement HAVING sum(count) > 0`;

/** The CONFIRMED deposits of both periods, by the time that they were received: by day and currencies. */
const moneyIn = `
  WITH daily AS (
    ${keptDays('in')}
    UNION ALL
    SELECT (d.sort_at AT TIME ZONE $4)::date, d.deposit_currency, d.settlement_currency,
           count(*), sum(d.deposit_amount), count(d.deposit_amount),
           sum(d.settlement_payable_amount), count(d.settlement_payable_amount),
           sum(d.uniform_payable_amount), count(d.uniform_payable_amount)
      FROM deposit d
     WHERE NOT ${ready} AND d.business_id = $5::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
       AND d.sort_at >= $1::date::timestamp AT TIME ZONE $4
       AND d.sort_at < ($3::date + 1)::timestamp AT TIME ZONE $4
     GROUP BY 1, 2, 3
  ), received AS (SELECT *, day >= $2::date AS current FROM daily)
  SELECT GROUPING(current, day, coin, settlement) AS kind, coalesce(current, true) AS current, day::text AS day,
         coin, settlement, sum(count)::text AS count,
         trim_scale(sum(deposited))::text AS deposited, sum(deposited_known)::text AS "depositedKnown",
         trim_scale(sum(credited))::text AS credited, sum(credited_known)::text AS "creditedKnown",
         trim_scale(sum(eur))::text AS eur, sum(eur_known)::text AS "eurKnown"
    FROM received
   GROUP BY GROUPING SETS ((current, coin), (current, settlement), (current), (day))`;

const moneyOut = `
  WITH daily AS (
    SELECT day, settlement, count, credited, credited_known FROM (${keptDays('out')}) AS days
    UNION ALL
    SELECT (w.first_received_at AT TIME ZONE $4)::date, w.settlement_currency, count(*),
           sum(w.deducted_settlement_amount), count(w.deducted_settlement_amount)
      FROM withdrawal w
     WHERE NOT ${ready} AND w.business_id = $5::uuid AND w.status = 'COMPLETED'
       AND w.first_received_at >= $1::date::timestamp AT TIME ZONE $4
       AND w.first_received_at < ($3::date + 1)::timestamp AT TIME ZONE $4
     GROUP BY 1, 2)
  SELECT settlement AS currency, day >= $2::date AS current, sum(count)::text AS count,
         trim_scale(sum(credited))::text AS total, sum(credited_known)::text AS known
    FROM daily GROUP BY 1, 2`;

type CurrencyRow = { readonly currency: string | null; readonly current: boolean; readonly total: Total };

/** Beside each currency of either period what it was in the other; the busiest first. */
function perCurrency(rows: readonly CurrencyRow[]): readonly CurrencyTotal[] {
  const currencies = [...new Set(rows.map((row) => row.currency))];
  const of = (currency: string | null, current: boolean) =>
    rows.find((row) => row.currency === currency && row.current === current)?.total ?? nothing;
  return currencies
    .map((currency) => ({ currency, ...of(currency, true), before: of(currency, false) }))
    .toSorted(
      (left, right) =>
        right.count - left.count ||
        right.before.count - left.before.count ||
        (left.currency ?? '~').localeCompare(right.currency ?? '~'),
    );
}

/** The heights of the bars, made by the database: an amount never becomes a JavaScript number. */
async function shares(days: readonly (Amount | null)[]): Promise<readonly number[]> {
  const { rows } = await databasePool().query<{ share: number }>(
    `SELECT coalesce(round(1000 * amount / nullif(max(amount) OVER (), 0)), 0)::int AS share
       FROM unnest($1::numeric[]) WITH ORDINALITY AS day(amount, place) ORDER BY place`,
    [days],
  );
  return rows.map((row) => row.share);
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function everyDay(period: Period): readonly string[] {
  const days: string[] = [];
  for (let day = period.from; day <= period.to; day = nextDay(day)) days.push(day);
  return days;
}

/** Money in and out of two periods that follow each other, as the words "money in" and "money out" mean it. */
export async function readMoney(businessId: BusinessId, timeZone: string, before: Period, period: Period) {
  const values = [before.from, period.from, period.to, timeZone, businessId];
  const [received, withdrawn] = await Promise.all([
    databasePool().query<Row>(moneyIn, values),
    databasePool().query<{
      currency: string | null;
      current: boolean;
      count: string;
      total: string | null;
      known: string;
    }>(moneyOut, values),
  ]);
  const of = (kind: number) => received.rows.filter((row) => row.kind === kind);
  const eurOf = (current: boolean): Total => {
    const row = of(kinds.all).find((one) => one.current === current);
    return row ? sum(row.eur, row.eurKnown, row.count) : nothing;
  };
  const byDay = new Map(of(kinds.day).map((row) => [row.day, sum(row.eur, row.eurKnown, row.count)]));
  const days = everyDay(period).map((day) => ({ day, ...(byDay.get(day) ?? nothing) }));
  const heights = await shares(days.map((day) => day.total));
  return {
    deposited: perCurrency(
      of(kinds.coin).map((row) => ({
        currency: row.coin,
        current: row.current,
        total: sum(row.deposited, row.depositedKnown, row.count),
      })),
    ),
    credited: perCurrency(
      of(kinds.settlement).map((row) => ({
        currency: row.settlement,
        current: row.current,
        total: sum(row.credited, row.creditedKnown, row.count),
      })),
    ),
    eur: { ...eurOf(true), before: eurOf(false) },
    days: days.map((day, index): DayTotal => ({ ...day, share: heights[index] ?? 0 })),
    withdrawn: perCurrency(
      withdrawn.rows.map((row) => ({
        currency: row.currency,
        current: row.current,
        total: sum(row.total, row.known, row.count),
      })),
    ),
  };
}
