import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import type { FailingDelivery } from '../model/failing-deliveries.ts';
import { listFailingDeliveries } from '../model/failing-deliveries.ts';

const hourRows = z.array(
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
const acceptedRows = z.array(z.object({ kind: z.string(), at: z.date() }));

/** SQL for the newest content of each kind. The kinds are literals, so that the partial indexes on rare ones apply. */
const newestSql = ['deposit-received', 'withdrawal', 'deposit-exchanged']
  .map(
    (kind) => `(SELECT '${kind}' AS kind, first_received_at AS at FROM callback_message
      WHERE business_id = $1::uuid AND kind = '${kind}'${kind === 'deposit-received' ? '' : " AND kind <> 'deposit-received'"}
        AND shown_with IS NULL
      ORDER BY first_received_at DESC, id DESC LIMIT 1)`,
  )
  .join(' UNION ALL ');

/** Returns true if the service repeats callbacks of this kind. §6.1 says so for deposits; the rest is assumed. */
const isRepeated = (kind: string): boolean =>
  kind === 'withdrawal' ? serviceSettings().retriesWithdrawals : kind !== 'deposit-exchanged';

/** Returns the deliveries to a business that are still refused; the one whose redelivery ends first comes first. */
export async function readFailingDeliveries(
  businessId: BusinessId,
  now: Instant,
): Promise<readonly FailingDelivery[]> {
  const { rows } = await databasePool().query(
    `SELECT kind, CASE reason WHEN 'unavailable' THEN reason ELSE 'address' END AS cause,
        sum(count)::text AS count, min(first_seen_at) AS first_at, max(last_seen_at) AS last_at
      FROM callback_refusal
      WHERE business_id = $1::uuid AND hour > $2::timestamptz - interval '8 days' AND hour <= $2::timestamptz
      GROUP BY kind, cause, hour`,
    [businessId, toDate(now)],
  );
  if (rows.length === 0) return [];
  const { rows: last } = await databasePool().query(newestSql, [businessId]);
  const times = new Map(acceptedRows.parse(last).map(({ kind, at }) => [kind, fromDate(at)]));
  return listFailingDeliveries(hourRows.parse(rows), now, (kind) => times.get(kind) ?? null, isRepeated);
}
