import 'server-only';

/** The field tables of the service’s records, from which the fold, pages, lists, files and search take their columns. */
export { toFilterColumns } from './filter-columns.ts';
