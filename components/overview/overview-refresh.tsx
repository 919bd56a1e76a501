'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { useFreshPage } from '#components/query/use-fresh-page.ts';
import { Banner } from '#components/ui/banner.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import type { OverviewQuery } from '#lib/reports/schema/overview.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { overviewQuery } from './overview-query.ts';

/**
 * Reads Overview on live events and by time, and renders the page again on the server when it has changed. Shows a
 * banner when it can't be read.
 */
export function OverviewRefresh({
  businessId,
  query,
  renderedHash,
  turnsAt,
  outdated,
}: {
  businessId: string;
  query: OverviewQuery;
  /** The hash of what the server rendered. */
  renderedHash: string;
  /** When a state changes without an event. Null when none does. */
  turnsAt: UnixSeconds | null;
  /** The title of the banner. */
  outdated: string;
}) {
  const { data: hash, error } = useSuspenseQuery(overviewQuery(businessId, query));
  const hasTurned = useNow() > (turnsAt ?? Number.POSITIVE_INFINITY);
  useFreshPage(`${hash}${hasTurned ? ' turned' : ''}`, renderedHash);
  return (
    error && (
      <Banner tone="attention" title={outdated}>
        {error.message}
      </Banner>
    )
  );
}
