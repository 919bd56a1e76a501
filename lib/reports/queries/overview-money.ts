import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type {
  ComparedTotal,
  CurrencyTotal,
  DaySeries,
  DayTotal,
  OverviewQuery,
  Total,
} from '../schema/overview.ts';
import { inEur } from '../schema/overview.ts';
import {
  depositMoneySql,
  depositRecordsSql,
  storedDaysSql,
  withdrawalMoneySql,
  withdrawalRecordsSql,
} from './overview-money-statements.ts';
import type { Days } from './overview-statuses.ts';

type Part = 'before' | 'current' | 'today';

/** A sum that the database made, of some of the days and currencies. */
type Sums = {
  readonly part: Part | null;
  readonly day: string | null;
  readonly count: string;
};

type DepositRow = Sums & {
  /** Of which sums it is: of a coin, a settlement currency or all, in a part of the days; of a day in EUR, or in a coin. */
  readonly kind: 'coin' | 'settlement' | 'all' | 'day' | 'coin-day';
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

type WithdrawalRow = Sums & {
  readonly kind: 'part' | 'day';
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

function depositedOf(row: DepositRow): Total {
  const reported = money(row.reported);
  return {
    ...sum(row.deposited, row.depositedKnown, row.count),
    reported: reported === null ? null : { total: reported, count: Number(row.reportedKnown) },
  };
}

async function areReady([, , , timeZone, businessId]: readonly string[]): Promise<boolean> {
  const { rowCount } = await databasePool().query(
    'SELECT FROM money_currency_rollup WHERE business_id = $1::uuid AND time_zone = $2',
    [businessId, timeZone],
  );
  return rowCount === 1;
}

async function sumsFrom(daysIn: string, daysOut: string, values: readonly string[], coin: string | null) {
  const [{ rows: received }, { rows: sent }] = await Promise.all([
    databasePool().query<DepositRow>(depositMoneySql(daysIn), [...values, coin]),
    databasePool().query<WithdrawalRow>(withdrawalMoneySql(daysOut), [...values]),
  ]);
  return { received, sent };
}

/** One statement for both would be planned as if the records had to be gone through. */
async function sumsOf(values: readonly string[], coin: string | null) {
  const kept = (await areReady(values))
    ? await sumsFrom(storedDaysSql('in'), storedDaysSql('out'), values, coin)
    : null;
  // Taken away meanwhile, they may have told nothing.
  if (kept !== null && (await areReady(values))) return kept;
  return sumsFrom(depositRecordsSql, withdrawalRecordsSql, values, coin);
}

type PartTotal = { readonly part: Part | null; readonly total: Total };

const compared = (parts: readonly PartTotal[]): ComparedTotal => {
  const of = (wanted: Part) => parts.find(({ part }) => part === wanted)?.total ?? nothing;
  return { ...of('current'), before: of('before'), today: of('today') };
};

/** Beside each currency of any of the days what it was in the others; the busiest first. */
function byCurrency(
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

/** The heights of the bars and which is the highest, made by the database: an amount never becomes a JavaScript number. */
async function shares(days: readonly Total[]) {
  const { rows } = await databasePool().query<{ share: number; reportedShare: number; isHighest: boolean }>(
    `SELECT coalesce(round(1000 * told / highest), 0)::int AS share,
            coalesce(round(1000 * reported / highest), 0)::int AS "reportedShare",
            highest IS NOT NULL AND row_number() OVER (ORDER BY height DESC, place) = 1 AS "isHighest"
       FROM (SELECT told, reported, place, height, nullif(max(height) OVER (), 0) AS highest
               FROM unnest($1::numeric[], $2::numeric[]) WITH ORDINALITY AS day(told, reported, place),
                    LATERAL (SELECT coalesce(told, 0) + coalesce(reported, 0) AS height) AS one) AS days
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
    days: days.map((day, index): DayTotal => {
      const { share = 0, reportedShare = 0 } = heights[index] ?? {};
      return { ...day, share, reportedShare };
    }),
    highest: days[heights.findIndex(({ isHighest }) => isHighest)]?.day ?? null,
  };
}

const codesOf = (totals: readonly CurrencyTotal[]): readonly string[] =>
  totals.flatMap(({ currency }) => currency ?? []);

/** Money in and out of some whole days, of as many before and of today, as the words "money in" and "money out" mean it. */
export async function readMoney(
  businessId: BusinessId,
  timeZone: string,
  days: Days,
  asked: Pick<OverviewQuery, 'in' | 'out'>,
) {
  const values = [days.before.from, days.period.from, days.today, timeZone, businessId];
  const { received, sent } = await sumsOf(values, asked.in);
  const of = (kind: DepositRow['kind']) => received.filter((row) => row.kind === kind);
  const outOf = (kind: WithdrawalRow['kind']) => sent.filter((row) => row.kind === kind);
  const deposited = byCurrency(
    of('coin').map((row) => ({ currency: row.coin, part: row.part, total: depositedOf(row) })),
  );
  const credited = byCurrency(
    of('settlement').map((row) => ({
      currency: row.settlement,
      part: row.part,
      total: sum(row.credited, row.creditedKnown, row.count),
    })),
  );
  const eurOf = (row: DepositRow): Total => sum(row.eur, row.eurKnown, row.count);
  const eur = compared(of('all').map((row) => ({ part: row.part, total: eurOf(row) })));
  const withdrawnOf = (row: WithdrawalRow): Total => sum(row.total, row.known, row.count);
  const withdrawn = byCurrency(
    outOf('part').map((row) => ({
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
        ? new Map(of('day').map((row) => [row.day, eurOf(row)]))
        : new Map(
            of('coin-day')
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
          outOf('day')
            .filter(({ settlement }) => settlement === choice)
            .map((row) => [row.day, withdrawnOf(row)]),
        ),
    ),
  ]);
  return { deposited, credited, eur, inDays, withdrawn, outDays };
}
