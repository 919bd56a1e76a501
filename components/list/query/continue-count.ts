import type { ListCount } from '#lib/lists/model/query.ts';
import { addCounts } from '#lib/lists/model/query.ts';

/**
 * So often a count is gone on with: a request looks at about fifty thousand rows, so ten million are looked at in two
 * hundred of them, within a minute. In a longer list it stays at "at least".
 */
const mostRequests = 300;

/**
 * Counts on from a first answer, one request after another, until the bound, the end of the list or enough requests. What
 * is counted so far is told where it says more than what is `known`: a count that is made again leaves the former one
 * until it is done.
 */
export async function countOn(
  first: ListCount,
  read: (after: string) => Promise<ListCount>,
  known: () => ListCount | undefined,
  tell: (soFar: ListCount) => void,
): Promise<ListCount> {
  let soFar = first;
  for (let requests = 1; soFar.after !== undefined; requests += 1) {
    const { count, more, after } = soFar;
    if (requests === mostRequests) return { count, more };
    const before = known();
    if (before === undefined || (before.more && before.count < count)) tell(soFar);
    soFar = addCounts(soFar, await read(after));
  }
  return soFar;
}
