/** The assumed meaning of deposit callback fields that the interface leaves open (§6.1). */
export type CallbackMeaning = {
  /** The `actual…` amounts cover that deposit alone, or the whole payment so far. */
  readonly amounts: 'unknown' | 'deposit' | 'cumulative';
  /** `payable` if `settlementAmount` is the credited amount, like settlementPayableAmount of the record. */
  readonly settlementAmount: 'unknown' | 'payable';
};

/** The default: no meaning is assumed. */
export const unknownMeaning: CallbackMeaning = { amounts: 'unknown', settlementAmount: 'unknown' };
