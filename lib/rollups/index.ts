import 'server-only';

/**
 * Totals by day: money in and out, and payments by status. Writers of records mark the days that change
 * (lib/observations/effects). This room recomputes them, reads marked days from the records until then, and compares totals
 * with records. It never changes records.
 */

export { rebuildDays, removeKeepingTotalsSql } from './day-store.ts';
export { daysBetweenSql, expiredBetweenSql } from './day-totals.ts';
export { updateRollups } from './update-rollups.ts';
export { verifyRollups } from './verify-queries.ts';
