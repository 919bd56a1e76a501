/** The lists that can be taken as a file. */
export const exportNames = [
  'payments',
  'deposits',
  'refunds',
  'withdrawals',
  'exceptions',
  'callbacks',
] as const;
export type ExportName = (typeof exportNames)[number];
