import 'server-only';
import { exportedLists } from '#lib/exports/index.ts';
import { withFixedDays } from '#lib/lists/filters/filter-times.ts';
import { listParameters, parseListQuery } from '#lib/lists/model/query.ts';
import type { ViewList } from '#lib/saved-views/schema.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';

/** Replaces the relative days of a view's address, such as `last-7-days`, by those of a moment. */
export async function fixDays(
  businessId: BusinessId,
  list: ViewList,
  address: string,
  at: Instant,
): Promise<string> {
  const parameters = new URLSearchParams(address);
  const { query } = parseListQuery(exportedLists[list], (name) => parameters.getAll(name).join(',') || null);
  const fixed = listParameters(await withFixedDays(businessId, query, at));
  for (const name of Object.keys(query.days)) {
    const days = fixed[name];
    if (days !== undefined) parameters.set(name, days);
  }
  return parameters.toString();
}
