import { DateTime } from '#components/ui/time.tsx';
import { parseAmount } from '#lib/values/amount.ts';
import { parseUnixSeconds } from '#lib/values/unix-seconds.ts';
import { AmountText } from './amount-text.tsx';

/** Shows a field of a request or record: amounts formatted (`exact`: with every digit), times to the second, other values as text. */
export function FieldValue({
  field,
  text,
  currency,
  exact = false,
}: {
  field: string;
  text: string;
  currency?: string | undefined;
  exact?: boolean;
}) {
  const amount = /(amount|fee|loss)$/i.test(field) ? parseAmount(text) : null;
  if (amount !== null) return <AmountText amount={amount} currency={currency} exact={exact} />;
  const at = /(At|Time)$/.test(field) && /^\d+$/.test(text) ? parseUnixSeconds(Number(text)) : null;
  return at === null ? text : <DateTime at={at} precise />;
}
