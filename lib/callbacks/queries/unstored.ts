import 'server-only';
import * as z from 'zod';
import { attentionDays } from '#lib/callbacks/model/attention-days.ts';
import { dayStartSql } from '#lib/database/day-begin.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { UnstoredDay, UnstoredView } from '../schema/refusals.ts';

/** More rows than the days on Overview can have, so that only older withdrawals are ever cut. */
const maximumRows = 1_000;

const dayRows = z.array(
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

const firstDay = `(($3::timestamptz AT TIME ZONE $2)::date - $4::int + 1)`;

/** SQL of the counts by day. An hour that spans midnight belongs to the day in which it ends, as on Overview. */
const daysSql = `SELECT ((hour + interval '1 hour' - interval '1 microsecond') AT TIME ZONE $2)::date::text AS day,
    kind, reason, sum(count)::text AS count, min(first_seen_at) AS first_at, max(last_seen_at) AS last_at
  FROM callback_refusal
  WHERE business_id = $1::uuid AND hour IS NOT NULL AND (hour > ${dayStartSql(firstDay, '$2')} - interval '1 hour'
    OR (kind = 'withdrawal' AND count > acknowledged))
  GROUP BY 1, kind, reason ORDER BY 1 DESC, kind, reason LIMIT ${maximumRows}`;

const toPart = (days: readonly UnstoredDay[]) => ({
  count: days.reduce((sum, { count }) => sum + count, 0),
  days,
});

/**
 * Returns callbacks of which nothing was stored, by day: those of these last days, as Overview counts them, and withdrawals
 * of any age until they are acknowledged. The caller has checked the permission.
 */
export async function listUnstored(
  businessId: BusinessId,
  timeZone: string,
  now: Instant,
  dayCount: number = attentionDays,
): Promise<UnstoredView> {
  const { rows } = await databasePool().query(daysSql, [businessId, timeZone, toDate(now), dayCount]);
  const all = dayRows.parse(rows);
  const isWithdrawal = ({ kind }: UnstoredDay) => kind === 'withdrawal';
  const isUnavailable = ({ reason }: UnstoredDay) => reason === 'unavailable';
  const others = all.filter((day) => !isWithdrawal(day));
  return {
    timeZone,
    dayCount,
    misaddressed: toPart(others.filter((day) => !isUnavailable(day))),
    unavailable: toPart(others.filter(isUnavailable)),
    withdrawals: toPart(all.filter(isWithdrawal)),
  };
}
