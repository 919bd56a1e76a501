/** The format of the pack of a closed period. docs/month-end.md describes it. */
export const packFormat = 'countinghouse-close/4';
/** Its rows have no amounts received. */
export const packFormatWithoutReceived = 'countinghouse-close/3';
/** It has no matches either. */
export const packFormatWithoutMatches = 'countinghouse-close/2';
/** It has no rows of refunds either. */
export const oldPackFormat = 'countinghouse-close/1';

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
  'amountReceived',
] as const;

/** Returns true if the rows of a format have the last column. */
export const hasReceivedColumn = (format: string): boolean => format === packFormat;

/** Returns the name of a line in a pack. */
export const toPackName = (line: string): string => line.replaceAll(/[,\s]/g, '_');

/** Returns the line under which a close stores the refunds of a coin. */
export const nameRefunds = (coin: string): string => `refunds:${coin}`;
