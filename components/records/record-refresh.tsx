'use client';

import { hashRecordView } from '#components/query/hash-view.ts';
import { useFreshPage } from '#components/query/use-fresh-page.ts';
import { Banner } from '#components/ui/banner.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { RecordReference } from './use-record-view.ts';
import { useRecordView } from './use-record-view.ts';

/**
 * Renders the page of a record again when the record has changed since. The server renders its facts, so that their code
 * and texts stay out of the browser. Notes and times of reads don't render it, because each view of risk detail is audited.
 * Shows a banner when the record can't be read.
 */
export function RecordRefresh({
  record,
  renderedHash,
  turnsAt = null,
  outdated,
}: {
  record: RecordReference;
  /** The hash of the view that the server rendered. */
  renderedHash: string;
  /** When states change without an event, such as at an expiry. Null when they don't. */
  turnsAt?: UnixSeconds | null;
  /** The title of the banner. */
  outdated: string;
}) {
  const { data, error } = useRecordView(record);
  const hasTurned = useNow() > (turnsAt ?? Number.POSITIVE_INFINITY);
  useFreshPage(`${hashRecordView(data)}${hasTurned ? ' turned' : ''}`, renderedHash);
  return (
    error && (
      <Banner tone="attention" title={outdated}>
        {error.message}
      </Banner>
    )
  );
}
