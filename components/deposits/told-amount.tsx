import { AmountText } from '#components/money/amount-text.tsx';
import type { Told } from './deposit-figures.ts';

/** A deposit's amount; what only a callback told says so, outlined as all that no record has confirmed. */
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
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        title="As a callback told it; it may be of the whole payment. No record has told it yet."
        className="rounded-xs border border-line-strong border-dashed px-1 font-normal text-2xs text-muted"
      >
        by callback
      </span>
      {text}
    </span>
  );
}
