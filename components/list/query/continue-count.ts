import type { ListCount } from '#lib/lists/model/query.ts';
import { addCounts } from '#lib/lists/model/query.ts';

/**
 * The maximum number of requests per count. A request scans about 50,000 rows, so 200 of them cover ten million rows
 * within a minute. In a longer list the count stays a lower bound.
 */
const maximumRequests = 300;

/**
 * Continues a count request by request until the bound, the end of the list or the maximum number of requests. It reports
 * the sum so far when that exceeds the known count, so a repeated count does not replace the former one too early.
 */
export async function continueCount(
  first: ListCount,
  read: (after: string) => Promise<ListCount>,
  readKnownCount: () => ListCount | undefined,
  onProgress: (soFar: ListCount) => void,
): Promise<ListCount> {
  let soFar = first;
  for (let requests = 1; soFar.after !== undefined; requests += 1) {
    const { count, more, after } = soFar;
    if (requests === maximumRequests) return { count, more };
    const before = readKnownCount();
    if (before === undefined || (before.more && before.count < count)) onProgress(soFar);
    soFar = addCounts(soFar, await read(after));
  }
  return soFar;
}
