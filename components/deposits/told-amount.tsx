import { AmountText } from '#components/money/amount-text.tsx';
import { ByCallback } from '#components/money/by-callback.tsx';
import type { Told } from './deposit-figures.ts';

/** A deposit's amount; what only a callback told is marked as that. */
export function ToldAmount({
  told: { amount, byCallback },
  currency,
  unknown,
  copyable = false,
}: {
  told: Told;
  currency: string | null;
  unknown: string;
  copyable?: boolean;
}) {
  const text = <AmountText amount={amount} currency={currency} unknown={unknown} copyable={copyable} />;
  if (!byCallback) return text;
  return (
    <span className="whitespace-nowrap">
      <ByCallback why="As a callback told it; it may be of the whole payment. No record has told it yet." />
      {text}
    </span>
  );
}
