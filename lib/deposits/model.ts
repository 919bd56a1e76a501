/** Counts the deposits of a payment that are older than these. Only the newest are read with a payment. */
export const countEarlierDeposits = (
  deposits: readonly unknown[],
  { depositCount }: { readonly depositCount: number },
): number => Math.max(0, depositCount - deposits.length);
