'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { IntentLine, IntentView } from '#lib/payments/create/schema/intent.ts';

const intent = checkFields<IntentView>(withFields('state'));
const lines = checkFields<readonly IntentLine[]>(Array.isArray);

export const intentKeys = {
  one: (businessId: string, intentId: string) => ['b', businessId, 'intents', intentId] as const,
  open: (businessId: string) => ['b', businessId, 'intents', 'open'] as const,
  all: (businessId: string) => ['b', businessId, 'intents'] as const,
};

const unsettledPollMs = 5_000;

/** Describes the query of one create request. */
export const intentQuery = (businessId: string, intentId: string) =>
  queryOptions({
    queryKey: intentKeys.one(businessId, intentId),
    queryFn: ({ signal }) => requestJson(recordAddress(businessId, 'intents', intentId), intent, signal),
  });

/** Returns a create request and refreshes it: a callback can settle it at any time. */
export function useIntent(initial: IntentView): IntentView {
  const { data } = useQuery({
    ...intentQuery(initial.businessId, initial.intentId),
    initialData: initial,
    refetchInterval: ({ state }) =>
      state.data?.state === 'UNKNOWN' || state.data?.state === 'SENDING' ? unsettledPollMs : false,
  });
  return data;
}

/** Returns the create requests that need a person's attention. */
export function useOpenIntents(businessId: string, initial: readonly IntentLine[]): readonly IntentLine[] {
  const { data } = useQuery({
    queryKey: intentKeys.open(businessId),
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/intents`, lines, signal),
    initialData: initial,
  });
  return data;
}
