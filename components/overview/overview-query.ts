import { queryOptions } from '@tanstack/react-query';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { OverviewQuery, OverviewView } from '#lib/reports/schema/overview.ts';
import { overviewAddress } from '#lib/reports/schema/overview.ts';

const shape = outline<OverviewView>(withFields('period', 'deposited', 'inDays'));

/** Silence, what is overdue and a new day come with time alone, so nothing announces them. */
const againMs = 60_000;

/**
 * How Overview is read. Its figures come from several lists: whichever of them changes, this changes too
 * (`overviewTopics`). Read again while somebody looks; a session falls asleep all the same, for a route is nobody's doing.
 */
export const overviewQuery = (businessId: string, asked: OverviewQuery) => {
  const address = overviewAddress(asked);
  return queryOptions({
    queryKey: ['b', businessId, 'overview', address],
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/overview?${address}`, shape, signal),
    refetchInterval: againMs,
  });
};
