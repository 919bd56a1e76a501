import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, later, toDate } from '#lib/values/instant.ts';
import { sentForMs } from '../model/failing.ts';
import { failingNow } from './failing.ts';

/** Payments wait, and for long no callback about a deposit came. */
export type Silence = {
  /** Counted up to a bound. */
  readonly waiting: number;
  /** When the last one came; null: none ever did. */
  readonly lastAt: Instant | null;
  /**
   * Inferred: when the first deposit callback that may have failed is sent no more. From the first delivery that was
   * refused, else from the first moment at which one could have been lost without a trace.
   */
  readonly until: Instant;
};

const row = z.object({
  last_at: z.date().nullable(),
  waiting: z.number(),
  waiting_since: z.date().nullable(),
});

/**
 * Judged by the kind that waiting payments wait for: withdrawal callbacks say nothing of it, and of withdrawals nothing is
 * known before their callback. A payment counts where it could still be paid after the last callback came, asked for
 * before it or not. Null where it is not silent for CALLBACK_SILENCE_HOURS.
 */
export async function callbackSilence(
  businessId: BusinessId,
  now: Instant,
  bound: number,
): Promise<Silence | null> {
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
    [businessId, toDate(now), env.CALLBACK_SILENCE_HOURS, bound, env.SERVICE_EXPIRY_START],
  );
  const { last_at, waiting, waiting_since } = row.parse(rows[0]);
  if (waiting === 0 || waiting_since === null) return null;
  const lastAt = last_at === null ? null : fromDate(last_at);
  const since = fromDate(waiting_since);
  const failing = (await failingNow(businessId, now)).filter(
    ({ kind }) => kind === 'deposit-received' || kind === 'unknown',
  );
  const first = failing[0]?.since ?? (lastAt !== null && lastAt > since ? lastAt : since);
  return { waiting, lastAt, until: later(first, sentForMs) };
}
