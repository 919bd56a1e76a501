'use client';

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { batchKeys } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import type { RowFilter } from '#lib/payment-batches/model/row-filter.ts';
import type { BatchesView, BatchLine, BatchView, RowsView } from '#lib/payment-batches/schema.ts';

const batchesShape = checkFields<BatchesView>(withFields('batches', 'next'));
const batchShape = checkFields<BatchView>(withFields('state', 'counts'));
const rowsShape = checkFields<RowsView>(withFields('rows'));

/** Reads again while rows are sent, in case live updates are not available. */
const runningPollMs = 5_000;
const isMoving = (state: BatchLine['state'] | undefined) => state === 'running' || state === 'uploaded';

/** Reads a page of the batches. `after` is empty for the newest ones. */
export const useBatches = (businessId: string, after: string) =>
  useQuery({
    queryKey: batchKeys.list(businessId, after),
    queryFn: ({ signal }) =>
      requestJson(
        `/api/businesses/${businessId}/batches${after === '' ? '' : `?after=${after}`}`,
        batchesShape,
        signal,
      ),
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      state.data?.batches.some((batch) => isMoving(batch.state)) === true ? runningPollMs : false,
  });

/** Returns a batch with its summary. */
export function useBatch(businessId: string, batchId: string): BatchView {
  const { data } = useSuspenseQuery({
    queryKey: batchKeys.one(businessId, batchId),
    queryFn: ({ signal }) =>
      requestJson(`/api/businesses/${businessId}/batches/${batchId}`, batchShape, signal),
    refetchInterval: ({ state }) => (isMoving(state.data?.state) ? runningPollMs : false),
  });
  return data;
}

/** Reads a page of the rows of a batch. */
export const useBatchRows = (businessId: string, batchId: string, show: RowFilter, after: number) =>
  useQuery({
    queryKey: batchKeys.rows(businessId, batchId, show, after),
    queryFn: ({ signal }) =>
      requestJson(
        `/api/businesses/${businessId}/batches/${batchId}/rows?show=${show}&after=${after}`,
        rowsShape,
        signal,
      ),
    placeholderData: (previous) => previous,
  });
