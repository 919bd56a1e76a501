import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tPaymentRefusals } from '#lib/messages/payment-refusals.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { findDuplicateRisk } from './duplicate-risk-queries.ts';
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
  throw createUnconfirmedProblem(intent.state === 'UNKNOWN' ? 'unknown' : 'seen');
}

const createUnconfirmedProblem = (cause: 'unknown' | 'seen' | 'restored'): Problem =>
  new Problem('invalid', tPaymentRefusals(`duplicate.${cause}`), {
    fieldErrors: { secondLinkAccepted: [tPaymentRefusals('duplicate.confirm')] },
  });

/**
 * Requires a person's confirmation when a payment with the client payment ID was reported, or when a row of a file may
 * have been sent with it before a backup was restored. A request here may be missing or unsent in both cases.
 *
 * @throws Problem 'invalid' without the confirmation.
 */
export async function requireDuplicateRiskConfirmation(
  transaction: Transaction,
  key: { readonly businessId: BusinessId; readonly clientPaymentId: string },
  isAccepted: boolean,
): Promise<void> {
  if (isAccepted) return;
  const { hasPayment, isMaybeSent } = await findDuplicateRisk(transaction, key);
  if (hasPayment || isMaybeSent) throw createUnconfirmedProblem(hasPayment ? 'seen' : 'restored');
}
