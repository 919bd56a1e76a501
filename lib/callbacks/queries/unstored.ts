import 'server-only';
import * as z from 'zod';
import { dayBegin } from '#lib/database/day-begin.ts';
import { databasePool } from '#lib/database/pools.ts';
import { attentionDays } from '#lib/values/attention.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { UnstoredDay, UnstoredView } from '../schema/refusals.ts';

/** More than the days of attention can have, so that only older withdrawals are ever left out. */
const mostRows = 1_000;

const rows = z.array(
  z
    .object({
      day: z.string(),
      kind: z.string(),
      reason: z.string(),
      count: z.string(),
      first_at: z.date(),
      last_at: z.date(),
    })
    .transform(
      ({ count, first_at, last_at, ...rest }): UnstoredDay => ({
        ...rest,
        count: Number(count),
        firstAt: fromDate(first_at),
        lastAt: fromDate(last_at),
      }),
    ),
);

const firstDay = `(($3::timestamptz AT TIME ZONE $2)::date - ${attentionDays - 1})`;

/** An hour over midnight is of the day in which it ends, so that those that Overview counts are whole days. */
const text = `SELECT ((hour + interval '1 hour' - interval '1 microsecond') AT TIME ZONE $2)::date::text AS day,
    kind, reason, sum(count)::text AS count, min(first_seen_at) AS first_at, max(last_seen_at) AS last_at
  FROM callback_refusal_count
  WHERE business_id = $1::uuid AND (hour > ${dayBegin(firstDay, '$2')} - interval '1 hour'
    OR (kind = 'withdrawal' AND count > acknowledged))
  GROUP BY 1, kind, reason ORDER BY 1 DESC, kind, reason LIMIT ${mostRows}`;

const added = (days: readonly UnstoredDay[]) => ({
  count: days.reduce((sum, { count }) => sum + count, 0),
  days,
});

/**
 * Callbacks of which nothing was kept, by day: just those that Overview counts, and withdrawals however old until
 * somebody has acknowledged them. The caller has checked the permission.
 */
export async function listUnstored(
  businessId: BusinessId,
  timeZone: string,
  now: Instant,
): Promise<UnstoredView> {
  const told = await databasePool().query(text, [businessId, timeZone, toDate(now)]);
  const all = rows.parse(told.rows);
  const isWithdrawal = ({ kind }: UnstoredDay) => kind === 'withdrawal';
  const isUnavailable = ({ reason }: UnstoredDay) => reason === 'unavailable';
  const others = all.filter((one) => !isWithdrawal(one));
  return {
    timeZone,
    misaddressed: added(others.filter((one) => !isUnavailable(one))),
    unavailable: added(others.filter(isUnavailable)),
    withdrawals: added(all.filter(isWithdrawal)),
  };
}
