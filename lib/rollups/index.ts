import 'server-only';

export { rebuildMoneyDays } from './money-store.ts';
export { moneySums, splitByCurrency, sumColumns } from './per-currency.ts';
export { rebuildStatusDays } from './status-store.ts';
/**
 * Precomputed daily sums: money in and out, and payments by status. Triggers record each difference in the
 * transaction of its cause. This room adds them up, rebuilds sums from the records and compares both. It never
 * changes records.
 */
export { updateRollups } from './update-rollups.ts';
export { verifyRollups } from './verify-queries.ts';
