'use client';

import { useQuery } from '@tanstack/react-query';
import { callAction } from '#components/query/call-action.ts';
import { Banner } from '#components/ui/banner.tsx';
import { tRetention } from '#lib/messages/retention.ts';
import { previewRetentionAction } from '#lib/retention/actions.ts';
import type { RetentionKind } from '#lib/retention/model.ts';
import { listUndercutLaws } from '#lib/retention/model.ts';
import { PreviewText } from './preview-text.tsx';

/** Warns of a time below common legal minimums, and previews what it would remove. */
export function ShorterTime({
  businessId,
  kind,
  years,
}: {
  businessId: string;
  kind: RetentionKind;
  years: number;
}) {
  const { data, isPending } = useQuery({
    queryKey: ['b', businessId, 'retention-preview', kind, years],
    queryFn: async () => {
      const result = await callAction(() => previewRetentionAction({ businessId, kind, years }));
      return result?.ok ? result.data : null;
    },
    gcTime: 0,
  });
  const laws = listUndercutLaws(kind, years);
  return (
    <>
      {laws.length > 0 && (
        <Banner tone="attention" title={tRetention('shorterTime.title')}>
          <ul className="list-disc ps-4">
            {laws.map((law) => (
              <li key={law}>{tRetention(`form.presetHelp.${law}`)}</li>
            ))}
          </ul>
          <p>{tRetention('shorterTime.lawyer')}</p>
        </Banner>
      )}
      <div role="status">
        <p>{tRetention('shorterTime.preview', { years })}</p>
        {data ? (
          <PreviewText preview={data} />
        ) : (
          <p className="text-muted">
            {tRetention(isPending ? 'shorterTime.loading' : 'shorterTime.unknown')}
          </p>
        )}
      </div>
    </>
  );
}
