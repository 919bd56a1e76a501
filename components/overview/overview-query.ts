import { queryOptions } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { OverviewQuery, OverviewView } from '#lib/reports/schema/overview.ts';
import { writeOverviewQuery } from '#lib/reports/schema/overview.ts';

const shape = checkFields<OverviewView>(withFields('period', 'deposited', 'inDays'));

/** Overdue callbacks and new days appear without an event, so the page also refreshes by time. */
const refreshMs = 60_000;

/**
 * Returns the query of Overview. It depends on several lists (`overviewTopics`) and refreshes while the page is visible.
 * Such a refresh does not keep a session alive.
 */
export const overviewQuery = (businessId: string, query: OverviewQuery) => {
  const address = writeOverviewQuery(query);
  return queryOptions({
    queryKey: ['b', businessId, 'overview', address],
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/overview?${address}`, shape, signal),
    refetchInterval: refreshMs,
  });
};
