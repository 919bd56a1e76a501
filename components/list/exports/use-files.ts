'use client';

import { useQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { useAction } from '#components/query/use-action.ts';
import type { ExportFileView } from '#lib/exports/schema.ts';

type Files = { readonly files: readonly ExportFileView[] };
const view = checkFields<Files>(withFields('files'));
/** The interval at which the progress of a running file is read. */
const refreshMs = 1_500;

/** Reads the person's files at the business, repeatedly while one is running, and runs actions on them. */
export function useFiles(businessId: string) {
  const { act, isPending } = useAction({ businessId, kind: 'exports' });
  const queryKey = ['b', businessId, 'exports'];
  const files = useQuery({
    queryKey,
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/exports`, view, signal),
    refetchInterval: ({ state }) =>
      state.data?.files.some((file) => file.state === 'running') ? refreshMs : false,
  });
  return { files, act, isPending };
}
