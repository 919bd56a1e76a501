'use client';

import { useSuspenseQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { reprocessingsKey } from '#components/query/query-keys.ts';
import { requestJson } from '#components/query/request-json.ts';
import { PageBody, PageHeader } from '#components/shell/page-header.tsx';
import { ZoneNote } from '#components/ui/time.tsx';
import type { ReprocessingView } from '#lib/callbacks/schema/reprocess.ts';
import { tReprocess } from '#lib/messages/reprocess-callbacks.ts';
import { ReprocessForm } from './reprocess-form.tsx';
import { ReprocessingRun } from './reprocessing-run.tsx';

type Runs = { readonly runs: readonly ReprocessingView[] };
const shape = checkFields<Runs>(withFields('runs'));

/** Processes stored callbacks again with the current code: a dry run first, which can then be applied. */
export function ReprocessPage({
  businessId,
  message,
}: {
  businessId: string;
  /** The one callback that the address names, or null. */
  message: string | null;
}) {
  const { data } = useSuspenseQuery({
    queryKey: reprocessingsKey(businessId),
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/callbacks/reprocess`, shape, signal),
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => run.state === 'waiting') === true ? 2_000 : false,
  });
  return (
    <>
      <PageHeader
        title={tReprocess('title')}
        back={{ href: `/${businessId}/callbacks`, label: tReprocess('back') }}
        description={<ZoneNote />}
      />
      <PageBody>
        <ReprocessForm businessId={businessId} message={message} />
        {data.runs.map((run) => (
          <ReprocessingRun key={run.reprocessingId} businessId={businessId} run={run} />
        ))}
        {data.runs.length === 0 && <p className="text-muted text-sm">{tReprocess('empty')}</p>}
      </PageBody>
    </>
  );
}
