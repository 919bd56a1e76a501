/** Lists whose files contain risk detail, or the work of compliance on it. */
const listsWithRisk: ReadonlySet<string> = new Set([
  'deposits',
  'withdrawals',
  'reviews',
  'case-reports',
  'audit',
]);

/**
 * Returns true if a file of the list contains risk detail for this person. Its export and download need a recent
 * authentication.
 */
export const hasRiskDetail = (list: string, mayReadRisk: boolean): boolean =>
  mayReadRisk && listsWithRisk.has(list);
