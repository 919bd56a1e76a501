import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import { dayStartSql } from '#lib/database/day-begin.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { toDate } from '#lib/values/instant.ts';
import type { OverviewQuery, OverviewView, Period } from '../schema/overview.ts';
import { parseOverviewQuery } from '../schema/overview-query.ts';
import { readExceptionAges } from './exceptions-by-age.ts';
import { readAttention } from './overview-attention.ts';
import { readMoney } from './overview-money.ts';
import { readStatuses } from './overview-statuses.ts';

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
