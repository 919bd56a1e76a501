import type { Amount } from '#lib/values/amount.ts';
import { AmountText } from './amount-text.tsx';

type Given = {
  /** Its currency is null where it can be another than was chosen. */
  recorded: { readonly amount: Amount; readonly currency: string | null } | null;
  unknown: string;
  size?: 'normal' | 'large';
  copyable?: boolean;
};

/** The record's own sum of what came, of which the coin may not be known: then it never stands there as if it were. */
export function RecordedAmount({ recorded, unknown, ...look }: Given) {
  const text = (
    <AmountText amount={recorded?.amount} currency={recorded?.currency} unknown={unknown} {...look} />
  );
  if (recorded === null || recorded.currency !== null) return text;
  return (
    <span className="whitespace-normal">
      {text}{' '}
      <span
        title="A deposit came in another coin or on another network than was chosen, and the record does not say in which coin its sum is. The deposits do."
        className="whitespace-nowrap text-attention text-xs"
      >
        coin unknown
      </span>
    </span>
  );
}

/** What was asked, under what came where that is another amount: a card has no column for it, and a customer quotes it. */
export const RequestedOnCard = (
  asked: { readonly amount: Amount; readonly currency: string | null } | null,
  came: Amount | null | undefined,
) =>
  asked &&
  asked.amount !== came && (
    <span className="block text-muted text-xs md:hidden">
      of <AmountText amount={asked.amount} currency={asked.currency} />
    </span>
  );
