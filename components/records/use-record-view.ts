'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { recordKey } from '#components/query/query-keys.ts';
import { recordAddress } from '#components/query/record-address.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { DepositPageView, PaymentPageView, WithdrawalPageView } from '#lib/reports/schema/pages.ts';

/** The views of the record pages, by their topic. */
type Views = {
  readonly payments: PaymentPageView;
  readonly deposits: DepositPageView;
  readonly withdrawals: WithdrawalPageView;
};

/** A record with a page of its own. */
export type RecordReference<Topic extends keyof Views = keyof Views> = {
  readonly businessId: string;
  readonly topic: Topic;
  readonly id: string;
};

/** Returns the view that the server rendered, and refreshes it on live events. */
export function useRecordView<Topic extends keyof Views>({ businessId, topic, id }: RecordReference<Topic>) {
  return useSuspenseQuery({
    queryKey: recordKey(businessId, topic, id),
    queryFn: ({ signal }) =>
      requestJson(
        recordAddress(businessId, topic, id),
        checkFields<Views[Topic]>(withFields('timeline', 'annotations')),
        signal,
      ),
  });
}
