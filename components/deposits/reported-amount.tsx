import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import type { ReportedAmountValue } from './deposit-figures.ts';

/** A deposit's amount; what only a callback told is marked as that. */
export function ReportedAmount({
  told: { amount, byCallback },
  ...look
}: {
  told: ReportedAmountValue;
  currency: string | null;
  unknown: string;
  copyable?: boolean;
}) {
  return <ProvisionalAmount amount={amount} provisional={byCallback ? 'callback' : null} {...look} />;
}
