'use client';

import type { RecordHashes } from '#components/query/hash-view.ts';
import { hashRecordView } from '#components/query/hash-view.ts';
import { useFreshPage } from '#components/query/use-fresh-page.ts';
import { Banner } from '#components/ui/banner.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import type { RecordReference } from './use-record-view.ts';
import { useRecordView } from './use-record-view.ts';

/** A page that follows a busy address would otherwise be rendered, and its view of risk detail audited, all the time. */
const linkedRecordsRestMs = 60_000;

/**
 * Renders the page of a record again when the record has changed since. The server renders its facts, so that their code
 * and texts stay out of the browser. Notes and times of reads don't render it, because each view of risk detail is audited.
 * Shows a banner when the record can't be read.
 */
export function RecordRefresh({
  record,
  rendered,
  turnsAt = null,
  outdated,
}: {
  record: RecordReference;
  /** The hashes of the view that the server rendered. */
  rendered: RecordHashes;
  /** When states change without an event, such as at an expiry. Null when they don't. */
  turnsAt?: UnixSeconds | null;
  /** The title of the banner. */
  outdated: string;
}) {
  const { data, error } = useRecordView(record);
  const hasTurned = useNow() > (turnsAt ?? Number.POSITIVE_INFINITY);
  const read = hashRecordView(data);
  const isRecordChanged = hasTurned || read.record !== rendered.record;
  useFreshPage(
    `${read.record} ${read.linkedRecords}${hasTurned ? ' turned' : ''}`,
    `${rendered.record} ${rendered.linkedRecords}`,
    isRecordChanged ? 0 : linkedRecordsRestMs,
  );
  return (
    error && (
      <Banner tone="attention" title={outdated}>
        {error.message}
      </Banner>
    )
  );
}
