/** What the fields of a deposit callback mean where the interface leaves it open (§6.1). Each is an assumption. */
export type CallbackMeaning = {
  /** Whether the `actual…` amounts are of that deposit or of the whole payment so far. */
  readonly amounts: 'unknown' | 'deposit' | 'cumulative';
  /** Whether `settlementAmount` is what is credited: the record's settlementPayableAmount. */
  readonly settlementAmount: 'unknown' | 'payable';
};

/** Nothing is taken for granted. */
export const nothingAssumed: CallbackMeaning = { amounts: 'unknown', settlementAmount: 'unknown' };
