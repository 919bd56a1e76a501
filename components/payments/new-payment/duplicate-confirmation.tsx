import { Checkbox } from '#components/ui/checkbox.tsx';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import type { LastAttempt } from './last-attempt.tsx';

type DuplicateConfirmation = { readonly isAccepted: boolean; readonly isMissing: boolean };
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

export function DuplicateConfirmationField({
  isAccepted,
  isMissing,
  onChange,
}: {
  isAccepted: boolean;
  isMissing: boolean;
  onChange: (isAccepted: boolean) => void;
}) {
  return (
    <Checkbox
      label={tNewPayment('duplicate.label')}
      help={tNewPayment('duplicate.help')}
      checked={isAccepted}
      onChange={(event) => onChange(event.target.checked)}
      error={isMissing ? tNewPayment('duplicate.error') : undefined}
    />
  );
}
