import 'server-only';

/**
 * Deposit minimums from the service: reading, comparison with an amount, and changes. Relies on the readings of
 * `lib/businesses`. A missing minimum is unknown and never treated as 0.
 */
export { findMinimums, readMinimumsView } from './queries.ts';
export { refreshMinimums } from './refresh-minimums.ts';
export { refreshReadings } from './refresh-readings.ts';
