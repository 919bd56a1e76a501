import { AmountText } from '#components/money/amount-text.tsx';
import { UnknownValue } from '#components/ui/unknown-value.tsx';
import type { DepositSum } from '#lib/deposits/model.ts';
import { tPaymentValues } from '#lib/messages/payments.ts';

/** Omits equivalents that repeat the sums above them. */
export const omitSameSums = (
  equivalents: readonly DepositSum[],
  sums: readonly DepositSum[],
): readonly DepositSum[] =>
  sums.length === equivalents.length &&
  equivalents.every(({ currency, total, reported }, at) => {
    const sum = sums[at];
    return sum?.currency === currency && sum.total === total && sum.reported === reported;
  })
    ? []
    : equivalents;

/** Shows one figure of the deposits of a payment, per currency. It says how many deposits report it, if not all. */
export function DepositSums({
  sums,
  all,
  isLarge = false,
  isBelow = false,
}: {
  sums: readonly DepositSum[];
  /** The number of confirmed deposits. */
  all: number;
  isLarge?: boolean;
  /** The same figure in the display currency or in EUR, below the others. */
  isBelow?: boolean;
}) {
  if (sums.length === 0) return isBelow ? null : <UnknownValue reason={tPaymentValues('sums.notReported')} />;
  // Several coins have no one amount that is the main one.
  const size = isLarge && sums.length === 1 ? 'large' : 'normal';
  const style = isLarge ? 'font-semibold text-lg leading-9' : 'text-lg leading-9';
  const reported = sums.reduce((count, sum) => count + sum.reported, 0);
  return (
    <>
      {sums.map(({ currency, total }) => (
        <span key={currency} className={isBelow ? 'text-muted text-sm' : size === 'large' ? '' : style}>
          <AmountText amount={total} currency={currency} size={size} copyable={!isBelow} />
        </span>
      ))}
      {reported < all && (
        <span className="text-muted text-xs">{tPaymentValues('sums.reported', { reported, all })}</span>
      )}
    </>
  );
}
