import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { parseSignedAmount, parseTotal } from '#lib/values/amount.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { calculateNet } from '../model/net.ts';
import type {
  ComparedTotal,
  CurrencyTotal,
  DaySeries,
  DayTotal,
  NetSeries,
  OverviewQuery,
  Total,
} from '../schema/overview.ts';
import { eurChoice } from '../schema/overview.ts';
import { incomingMoneySql, outgoingMoneySql } from './overview-money-statements.ts';
import type { OverviewDays } from './overview-statuses.ts';

type Part = 'before' | 'current' | 'today';

/** A sum from the database, for some of the days and currencies. */
type Sums = {
  readonly part: Part | null;
  readonly day: string | null;
  readonly count: string;
};

type InRow = Sums & {
  /** The sum of a coin, of a settlement currency or of all in one part of the days, or of one day in EUR or in one of them. */
  readonly kind: 'coin' | 'settlement' | 'all' | 'day' | 'coin-day' | 'settlement-day';
  readonly coin: string | null;
  readonly settlement: string | null;
  readonly deposited: string | null;
  readonly depositedKnown: string;
  readonly reported: string | null;
  readonly reportedKnown: string;
  readonly credited: string | null;
  readonly creditedKnown: string;
  readonly fee: string | null;
  readonly feeKnown: string;
  readonly eur: string | null;
  readonly eurKnown: string;
};

type OutRow = Sums & {
  readonly kind: 'part' | 'day';
  readonly settlement: string | null;
  readonly total: string | null;
  readonly known: string;
};

const parseSum = (text: string | null) => (text === null ? null : parseTotal(text));
const emptyTotal: Total = { total: null, known: 0, count: 0, reported: null };
const toTotal = (total: string | null, known: string, count: string): Total => ({
  total: parseSum(total),
  known: Number(known),
  count: Number(count),
  reported: null,
});

function toDepositedTotal(row: InRow): Total {
  const reported = parseSum(row.reported);
  return {
    ...toTotal(row.deposited, row.depositedKnown, row.count),
    reported: reported === null ? null : { total: reported, count: Number(row.reportedKnown) },
  };
}

async function readSums(values: readonly string[], coin: string | null) {
  const [{ rows: received }, { rows: sent }] = await Promise.all([
    databasePool().query<InRow>(incomingMoneySql, [...values, coin]),
    databasePool().query<OutRow>(outgoingMoneySql, [...values]),
  ]);
  return { received, sent };
}

type PartTotal = { readonly part: Part | null; readonly total: Total };

const comparePart = (parts: readonly PartTotal[]): ComparedTotal => {
  const findTotal = (name: Part) => parts.find(({ part }) => part === name)?.total ?? emptyTotal;
  return { ...findTotal('current'), before: findTotal('before'), today: findTotal('today') };
};

/** Groups parts by currency, the busiest first. */
function groupByCurrency(
  rows: readonly (PartTotal & { readonly currency: string | null })[],
): readonly CurrencyTotal[] {
  const currencies = [...new Set(rows.map((row) => row.currency))];
  return currencies
    .map((currency) => ({ currency, ...comparePart(rows.filter((row) => row.currency === currency)) }))
    .toSorted(
      (left, right) =>
        right.count + right.today.count - left.count - left.today.count ||
        right.before.count - left.before.count ||
        (left.currency ?? '~').localeCompare(right.currency ?? '~'),
    );
}

type Height = {
  share: number;
  reportedShare: number;
  isHighest: boolean;
  top: string | null;
  middle: string | null;
};

/**
 * Calculates the bar heights and the highest day in the database, because an amount never becomes a JavaScript
 * number.
 */
