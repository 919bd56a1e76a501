import type { LastAttempt } from './last-attempt.tsx';

export type DuplicateConfirmation = { readonly isAccepted: boolean; readonly isMissing: boolean };
export const unconfirmedDuplicate: DuplicateConfirmation = { isAccepted: false, isMissing: false };

/**
 * Returns true if this request may create a second payable link. Either a payment with its client ID was received
 * although the request was refused or not sent, or the server requires a confirmation.
 */
export function mayCreateSecondLink(lastTry: LastAttempt | null, clientPaymentId: string): boolean {
  if (lastTry?.kind === 'failure')
    return (
      lastTry.failure.fieldErrors['secondLinkAccepted'] !== undefined &&
      lastTry.clientPaymentId === clientPaymentId.trim()
    );
  if (lastTry?.kind !== 'intent') return false;
  const { payments, clientPaymentId: sentId } = lastTry.intent;
  return payments.length > 0 && sentId === clientPaymentId.trim();
}
