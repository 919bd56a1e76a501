'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { hashView } from '#components/query/hash-view.ts';
import { approvalsKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useFreshPage } from '#components/query/use-fresh-page.ts';
import { Banner } from '#components/ui/banner.tsx';
import { tApprovalsPage } from '#lib/messages/approvals.ts';
import type { ApprovalsPageView } from '#lib/reports/schema/pages.ts';

const shape = checkFields<ApprovalsPageView>(withFields('payments', 'settings', 'desk'));

/** The time from which a person can approve comes without an event, so the page also refreshes by time. */
const refreshMs = 60_000;

/**
 * Reads the proposals on live events and by time. The server renders the page again when they have changed. Shows a banner
 * when they can't be read.
 */
export function ApprovalsRefresh({ businessId, renderedHash }: { businessId: string; renderedHash: string }) {
  const { data: hash, error } = useSuspenseQuery({
    queryKey: approvalsKey(businessId),
    queryFn: async ({ signal }) =>
      hashView(await requestJson(`/api/businesses/${businessId}/approvals`, shape, signal)),
    refetchInterval: refreshMs,
  });
  useFreshPage(hash, renderedHash);
  return (
    error && (
      <Banner tone="attention" title={tApprovalsPage('outdated')}>
        {error.message}
      </Banner>
    )
  );
}
