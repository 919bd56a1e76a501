import type { Amount } from '#lib/values/amount.ts';
import { AmountText } from './amount-text.tsx';

/** What was asked, under what came where that is another amount: a card has no column for it, and a customer quotes it. */
export function AskedOnCard({
  asked,
  came,
}: {
  asked: { readonly amount: Amount; readonly currency: string | null } | null;
  came: Amount | null | undefined;
}) {
  if (asked === null || asked.amount === came) return null;
  return (
    <span className="block text-muted text-xs md:hidden">
      of <AmountText amount={asked.amount} currency={asked.currency} />
    </span>
  );
}
