/** Which rows a page shows. */
export const rowFilters = [
  'all',
  'errors',
  'warnings',
  'open',
  'done',
  'failed',
  'unknown',
  'left-out',
] as const;
export type RowFilter = (typeof rowFilters)[number];
