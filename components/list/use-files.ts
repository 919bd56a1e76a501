'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { outline, withFields } from '#components/query/outline.ts';
import { requestJson } from '#components/query/request-json.ts';
import { toast } from '#components/ui/toast.tsx';
import type { ExportFileView } from '#lib/exports/schema.ts';
import type { ActionResult } from '#lib/values/action-result.ts';

type Files = { readonly files: readonly ExportFileView[] };
const view = outline<Files>(withFields('files'));
/** How often a file that grows is asked after, in milliseconds. */
const everyMs = 1_500;

/** The person's files at the business, followed while one is being made, and the verbs on them. */
export function useFiles(businessId: string) {
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const queryKey = ['b', businessId, 'exports'];
  const files = useQuery({
    queryKey,
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/exports`, view, signal),
    refetchInterval: ({ state }) =>
      state.data?.files.some((file) => file.state === 'running') ? everyMs : false,
  });
  const act = async <Data>(doing: () => Promise<ActionResult<Data>>, failed: string) => {
    setPending(true);
    const result = await doing().catch(() => null);
    await queries.invalidateQueries({ queryKey });
    setPending(false);
    if (result === null) toast.bad(failed, { detail: 'The connection was lost. Try again.' });
    else if (!result.ok) toast.bad(failed, { detail: result.message });
  };
  return { files, act, isPending };
}
