import { Checkbox } from '#components/ui/checkbox.tsx';
import type { LastTry } from './last-try.tsx';

type Second = { readonly isAccepted: boolean; readonly isMissed: boolean };
export const unconfirmedDuplicate: Second = { isAccepted: false, isMissed: false };

/**
 * Whether sending under this client id may make a second payable link: a payment was seen under it although it was
 * refused or never sent, or the server has said so.
 */
export function mayBeSecond(lastTry: LastTry | null, clientPaymentId: string): boolean {
  if (lastTry?.kind === 'failure')
    return (
      lastTry.failure.fieldErrors['secondLinkAccepted'] !== undefined &&
      lastTry.clientPaymentId === clientPaymentId.trim()
    );
  if (lastTry?.kind !== 'intent') return false;
  const { payments, clientPaymentId: tried } = lastTry.intent;
  return payments.length > 0 && tried === clientPaymentId.trim();
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
      label="Make another payable link under this client payment ID"
      help="A payment was seen under it. The customer’s payment may then exist twice, each with a link that can be paid: hand out only one."
      checked={isAccepted}
      onChange={(event) => onChange(event.target.checked)}
      error={isMissed ? 'Confirm this first, or use another client payment ID.' : undefined}
    />
  );
}
