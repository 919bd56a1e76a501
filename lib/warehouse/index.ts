import 'server-only';

/**
 * Copies the records of a business each night to storage of its own, as compressed CSV with a manifest. Risk detail is in
 * files of its own, while a person has chosen it who may see it. `lib/exports` decides what a file contains.
 */
export { copyDueWarehouses } from './copy-records.ts';
export { readWarehouse } from './queries.ts';
