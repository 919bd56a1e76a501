/**
 * When a default view exists, the list's plain address opens it. Links to the unfiltered list therefore say `view=all`.
 */

/** Returns the address of a list with the query string `address`. */
export function listHref(path: string, address: string, opensView: boolean): string {
  const query = address === '' && opensView ? 'view=all' : address;
  return query === '' ? path : `${path}?${query}`;
}

type Parameters = Readonly<Record<string, string | null>>;

/** Adds `view=all` to a change that would leave the address without parameters. */
export function withAllRowsView(now: Parameters, next: Parameters, opensView: boolean): Parameters {
  const isEmpty = Object.values({ ...now, ...next }).every((value) => !value);
  return isEmpty && opensView ? { ...next, view: 'all' } : next;
}
