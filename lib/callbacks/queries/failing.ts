import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { FailingDelivery } from '../model/failing.ts';
import { failingDeliveries } from '../model/failing.ts';

const hours = z.array(
  z
    .object({
      kind: z.string(),
      cause: z.enum(['address', 'unavailable']),
      count: z.string(),
      first_at: z.date(),
      last_at: z.date(),
    })
    .transform(({ kind, cause, count, first_at, last_at }) => ({
      kind,
      cause,
      count: Number(count),
      firstAt: fromDate(first_at),
      lastAt: fromDate(last_at),
    })),
);
const taken = z.array(z.object({ kind: z.string(), at: z.date() }));

/** Of each kind the newest content alone; each kind is spelled out, for rare ones have an index that says which. */
const newestText = ['deposit-received', 'withdrawal', 'deposit-exchanged']
  .map(
    (kind) => `(SELECT '${kind}' AS kind, first_received_at AS at FROM callback_message
      WHERE business_id = $1::uuid AND kind = '${kind}'${kind === 'deposit-received' ? '' : " AND kind <> 'deposit-received'"}
        AND shown_with IS NULL
      ORDER BY first_received_at DESC, id DESC LIMIT 1)`,
  )
  .join(' UNION ALL ');

/** Whether the service sends a callback of this kind again: the deposit one it does (§6.1), of others it is assumed. */
const comesAgain = (kind: string): boolean =>
  kind === 'withdrawal' ? serviceSettings().withdrawalsComeAgain : kind !== 'deposit-exchanged';

/** Deliveries to this business that are refused to this day, those first whose time runs out first. */
export async function failingNow(businessId: BusinessId, now: Instant): Promise<readonly FailingDelivery[]> {
  const { rows } = await databasePool().query(
    `SELECT kind, CASE reason WHEN 'unavailable' THEN reason ELSE 'address' END AS cause,
        sum(count)::text AS count, min(first_seen_at) AS first_at, max(last_seen_at) AS last_at
      FROM callback_refusal_count
      WHERE business_id = $1::uuid AND hour > $2::timestamptz - interval '8 days' AND hour <= $2::timestamptz
      GROUP BY kind, cause, hour`,
    [businessId, toDate(now)],
  );
  if (rows.length === 0) return [];
  const { rows: last } = await databasePool().query(newestText, [businessId]);
  const times = new Map(taken.parse(last).map(({ kind, at }) => [kind, fromDate(at)]));
  return failingDeliveries(hours.parse(rows), now, (kind) => times.get(kind) ?? null, comesAgain);
}
