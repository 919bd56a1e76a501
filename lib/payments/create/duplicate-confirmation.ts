import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { Problem } from '#lib/values/errors.ts';
import { hasPayments } from './intent-payment-store.ts';
import type { StoredIntent } from './intent-store.ts';

/**
 * Sending an intent (again) may make a second payable link where its outcome is unknown, and where a payment was seen
 * under its client id although it was refused or never sent. A person has to have said that this is meant. Throws
 * Problem 'invalid' where nobody did. The caller holds the intent.
 */
export async function requireDuplicateConfirmation(
  transaction: Transaction,
  intent: StoredIntent,
  isAccepted: boolean,
): Promise<void> {
  if (isAccepted || (intent.state !== 'UNKNOWN' && !(await hasPayments(transaction, intent)))) return;
  const message =
    intent.state === 'UNKNOWN'
      ? 'A second payable link may come of this: confirm it first.'
      : 'A payment was seen under this client payment ID, and a second payable link may come of this: confirm it first.';
  throw new Problem('invalid', `${message} Nothing was sent.`, {
    fieldErrors: { secondLinkAccepted: ['Confirm that another payable link is meant'] },
  });
}