async function readShares(days: readonly Total[]) {
  const { rows } = await databasePool().query<Height>(
    `SELECT coalesce(round(1000 * told / highest), 0)::int AS share,
            coalesce(round(1000 * reported / highest), 0)::int AS "reportedShare",
            trim_scale(highest)::text AS top, trim_scale(highest / 2)::text AS middle,
            highest IS NOT NULL AND row_number() OVER (ORDER BY height DESC, place) = 1 AS "isHighest"
       FROM (SELECT told, reported, place, height, nullif(max(height) OVER (), 0) AS highest
               FROM unnest($1::numeric[], $2::numeric[]) WITH ORDINALITY AS day(told, reported, place),
                    LATERAL (SELECT coalesce(told, 0) + coalesce(reported, 0) AS height) AS one) AS days
      ORDER BY place`,
    [days.map(({ total }) => total), days.map(({ reported }) => reported?.total ?? null)],
  );
  return rows;
}

function toAxis(height: Height | undefined): DaySeries['axis'] {
  const [top, middle] = [parseSum(height?.top ?? null), parseSum(height?.middle ?? null)];
  return top === null || middle === null ? null : { top, middle };
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

function listDays(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) days.push(day);
  return days;
}

/** Returns one currency day by day: the selected one if it has sums, else the first. */
async function createSeries(
  { period, today }: OverviewDays,
  choices: readonly string[],
  selected: string | null,
  readDay: (choice: string) => ReadonlyMap<string | null, Total>,
): Promise<DaySeries> {
  const currency = choices.find((choice) => choice === selected) ?? choices[0] ?? null;
  const totalsByDay = currency === null ? new Map<string | null, Total>() : readDay(currency);
  const days = listDays(period.from, today).map((day) => ({ day, ...(totalsByDay.get(day) ?? emptyTotal) }));
  const heights = await readShares(days);
  return {
    of: currency,
    choices,
    days: days.map((day, index): DayTotal => {
      const { share = 0, reportedShare = 0 } = heights[index] ?? {};
      return { ...day, share, reportedShare };
    }),
    axis: toAxis(heights[0]),
    highest: days[heights.findIndex(({ isHighest }) => isHighest)]?.day ?? null,
  };
}

type NetHeight = { share: number; zero: number; top: string; bottom: string };

/** Calculates the bar heights of differences in the database, like {@link readShares}. The zero line is in between. */
async function readNetShares(nets: readonly (string | null)[]) {
  const { rows } = await databasePool().query<NetHeight>(
    `SELECT coalesce(round(1000 * abs(net) / height), 0)::int AS share, coalesce(round(-1000 * low / height), 0)::int AS zero,
            trim_scale(high)::text AS top, trim_scale(low)::text AS bottom
       FROM (SELECT net, place, high, low, nullif(high - low, 0) AS height
               FROM (SELECT net, place, greatest(max(net) OVER (), 0) AS high, least(min(net) OVER (), 0) AS low
                       FROM unnest($1::numeric[]) WITH ORDINALITY AS day(net, place)) AS bounds) AS days
      ORDER BY place`,
    [nets],
  );
  return rows;
}

/** Returns money in minus money out day by day in the selected settlement currency, else in the first. */
async function createNetSeries(
  { period, today }: OverviewDays,
  choices: readonly string[],
  selected: string | null,
  readDay: (currency: string, day: string) => { readonly received: Total; readonly sent: Total },
): Promise<NetSeries> {
  const currency = choices.find((choice) => choice === selected) ?? choices[0] ?? null;
  if (currency === null) return { of: null, choices, days: [], axis: null };
  const days = listDays(period.from, today).map((day) => {
    const { received, sent } = readDay(currency, day);
    return { day, received, sent, net: calculateNet(received, sent) };
  });
  const heights = await readNetShares(days.map(({ net }) => net));
  const [first] = heights;
  const [top, bottom] = [parseSignedAmount(first?.top ?? ''), parseSignedAmount(first?.bottom ?? '')];
  return {
    of: currency,
    choices,
    days: days.map((day, index) => ({ ...day, share: heights[index]?.share ?? 0 })),
    axis:
      first === undefined || top === null || bottom === null || top === bottom
        ? null
        : { top, bottom, zero: first.zero },
  };
}

