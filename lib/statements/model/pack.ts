/** The format of the pack of a closed period. docs/month-end.md describes it. */
export const packFormat = 'countinghouse-close/1';

/** The columns of the rows of a pack, separated by commas. No value contains a comma. An unknown amount is empty. */
export const packRowColumns = [
  'line',
  'kind',
  'recordId',
  'at',
  'amount',
  'serviceFee',
  'distributedFee',
  'depegLoss',
] as const;
