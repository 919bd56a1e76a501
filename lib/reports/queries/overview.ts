import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { timeZoneOf } from '#lib/businesses/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { databasePool } from '#lib/platform/db.ts';
import { toDate } from '#lib/values/instant.ts';
import type { OverviewView, Period } from '../schema-overview.ts';
import { readAttention } from './overview-attention.ts';
import { readMoney } from './overview-money.ts';
import { readStatuses } from './overview-statuses.ts';

/** How many days are looked at, today included. */
const length = 30;

type Bounds = { from: string; to: string; earlier: string; end: string; since: Date };

/** The period up to today in the business's zone, and the one before it. */
async function periodsOf(now: Date, timeZone: string) {
  const { rows } = await databasePool().query<Bounds>(
    `SELECT (today - ${length - 1})::text AS "from", today::text AS "to", (today - ${2 * length - 1})::text AS earlier,
            (today - ${length})::text AS "end", (today - ${length - 1})::timestamp AT TIME ZONE $2 AS since
       FROM (SELECT ($1::timestamptz AT TIME ZONE $2)::date AS today) AS clock`,
    [now, timeZone],
  );
  const bounds = rows[0];
  if (!bounds) throw new Error('the database did not tell the day');
  const period: Period = { from: bounds.from, to: bounds.to };
  return { period, before: { from: bounds.earlier, to: bounds.end }, since: bounds.since };
}

const seenText = `SELECT
  EXISTS (SELECT 1 FROM payment WHERE business_id = $1::uuid) AS payments,
  EXISTS (SELECT 1 FROM service_reading WHERE business_id = $1::uuid AND kind = 'business') AS business,
  EXISTS (SELECT 1 FROM callback_message WHERE business_id = $1::uuid) AS callbacks`;

/** What the first page shows. Throws Problem 'not-found' or 'forbidden'. */
export async function readOverview(context: Context<PersonActor>, business: string): Promise<OverviewView> {
  const scope = requirePermission(context, business, 'read');
  const timeZone = await timeZoneOf(context, scope.businessId);
  const { period, before, since } = await periodsOf(toDate(context.clock.now()), timeZone);
  const [money, funnel, attention, seen] = await Promise.all([
    readMoney(scope.businessId, timeZone, before, period),
    readStatuses(context, scope.businessId, timeZone, before, period),
    readAttention(scope, since, context.clock.now()),
    databasePool().query<OverviewView['seen']>(seenText, [scope.businessId]),
  ]);
  const found = seen.rows[0] ?? { payments: false, business: false, callbacks: false };
  return { timeZone, period, before, ...money, funnel, attention, seen: found };
}
