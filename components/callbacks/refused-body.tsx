'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkFields, withFields } from '#components/query/check-fields.ts';
import { requestJson } from '#components/query/request-json.ts';
import { Button } from '#components/ui/button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { RefusedBody } from '#lib/callbacks/schema/refusals.ts';
import { tRefusedCallbacks } from '#lib/messages/callbacks.ts';

const shape = checkFields<RefusedBody>(withFields('displayFormat', 'text'));

/** Shows the stored part of a refused body. It is fetched on demand, because each view is audited. */
export function RefusedBodyDisclosure({ businessId, refusalId }: { businessId: string; refusalId: string }) {
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <div>
        <Button size="sm" onPress={() => setOpen(true)}>
          {tRefusedCallbacks('bodies.show')}
        </Button>
      </div>
    );
  return <Body businessId={businessId} refusalId={refusalId} />;
}

function Body({ businessId, refusalId }: { businessId: string; refusalId: string }) {
  const { data, error } = useQuery({
    // The key has no topic, because a received body never changes.
    queryKey: ['refused', businessId, refusalId],
    queryFn: ({ signal }) =>
      requestJson(`/api/businesses/${businessId}/callbacks/refused/${refusalId}`, shape, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <p className="text-bad text-xs">{error.message}</p>;
  if (!data) return <Skeleton className="h-20 w-full" />;
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes focus
      tabIndex={0}
      className="max-h-96 max-w-3xl overflow-auto whitespace-pre-wrap break-all rounded-md border border-line bg-sunken p-3 text-xs"
    >
      {data.text === '' ? tRefusedCallbacks('bodies.empty') : data.text}
    </pre>
  );
}
