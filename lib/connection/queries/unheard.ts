import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/platform/db.ts';
import type { BusinessId, DepositId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate, later, toDate } from '#lib/values/instant.ts';
import type { UnheardDeposit } from '../schema.ts';

/** §6.1: a deposit callback is sent every 2 minutes for 24 hours. */
const sentForMs = 24 * 60 * 60_000;
const mostShown = 50;

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

/**
 * Deposits that a read shows as CONFIRMED and of which no callback came at all, those first whose time runs out first.
 * `lost` ones the service sends no more. From an index of such deposits alone.
 */
export async function unheardDeposits(
  businessId: BusinessId,
  now: Instant,
  most = mostShown,
): Promise<readonly UnheardDeposit[]> {
  const { rows } = await databasePool().query(
    `SELECT deposit_id::text, payment_id::text, deposit_received_at AS received_at FROM deposit
      WHERE business_id = $1::uuid AND status = 'CONFIRMED' AND versions = 0
        AND deposit_received_at > $2::timestamptz - interval '7 days'
        AND deposit_received_at < $2::timestamptz - interval '10 minutes'
        AND NOT EXISTS (SELECT FROM callback_message AS heard
                         WHERE heard.business_id = deposit.business_id AND heard.subject_id = deposit.deposit_id)
      ORDER BY deposit_received_at LIMIT $3`,
    [businessId, toDate(now), most],
  );
  return z.array(row).parse(rows);
}
