import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { UnknownName } from '../model/unknown-names.ts';

/** A record with more unknown values is damaged or of another kind. */
const maxNames = 50;

/** Stores unknown values once each, with the time of their last observation. */
export async function saveUnknownNames(
  transaction: Transaction,
  occurrence: {
    readonly businessId: BusinessId;
    readonly paymentId: PaymentId | null;
    readonly withdrawalId: WithdrawalId | null;
    readonly at: Instant;
  },
  names: readonly UnknownName[],
): Promise<void> {
  const at = toDate(occurrence.at);
  for (const { field, value } of names.slice(0, maxNames))
    await transaction.$executeRaw`
      INSERT INTO unknown_name AS stored (business_id, field, value, first_seen_at, last_seen_at, payment_id, withdrawal_id)
      VALUES (${occurrence.businessId}::uuid, ${field}, ${value}, ${at}, ${at}, ${occurrence.paymentId}::uuid, ${occurrence.withdrawalId}::uuid)
      ON CONFLICT (business_id, field, value) DO UPDATE SET
        first_seen_at = least(stored.first_seen_at, EXCLUDED.first_seen_at),
        last_seen_at = greatest(stored.last_seen_at, EXCLUDED.last_seen_at),
        payment_id = EXCLUDED.payment_id, withdrawal_id = EXCLUDED.withdrawal_id`;
}
