import 'server-only';
import { dayBegin } from '#lib/database/day-begin.ts';
import { databasePool } from '#lib/database/pools.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { countPayments } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { paymentStatuses } from '#lib/service/contract/enumerations.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Period, StatusCount, StatusFunnel } from '../schema/overview.ts';

/** Whether the days that are kept ready are whole and cut in this time zone; else the payments are gone through. */
const ready = `(SELECT EXISTS (SELECT FROM status_rollup WHERE business_id = $5::uuid AND time_zone = $4))`;

/** When the first of the days begins (`$1`, in the time zone `$4`), and when today ends (`$3`). */
export const begin = dayBegin('$1::date', '$4');
export const end = dayBegin('$3::date + 1', '$4');

const text = `
  SELECT status, coalesce(sum(count) FILTER (WHERE day >= $2::date AND day < $3::date), 0)::text AS count,
         coalesce(sum(count) FILTER (WHERE day >= $6::date AND day < $2::date), 0)::text AS before,
         coalesce(sum(count) FILTER (WHERE day = $3::date), 0)::text AS today,
         coalesce(sum(count) FILTER (WHERE day >= $7::date), 0)::text AS recent
    FROM (
      SELECT day, status, count FROM status_day
       WHERE ${ready} AND business_id = $5::uuid AND day BETWEEN $1::date AND $3::date
      UNION ALL
      SELECT (at AT TIME ZONE $4)::date, status, count FROM status_delta
       WHERE ${ready} AND business_id = $5::uuid
         AND at >= ${begin} AND at < ${end}
      UNION ALL
      SELECT (sort_at AT TIME ZONE $4)::date, coalesce(status, ''), count(*) FROM payment
       WHERE NOT ${ready} AND business_id = $5::uuid AND payment_initiated_at IS NOT NULL
         AND sort_at >= ${begin} AND sort_at < ${end}
       GROUP BY 1, 2
    ) AS kept
   GROUP BY status`;

type Row = Readonly<Record<'status' | 'count' | 'before' | 'today' | 'recent', string>>;

/** The whole days that are looked at, as many before them, and today. */
export type Days = { readonly before: Period; readonly period: Period; readonly today: string };

/**
 * The payments that were initiated in the period, by the status that was last told, beside those of the period before
 * and of today so far.
 * Statuses of the interface come first, in its order; others as they came. The caller has checked the permission.
 */
export async function readStatuses(
  context: Context<PersonActor>,
  businessId: BusinessId,
  timeZone: string,
  { before, period, today }: Days,
  /** Of the payments since this day alone the second answer tells. */
  recentFrom: string,
): Promise<{ readonly funnel: StatusFunnel; readonly recent: ReadonlyMap<string, number> }> {
  const [{ rows }, callbackOnly] = await Promise.all([
    databasePool().query<Row>(text, [
      // As ISO writes them, days are ordered as text is.
      before.from < recentFrom ? before.from : recentFrom,
      period.from,
      today,
      timeZone,
      businessId,
      before.from,
      recentFrom,
    ]),
    countPayments(context, businessId, {
      ...wholeList,
      choices: { derived: ['callback-only'] },
      days: { firstObservedAt: { from: period.from, to: today } },
    }),
  ]);
  const order: readonly string[] = paymentStatuses;
  const place = (status: string | null): number => {
    if (status === null) return order.length + 1;
    return order.includes(status) ? order.indexOf(status) : order.length;
  };
  const told = rows
    .map(
      (row): StatusCount => ({
        status: row.status === '' ? null : row.status,
        count: Number(row.count),
        before: Number(row.before),
        today: Number(row.today),
      }),
    )
    .filter((one) => one.count + one.before + one.today > 0);
  const silent = order.filter((status) => !told.some((one) => one.status === status));
  const funnel: StatusFunnel = {
    statuses: [...told, ...silent.map((status) => ({ status, count: 0, before: 0, today: 0 }))].toSorted(
      (left, right) =>
        place(left.status) - place(right.status) || (left.status ?? '').localeCompare(right.status ?? ''),
    ),
    callbackOnly,
    canBeRead: canReadPayments(),
  };
  return { funnel, recent: new Map(rows.map(({ status, recent }) => [status, Number(recent)])) };
}
