import 'server-only';

/**
 * The kinds of GET requests, each with its own limit per person. `totals` take up to 5 seconds, `all-totals` and
 * `export` take minutes, and `stream` stays open.
 */
export type ReadKind = 'read' | 'totals' | 'all-totals' | 'export' | 'stream';

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Returns the kind of a route beneath /api/businesses/{business}. */
export function findReadKind(pathname: string): ReadKind {
  const parts = decode(pathname)
    .split('/')
    .filter((part) => part !== '')
    .slice(3);
  const last = parts.at(-1);
  if (last === 'live') return 'stream';
  if (last === 'totals') return 'totals';
  if (last === 'all' && parts.at(-2) === 'totals') return 'all-totals';
  if (last === 'export' || last === 'pdf' || last === 'evidence') return 'export';
  const isFile = parts.length > 1 && (parts.at(-2) === 'exports' || parts.at(-2) === 'files');
  return isFile ? 'export' : 'read';
}
