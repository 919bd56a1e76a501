import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, toDate } from '#lib/values/instant.ts';
import type { MissedDeposit } from '../schema.ts';

/** §6.1: a deposit callback is sent every 2 minutes for 24 hours. */
const sentForMs = 24 * 60 * 60_000;

const row = z
  .object({ deposit_id: z.string(), payment_id: z.string(), received_at: z.date() })
  .transform((one): MissedDeposit => {
    const receivedAt = fromDate(one.received_at);
    return {
      depositId: toId<DepositId>(one.deposit_id),
      paymentId: toId<PaymentId>(one.payment_id),
      receivedAt,
      until: addMilliseconds(receivedAt, sentForMs),
    };
  });

/**
 * SQL of confirmed deposits without a callback, received between these moments. A known time of receipt is the time of the
 * list, which has an index.
 */
const selectMissed = (from: string, to: string, order: string) =>
  `(SELECT deposit_id::text, payment_id::text, deposit_received_at AS received_at FROM deposit
     WHERE business_id = $1::uuid AND status = 'CONFIRMED' AND versions = 0
       AND deposit_received_at IS NOT NULL AND sort_at > $2::timestamptz - interval '${from}'
       AND sort_at <= $2::timestamptz - interval '${to}'
       AND NOT EXISTS (SELECT FROM callback_message AS message
                        WHERE message.business_id = deposit.business_id AND message.subject_id = deposit.deposit_id)
     ORDER BY sort_at ${order} LIMIT $3)`;

/**
 * Lists deposits that a read shows as CONFIRMED and that no callback reported. For `overdue` ones the service still
 * sends the callback, earliest deadline first. `lost` ones are no longer sent, the newest of the last week first.
 * Each list has its own limit, so neither hides the other.
 */
export async function listMissedDeposits(
  businessId: BusinessId,
  now: Instant,
  limit: number,
): Promise<{ readonly overdue: readonly MissedDeposit[]; readonly lost: readonly MissedDeposit[] }> {
  const { rows } = await databasePool().query(
    `${selectMissed('24 hours', '10 minutes', 'ASC')} UNION ALL ${selectMissed('7 days', '24 hours', 'DESC')}`,
    [businessId, toDate(now), limit],
  );
  // UNION ALL guarantees no order.
  const deposits = z
    .array(row)
    .parse(rows)
    .toSorted((one, other) => one.receivedAt - other.receivedAt);
  return {
    overdue: deposits.filter(({ until }) => until > now),
    lost: deposits.filter(({ until }) => until <= now).toReversed(),
  };
}