const listCodes = (totals: readonly CurrencyTotal[]): readonly string[] =>
  totals.flatMap(({ currency }) => currency ?? []);

/** Reads money in and out of the period, of the period before and of today. */
export async function readMoney(
  businessId: BusinessId,
  timeZone: string,
  days: OverviewDays,
  selected: Pick<OverviewQuery, 'in' | 'out'>,
) {
  const values = [days.before.from, days.period.from, days.today, timeZone, businessId];
  const { received, sent } = await readSums(values, selected.in);
  const listReceived = (kind: InRow['kind']) => received.filter((row) => row.kind === kind);
  const listSent = (kind: OutRow['kind']) => sent.filter((row) => row.kind === kind);
  const deposited = groupByCurrency(
    listReceived('coin').map((row) => ({ currency: row.coin, part: row.part, total: toDepositedTotal(row) })),
  );
  const credited = groupByCurrency(
    listReceived('settlement').map((row) => ({
      currency: row.settlement,
      part: row.part,
      total: toTotal(row.credited, row.creditedKnown, row.count),
    })),
  );
  const fees = groupByCurrency(
    listReceived('settlement').map((row) => ({
      currency: row.settlement,
      part: row.part,
      total: toTotal(row.fee, row.feeKnown, row.count),
    })),
  );
  const totalEur = (row: InRow): Total => toTotal(row.eur, row.eurKnown, row.count);
  const eur = comparePart(listReceived('all').map((row) => ({ part: row.part, total: totalEur(row) })));
  const totalWithdrawn = (row: OutRow): Total => toTotal(row.total, row.known, row.count);
  const withdrawn = groupByCurrency(
    listSent('part').map((row) => ({
      currency: row.settlement,
      part: row.part,
      total: totalWithdrawn(row),
    })),
  );
  const coins = listCodes(deposited);
  const findDay = (rows: readonly { settlement: string | null; day: string | null; total: Total }[]) =>
    new Map(rows.map(({ settlement, day, total }) => [`${settlement} ${day}`, total]));
  const creditedByDay = findDay(
    listReceived('settlement-day').map(({ settlement, day, credited: sum, creditedKnown, count }) => ({
      settlement,
      day,
      total: toTotal(sum, creditedKnown, count),
    })),
  );
  const takenByDay = findDay(
    listSent('day').map((row) => ({ settlement: row.settlement, day: row.day, total: totalWithdrawn(row) })),
  );
  // Only reads report EUR. Without one, coins come first.
  const hasEur = eur.known + eur.today.known > 0;
  const [inDays, outDays, netDays] = await Promise.all([
    createSeries(days, hasEur ? [eurChoice, ...coins] : [...coins, eurChoice], selected.in, (choice) =>
      choice === eurChoice
        ? new Map(listReceived('day').map((row) => [row.day, totalEur(row)]))
        : new Map(
            listReceived('coin-day')
              .filter(({ coin }) => coin === choice)
              .map((row) => [row.day, toDepositedTotal(row)]),
          ),
    ),
    createSeries(
      days,
      listCodes(withdrawn),
      selected.out,
      (choice) =>
        new Map(
          listSent('day')
            .filter(({ settlement }) => settlement === choice)
            .map((row) => [row.day, totalWithdrawn(row)]),
        ),
    ),
    createNetSeries(
      days,
      [...new Set([...listCodes(credited), ...listCodes(withdrawn)])],
      selected.out,
      (currency, day) => ({
        received: creditedByDay.get(`${currency} ${day}`) ?? emptyTotal,
        sent: takenByDay.get(`${currency} ${day}`) ?? emptyTotal,
      }),
    ),
  ]);
  return { deposited, credited, fees, eur, inDays, withdrawn, outDays, netDays };
}
