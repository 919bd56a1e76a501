import 'server-only';

/**
 * Copies the records of a business each night to storage of its own, as compressed CSV with a manifest. The copies never have risk
 * detail. `lib/exports` decides what a file contains.
 */
export { copyDueWarehouses } from './copy-records.ts';
export { readWarehouse } from './queries.ts';
