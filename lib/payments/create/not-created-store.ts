import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payments.ts';
import type { BusinessId, IntentId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { interruptedAfterMs } from './model/intent.ts';

/**
 * Records that requests with an unknown outcome created no payment. Requests of which a payment is known stay as they are.
 * Returns the number of changed ones. The caller has checked the permission and writes the audit entry.
 */
export function storeNotCreated(
  transaction: Transaction,
  businessId: BusinessId,
  intentIds: readonly IntentId[],
  at: Instant,
): Promise<number> {
  return transaction.$executeRaw`
    UPDATE payment_intent intent
       SET state = 'REJECTED', changed_at = ${toDate(at)}, http_status = NULL, error_code = 'not-created',
           error_message = ${tPaymentRefusals('notCreated.recorded')}
     WHERE intent.business_id = ${businessId}::uuid AND intent.id = ANY (${[...intentIds]}::uuid[])
       AND (intent.state = 'UNKNOWN'
            OR intent.state = 'SENDING' AND intent.changed_at < ${toDate(addMilliseconds(at, -interruptedAfterMs))})
       AND NOT EXISTS (SELECT FROM intent_payment link WHERE link.intent_id = intent.id)`;
}
