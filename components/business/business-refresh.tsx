'use client';

import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { hashView } from '#components/query/hash-view.ts';
import { businessKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useFreshPage } from '#components/query/use-fresh-page.ts';
import { refreshBusinessAction } from '#lib/businesses/actions.ts';
import type { BusinessChange, BusinessView } from '#lib/businesses/schema.ts';
import { RefreshButton } from './refresh-button.tsx';

/** The record of the business with its history, as its page shows them. */
export type BusinessData = { readonly view: BusinessView; readonly history: readonly BusinessChange[] };

const shape = checkFields<BusinessData>(withFields('view', 'history'));

/** Reads the record on live events. The server renders the page again when it has changed. */
export function BusinessRefresh({ businessId, renderedHash }: { businessId: string; renderedHash: string }) {
  const { data } = useSuspenseQuery({
    queryKey: businessKey(businessId),
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/business`, shape, signal),
  });
  useFreshPage(hashView(data), renderedHash);
  return null;
}

/** Reads the record from the service now. */
export function BusinessRefreshButton({ businessId }: { businessId: string }) {
  const queries = useQueryClient();
  return (
    <RefreshButton
      refresh={() => refreshBusinessAction({ businessId })}
      onView={() => void queries.invalidateQueries({ queryKey: businessKey(businessId) })}
    />
  );
}
