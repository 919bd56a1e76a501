import { queryOptions } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { hashView } from '#components/query/hash-view.ts';
import { requestJson } from '#components/query/request-json.ts';
import { totalsRefresh } from '#components/shell/refresh-changed-queries.ts';
import type { OverviewQuery } from '#lib/reports/schema/overview.ts';
import { formatOverviewQuery } from '#lib/reports/schema/overview.ts';
import type { OverviewPageView } from '#lib/reports/schema/pages.ts';

const shape = checkFields<OverviewPageView>(withFields('overview', 'recent'));

/** Overdue callbacks and new days appear without an event, so the page also refreshes by time. */
const refreshMs = 60_000;

/**
 * Returns the query of Overview's hash (`hashView`), with which a page that the server rendered is compared. It depends
 * on several lists (`overviewTopics`) and refreshes while the page is visible. It pauses after a read, because each
 * change also renders the page. It does not keep a session alive.
 */
export const overviewQuery = (businessId: string, query: OverviewQuery) => {
  const address = formatOverviewQuery(query);
  return queryOptions({
    queryKey: ['b', businessId, 'overview', address],
    queryFn: async ({ signal }) =>
      hashView(await requestJson(`/api/businesses/${businessId}/overview?${address}`, shape, signal)),
    meta: totalsRefresh,
    refetchInterval: refreshMs,
  });
};
