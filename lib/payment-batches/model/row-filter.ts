/** Which rows a page shows. */
export const rowFilters = [
  'all',
  'errors',
  'warnings',
  'above-limit',
  'open',
  'done',
  'failed',
  'unknown',
  'left-out',
] as const;
export type RowFilter = (typeof rowFilters)[number];
