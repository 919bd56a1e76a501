'use client';

import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { intentKeys } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { IntentLine, IntentView } from '#lib/payments/create/schema/intent.ts';

const intent = checkFields<IntentView>(withFields('state'));
const lines = checkFields<readonly IntentLine[]>(Array.isArray);

const unsettledPollMs = 5_000;
const unsettledStates = ['PROPOSED', 'QUEUED', 'SENDING', 'UNKNOWN'] as const;

/** Describes the query of one create request. */
export const intentQuery = (businessId: string, intentId: string) =>
  queryOptions({
    queryKey: intentKeys.one(businessId, intentId),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'intents', intentId), intent, signal),
  });

/** Returns a create request and refreshes it: a callback can settle it at any time. */
export function useIntent(businessId: string, intentId: string): IntentView {
  const { data } = useSuspenseQuery({
    ...intentQuery(businessId, intentId),
    refetchInterval: ({ state }) =>
      unsettledStates.some((unsettled) => unsettled === state.data?.state) ? unsettledPollMs : false,
  });
  return data;
}

/** Returns the create requests that need a person's attention. */
export function useOpenIntents(businessId: string): readonly IntentLine[] {
  const { data } = useSuspenseQuery({
    queryKey: intentKeys.open(businessId),
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/intents`, lines, signal),
  });
  return data;
}
