import type { Total } from '#lib/values/amount.ts';

/** Most deposits of a payment that the list sums. A payment with more shows its sums on its own page. */
export const maximumSummedDeposits = 100;

/** Sums of the confirmed deposits of a payment in one settlement currency, as their records report them. */
export type SettledSum = {
  readonly currency: string;
  /** Null if no record reports it. */
  readonly serviceFee: Total | null;
  readonly netCredited: Total | null;
  /** The numbers of deposits that report the figure in this currency. */
  readonly serviceFeeCount: number;
  readonly netCreditedCount: number;
};

/** A figure that a payment has only as the sum of its deposits. */
export type SettledFigure = 'serviceFee' | 'netCredited';

/** Lists the reported sums of one figure, one per currency, and the number of deposits that report it. */
export function listSettledSums(sums: readonly SettledSum[], figure: SettledFigure) {
  const reported = sums.flatMap((sum) => {
    const total = sum[figure];
    return total === null ? [] : [{ currency: sum.currency, total, count: sum[`${figure}Count` as const] }];
  });
  return { sums: reported, count: reported.reduce((all, { count }) => all + count, 0) };
}
