import 'server-only';

/**
 * Search by identifier across payments, requests, deposits and withdrawals, and the reported values that lists can
 * filter by. Relies on one index per identifier. Never matches by anything that needs the risk permission.
 */
export { searchRecords } from './queries.ts';
export { listUndocumentedValues } from './reported-queries.ts';
