'use client';

import { useQuery } from '@tanstack/react-query';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { tSources } from '#lib/messages/values.ts';
import type { RawView } from '#lib/reports/schema/timeline.ts';

const view = checkFields<RawView>(withFields('text', 'removed', 'why'));

/** The text of a received message. */
export function RawMessage({ businessId, observation }: { businessId: string; observation: string }) {
  const { data, error } = useQuery({
    // Under no topic, because received messages never change.
    queryKey: ['raw', businessId, observation],
    queryFn: ({ signal }) => requestJson(`/api/businesses/${businessId}/raw/${observation}`, view, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <p className="mt-1 text-bad text-xs">{error.message}</p>;
  if (!data) return <Skeleton className="mt-2 h-20 w-full" />;
  if (data.text === null)
    return <p className="mt-1 text-muted text-xs">{tSources('rawHidden', { reason: data.why ?? '' })}</p>;
  return (
    <div className="mt-1.5 flex flex-col gap-1">
      {data.removed.length > 0 && (
        <p className="text-muted text-xs">{tSources('riskRemoved', { fields: data.removed.join(', ') })}</p>
      )}
      <div className="relative rounded-md border border-line bg-sunken">
        <CopyButton text={data.text} label={tSources('copyRawJson')} className="absolute top-1.5 end-1.5" />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes focus */}
        <pre tabIndex={0} className="max-h-96 overflow-auto p-3 pe-9 text-xs">
          {data.text}
        </pre>
      </div>
    </div>
  );
}
