import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import type { Told } from './deposit-figures.ts';

/** A deposit's amount; what only a callback told is marked as that. */
export function ToldAmount({
  told: { amount, byCallback },
  ...look
}: {
  told: Told;
  currency: string | null;
  unknown: string;
  copyable?: boolean;
}) {
  return <ProvisionalAmount amount={amount} provisional={byCallback ? 'callback' : null} {...look} />;
}
