import 'server-only';

/**
 * Precomputed daily sums: money in and out, and payments by status. Triggers record each difference in the
 * transaction of its cause. This room adds them up, rebuilds sums from the records and compares both. It never
 * changes records.
 */
export { keepRollups } from './keep-rollups.ts';
export { rebuildMoneyDays } from './money-store.ts';
export { moneySums, splitByCurrency, sumColumns } from './per-currency.ts';
export { rebuildStatusDays } from './status-store.ts';
export { verifyRollups } from './verify-queries.ts';
