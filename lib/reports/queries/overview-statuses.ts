import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { wholeList } from '#lib/lists/model/query.ts';
import { countPayments } from '#lib/payments/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { daysBetweenSql } from '#lib/rollups/index.ts';
import { paymentStatuses } from '#lib/service/contract/enumerations.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Period, StatusCount, StatusFunnel } from '../schema/overview.ts';

/** The parameters of the statements of Overview: the first day, today, the time zone and the business. */
export const overviewDays = { from: '$1', to: '$3', zone: '$4', business: '$5' } as const;

const statusesSql = `
  SELECT key AS status, coalesce(sum(count) FILTER (WHERE day >= $2::date AND day < $3::date), 0)::text AS count,
         coalesce(sum(count) FILTER (WHERE day >= $6::date AND day < $2::date), 0)::text AS before,
         coalesce(sum(count) FILTER (WHERE day = $3::date), 0)::text AS today
    FROM (${daysBetweenSql(overviewDays, ['payment-status'])}) AS daily
   GROUP BY key`;

type Row = Readonly<Record<'status' | 'count' | 'before' | 'today', string>>;

/** The period, the period before it, and today. */
export type OverviewDays = { readonly before: Period; readonly period: Period; readonly today: string };

/**
 * Counts payments initiated in the period by last reported status, with the period before and today. Known statuses
 * come first in the order of the interface, then unknown ones. The caller checks the permission.
 */
export async function readStatuses(
  context: Context<PersonActor>,
  businessId: BusinessId,
  timeZone: string,
  { before, period, today }: OverviewDays,
): Promise<{ readonly funnel: StatusFunnel }> {
  const [{ rows }, callbackOnly] = await Promise.all([
    databasePool().query<Row>(statusesSql, [
      before.from,
      period.from,
      today,
      timeZone,
      businessId,
      before.from,
    ]),
    countPayments(context, businessId, {
      ...wholeList,
      choices: { derived: ['callback-only'] },
      days: { firstObservedAt: { from: period.from, to: today } },
    }),
  ]);
  const order: readonly string[] = paymentStatuses;
  const rank = (status: string | null): number => {
    if (status === null) return order.length + 1;
    return order.includes(status) ? order.indexOf(status) : order.length;
  };
  const reported = rows
    .map(
      (row): StatusCount => ({
        status: row.status === '' ? null : row.status,
        count: Number(row.count),
        before: Number(row.before),
        today: Number(row.today),
      }),
    )
    .filter((one) => one.count + one.before + one.today > 0);
  const unreported = order.filter((status) => !reported.some((one) => one.status === status));
  const funnel: StatusFunnel = {
    statuses: [
      ...reported,
      ...unreported.map((status) => ({ status, count: 0, before: 0, today: 0 })),
    ].toSorted(
      (left, right) =>
        rank(left.status) - rank(right.status) || (left.status ?? '').localeCompare(right.status ?? ''),
    ),
    callbackOnly,
    canBeRead: canReadPayments(),
  };
  return { funnel };
}
