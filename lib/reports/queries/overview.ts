import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import { dayStartSql } from '#lib/database/day-begin.ts';
import { databasePool } from '#lib/database/pools.ts';
import { countExceptions } from '#lib/exceptions/index.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toDate } from '#lib/values/instant.ts';
import type { ExceptionAge, OverviewQuery, OverviewView, Period } from '../schema/overview.ts';
import { parseOverviewQuery } from '../schema/overview-query.ts';
import { readAttention } from './overview-attention.ts';
import { readMoney } from './overview-money.ts';
import { readStatuses } from './overview-statuses.ts';

/** Days before today at which an age begins, the newest first. The oldest has no end. */
const ages = [
  { key: 'week', from: 6, to: 0 },
  { key: 'month', from: 29, to: 7 },
  { key: 'older', from: null, to: 30 },
] as const;

const dayBefore = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** Counts the open exceptions by the days since they began. `today` is in the time zone of the business. */
const readExceptionAges = (
  context: Context<PersonActor>,
  businessId: BusinessId,
  today: string,
): Promise<readonly ExceptionAge[]> =>
  Promise.all(
    ages.map(async ({ key, from, to }): Promise<ExceptionAge> => {
      const days = { from: from === null ? null : dayBefore(today, from), to: dayBefore(today, to) };
      return {
        key,
        days,
        count: await countExceptions(context, businessId, { ...wholeList, days: { at: days } }),
      };
    }),
  );

type PeriodBounds = {
  today: string;
  from: string;
  to: string;
  earlier: string;
  end: string;
  since: Date;
};

/** Returns the full days up to yesterday in the business's zone, as many before them, and today. */
async function readPeriods(now: Date, timeZone: string, length: number) {
  const { rows } = await databasePool().query<PeriodBounds>(
    `SELECT today::text, (today - $3::int)::text AS "from", (today - 1)::text AS "to",
            (today - 2 * $3::int)::text AS earlier, (today - $3::int - 1)::text AS "end",
            ${dayStartSql('today - $3::int', '$2')} AS since
       FROM (SELECT ($1::timestamptz AT TIME ZONE $2)::date AS today) AS clock`,
    [now, timeZone, length],
  );
  const bounds = rows[0];
  if (!bounds) throw new Error('the database returned no day');
  const { today, since } = bounds;
  const period: Period = { from: bounds.from, to: bounds.to };
  return { days: { period, before: { from: bounds.earlier, to: bounds.end }, today }, since };
}

const defaultQuery = parseOverviewQuery(() => null);

/** Looks for an applied callback among the newest only: no index has them. */
const seenSql = `SELECT
  EXISTS (SELECT 1 FROM payment WHERE business_id = $1::uuid) AS payments,
  EXISTS (SELECT 1 FROM service_reading WHERE business_id = $1::uuid AND kind = 'business') AS business,
  EXISTS (SELECT 1 FROM (SELECT verdict FROM callback_message WHERE business_id = $1::uuid
            ORDER BY first_received_at DESC, id DESC LIMIT 1000) AS newest WHERE verdict = 'applied') AS callbacks`;

/** Returns the content of Overview. Throws Problem 'not-found' or 'forbidden'. */
export async function readOverview(
  context: Context<PersonActor>,
  business: string,
  query: OverviewQuery = defaultQuery,
): Promise<OverviewView> {
  const scope = requirePermission(context, business, 'read');
  const timeZone = await readTimeZone(context, scope.businessId);
  const { days, since } = await readPeriods(toDate(context.clock.now()), timeZone, query.days);
  const statuses = readStatuses(context, scope.businessId, timeZone, days);
  const [money, { funnel }, attention, exceptionAges, seen] = await Promise.all([
    readMoney(scope.businessId, timeZone, days, query),
    statuses,
    readAttention(
      context,
      scope,
      since,
      statuses.then(({ funnel: { statuses: counted } }) => counted),
    ),
    readExceptionAges(context, scope.businessId, days.today),
    databasePool().query<OverviewView['seen']>(seenSql, [scope.businessId]),
  ]);
  const found = seen.rows[0] ?? { payments: false, business: false, callbacks: false };
  return { timeZone, query, ...days, ...money, funnel, exceptionAges, attention, seen: found };
}
