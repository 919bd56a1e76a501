import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import { redeliveryWindowMs } from '../model/failing-deliveries.ts';
import { readFailingDeliveries } from './failing-deliveries.ts';

/** Payments are waiting, and no deposit callback was received for long. */
export type CallbackSilence = {
  /** Waiting payments, counted up to a bound. */
  readonly waiting: number;
  /** Time of the last deposit callback. Null if none was ever received. */
  readonly lastAt: Instant | null;
  /**
   * Inferred end of the redelivery of the first deposit callback that may have failed. It counts from the first refused
   * delivery, else from the first moment at which a callback could have been lost.
   */
  readonly until: Instant;
};

/** Without a deposit callback for so long, while payments wait, Overview raises an alarm. */
export const callbackSilenceHours = 6;

const row = z.object({
  last_at: z.date().nullable(),
  waiting: z.number(),
  waiting_since: z.date().nullable(),
});

/**
 * Returns the silence of deposit callbacks, or null unless it lasts for callbackSilenceHours. Withdrawal callbacks
 * don't count: a withdrawal is unknown before its callback. A payment counts as waiting if it could still be paid after
 * the last callback, no matter when it was requested.
 */
export async function readCallbackSilence(
  businessId: BusinessId,
  now: Instant,
  bound: number,
): Promise<CallbackSilence | null> {
  const { rows } = await databasePool().query(
    `WITH last AS (SELECT (SELECT first_received_at FROM callback_message
        WHERE business_id = $1::uuid AND kind = 'deposit-received'
        ORDER BY first_received_at DESC, id DESC LIMIT 1) AS at)
      SELECT last.at AS last_at, count(found.sort_at)::int AS waiting, min(found.sort_at) AS waiting_since
      FROM last LEFT JOIN LATERAL (SELECT sort_at FROM payment
        WHERE COALESCE(last.at, '-infinity') < $2::timestamptz - $3::int * interval '1 hour'
          AND payment.business_id = $1::uuid AND payment.status IN ('NEW', 'PENDING', 'AWAITING')
          AND payment.sort_at BETWEEN $2::timestamptz - interval '7 days' AND $2::timestamptz - interval '1 hour'
          AND (payment.sort_at > last.at OR last.at IS NULL OR COALESCE(payment.expiration_time,
            CASE WHEN $5 = 'requested' THEN payment.payment_requested_at ELSE payment.sort_at END + interval '1 minute' * CASE WHEN payment.type = 'REUSABLE' THEN NULL
              WHEN payment.expiration_minutes = 0 THEN 10080
              WHEN payment.expiration_minutes BETWEEN 1 AND 10080 THEN payment.expiration_minutes END,
            'infinity') > last.at)
        ORDER BY payment.sort_at LIMIT $4) AS found ON true
      GROUP BY last.at`,
    [businessId, toDate(now), callbackSilenceHours, bound, env.SERVICE_EXPIRY_START],
  );
  const { last_at, waiting, waiting_since } = row.parse(rows[0]);
  if (waiting === 0 || waiting_since === null) return null;
  const lastAt = last_at === null ? null : fromDate(last_at);
  const since = fromDate(waiting_since);
  const failing = (await readFailingDeliveries(businessId, now)).filter(
    ({ kind }) => kind === 'deposit-received' || kind === 'unknown',
  );
  const first = failing[0]?.since ?? (lastAt !== null && lastAt > since ? lastAt : since);
  return { waiting, lastAt, until: addMilliseconds(first, redeliveryWindowMs) };
}
