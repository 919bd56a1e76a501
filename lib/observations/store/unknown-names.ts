import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { UnknownNameSeen } from '../model/unknown-names.ts';

/** A record with more unknown names than this is another's, or rubbish. */
const most = 50;

/** Notes names that the interface does not have, once each, with when they were told last. */
export async function noteUnknownNames(
  transaction: Transaction,
  told: {
    readonly businessId: BusinessId;
    readonly paymentId: PaymentId | null;
    readonly withdrawalId: WithdrawalId | null;
    readonly at: Instant;
  },
  names: readonly UnknownNameSeen[],
): Promise<void> {
  const at = toDate(told.at);
  for (const { field, value } of names.slice(0, most))
    await transaction.$executeRaw`
      INSERT INTO unknown_name AS known (business_id, field, value, first_seen_at, last_seen_at, payment_id, withdrawal_id)
      VALUES (${told.businessId}::uuid, ${field}, ${value}, ${at}, ${at}, ${told.paymentId}::uuid, ${told.withdrawalId}::uuid)
      ON CONFLICT (business_id, field, value) DO UPDATE SET
        first_seen_at = least(known.first_seen_at, EXCLUDED.first_seen_at),
        last_seen_at = greatest(known.last_seen_at, EXCLUDED.last_seen_at),
        payment_id = EXCLUDED.payment_id, withdrawal_id = EXCLUDED.withdrawal_id`;
}
