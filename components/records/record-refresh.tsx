'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { readVersionState } from '#components/query/page-version.ts';
import { Banner } from '#components/ui/banner.tsx';
import { useNow } from '#components/ui/locale-context.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';
import { stampView } from './stamp-view.ts';
import type { RecordReference } from './use-record-view.ts';
import { useRecordView } from './use-record-view.ts';

/**
 * Renders the page of a record again when the record has changed since. The server renders its facts, so that their code
 * and texts stay out of the browser. Each state is rendered once, because a page with risk detail is audited. Shows a
 * banner when the record can't be read.
 */
export function RecordRefresh({
  record,
  renderedStamp,
  turnsAt = null,
  outdated,
}: {
  record: RecordReference;
  /** The stamp of the view that the server rendered. */
  renderedStamp: string;
  /** When states change without an event, such as at an expiry. Null when they don't. */
  turnsAt?: UnixSeconds | null;
  /** The title of the banner. */
  outdated: string;
}) {
  const router = useRouter();
  const { data, error } = useRecordView(record);
  const hasTurned = useNow() > (turnsAt ?? Number.POSITIVE_INFINITY);
  const stamp = `${stampView(data)}${hasTurned ? ' turned' : ''}`;
  const requested = useRef(renderedStamp);
  useEffect(() => {
    if (stamp === renderedStamp || stamp === requested.current) return;
    requested.current = stamp;
    // A page of another build would replace this one, with everything that was typed in it.
    if (readVersionState() === 'current') router.refresh();
  }, [stamp, renderedStamp, router]);
  return (
    error && (
      <Banner tone="attention" title={outdated}>
        {error.message}
      </Banner>
    )
  );
}
