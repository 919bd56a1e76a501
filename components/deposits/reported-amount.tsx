import { ProvisionalAmount } from '#components/money/provisional-amount.tsx';
import type { ReportedAmountValue } from './deposit-figures.ts';

/** Shows an amount of a deposit, marked when only a callback reported it. */
export function ReportedAmount({
  value: { amount, byCallback },
  ...display
}: {
  value: ReportedAmountValue;
  currency: string | null;
  unknown: string;
  copyable?: boolean;
  inLink?: boolean;
}) {
  return <ProvisionalAmount amount={amount} provisional={byCallback ? 'callback' : null} {...display} />;
}
