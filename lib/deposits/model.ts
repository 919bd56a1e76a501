/** How many deposits of a payment are older than these: where there are very many, only the newest are read with it. */
export const earlierThan = (
  deposits: readonly unknown[],
  { depositCount }: { readonly depositCount: number },
): number => Math.max(0, depositCount - deposits.length);

/** "1 earlier deposit is"; `written`: the number as its reader writes it. */
export const earlierInWords = (earlier: number, written = `${earlier}`): string =>
  earlier === 1 ? '1 earlier deposit is' : `${written} earlier deposits are`;
