/**
 * Where a view of the list opens first, the list's own address leads to that. So whatever leads to the whole list, as it
 * is without any filter, says so: `view=all`.
 */

/** The address of a list, of which `asked` is the query string. */
export function listHref(path: string, asked: string, opensView: boolean): string {
  const query = asked === '' && opensView ? 'view=all' : asked;
  return query === '' ? path : `${path}?${query}`;
}

type Parameters = Readonly<Record<string, string | null>>;

/** What changes in an address that holds these parameters now. */
export function orWholeList(now: Parameters, next: Parameters, opensView: boolean): Parameters {
  const isEmpty = Object.values({ ...now, ...next }).every((value) => !value);
  return isEmpty && opensView ? { ...next, view: 'all' } : next;
}
