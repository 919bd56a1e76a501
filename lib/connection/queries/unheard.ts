import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, later, toDate } from '#lib/values/instant.ts';
import type { UnheardDeposit } from '../schema.ts';

/** §6.1: a deposit callback is sent every 2 minutes for 24 hours. */
const sentForMs = 24 * 60 * 60_000;

const row = z
  .object({ deposit_id: z.string(), payment_id: z.string(), received_at: z.date() })
  .transform((one): UnheardDeposit => {
    const receivedAt = fromDate(one.received_at);
    return {
      depositId: toId<DepositId>(one.deposit_id),
      paymentId: toId<PaymentId>(one.payment_id),
      receivedAt,
      until: later(receivedAt, sentForMs),
    };
  });

/** Of whom nothing was heard, received between these moments; from an index of such deposits alone. */
const unheard = (from: string, to: string, order: string) =>
  `(SELECT deposit_id::text, payment_id::text, deposit_received_at AS received_at FROM deposit
     WHERE business_id = $1::uuid AND status = 'CONFIRMED' AND versions = 0
       AND deposit_received_at > $2::timestamptz - interval '${from}'
       AND deposit_received_at <= $2::timestamptz - interval '${to}'
       AND NOT EXISTS (SELECT FROM callback_message AS heard
                        WHERE heard.business_id = deposit.business_id AND heard.subject_id = deposit.deposit_id)
     ORDER BY deposit_received_at ${order} LIMIT $3)`;

/**
 * Deposits that a read shows as CONFIRMED and of which no callback came at all. `overdue`: the service still sends it,
 * those first whose time runs out first. `lost`: sent no more, the last week's newest first. At most so many of each,
 * so that many of one never hide the other.
 */
export async function unheardDeposits(
  businessId: BusinessId,
  now: Instant,
  most: number,
): Promise<{ readonly overdue: readonly UnheardDeposit[]; readonly lost: readonly UnheardDeposit[] }> {
  const { rows } = await databasePool().query(
    `${unheard('24 hours', '10 minutes', 'ASC')} UNION ALL ${unheard('7 days', '24 hours', 'DESC')}`,
    [businessId, toDate(now), most],
  );
  // What two parts make together comes in no order that SQL promises.
  const deposits = z
    .array(row)
    .parse(rows)
    .toSorted((one, other) => one.receivedAt - other.receivedAt);
  return {
    overdue: deposits.filter(({ until }) => until > now),
    lost: deposits.filter(({ until }) => until <= now).toReversed(),
  };
}
