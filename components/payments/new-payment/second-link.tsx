import { Checkbox } from '#components/ui/checkbox.tsx';
import { tNewPayment } from '#lib/messages/new-payment.ts';
import type { LastTry } from './last-try.tsx';

type DuplicateConfirmation = { readonly isAccepted: boolean; readonly isMissed: boolean };
export const unconfirmedDuplicate: DuplicateConfirmation = { isAccepted: false, isMissed: false };

/**
 * Returns true if this request may create a second payable link: a payment with its client ID was received
 * although the request was refused or not sent, or the server asks for a confirmation.
 */
export function mayBeSecond(lastTry: LastTry | null, clientPaymentId: string): boolean {
  if (lastTry?.kind === 'failure')
    return (
      lastTry.failure.fieldErrors['secondLinkAccepted'] !== undefined &&
      lastTry.clientPaymentId === clientPaymentId.trim()
    );
  if (lastTry?.kind !== 'intent') return false;
  const { payments, clientPaymentId: sentId } = lastTry.intent;
  return payments.length > 0 && sentId === clientPaymentId.trim();
}

export function SecondLink({
  isAccepted,
  isMissed,
  onChange,
}: {
  isAccepted: boolean;
  isMissed: boolean;
  onChange: (isAccepted: boolean) => void;
}) {
  return (
    <Checkbox
      label={tNewPayment('duplicate.label')}
      help={tNewPayment('duplicate.help')}
      checked={isAccepted}
      onChange={(event) => onChange(event.target.checked)}
      error={isMissed ? tNewPayment('duplicate.error') : undefined}
    />
  );
}
