import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payment-refusals.ts';
import { Problem } from '#lib/values/errors.ts';
import { hasPayments } from './intent-payment-store.ts';
import type { StoredIntent } from './intent-store.ts';

/**
 * Requires a person's confirmation when sending may create a second payable link. That is possible when the outcome is
 * unknown, and when a payment was seen under the client id of a refused or unsent intent. The caller has locked the intent.
 *
 * @throws Problem 'invalid' without the confirmation.
 */
export async function requireDuplicateConfirmation(
  transaction: Transaction,
  intent: StoredIntent,
  isAccepted: boolean,
): Promise<void> {
  if (isAccepted || (intent.state !== 'UNKNOWN' && !(await hasPayments(transaction, intent)))) return;
  const message =
    intent.state === 'UNKNOWN' ? tPaymentRefusals('duplicate.unknown') : tPaymentRefusals('duplicate.seen');
  throw new Problem('invalid', message, {
    fieldErrors: { secondLinkAccepted: [tPaymentRefusals('duplicate.confirm')] },
  });
}
