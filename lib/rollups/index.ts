import 'server-only';

/**
 * Sums that are kept ready: money in and out by day, and payments by day and status. Triggers write each difference in the transaction of its cause;
 * here they are added up, made anew from the records, and compared with them.
 */
export { keepRollups } from './keep-rollups.ts';
export { rebuildMoneyDays } from './money-store.ts';
export { addedUp, moneySums, perCurrency } from './per-currency.ts';
export { rebuildStatusDays } from './status-store.ts';
export { verifyRollups } from './verify-queries.ts';
