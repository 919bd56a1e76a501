'use client';

import { TimelineSection } from '#components/timeline/timeline-section.tsx';
import type { RecordKind } from '#lib/annotations/model.ts';
import type { RecordReference } from './use-record-view.ts';
import { useRecordView } from './use-record-view.ts';

/** The timeline of a record, as last read. */
export function RecordTimeline({ record, kind }: { record: RecordReference; kind: RecordKind }) {
  const { timeline } = useRecordView(record).data;
  return <TimelineSection businessId={record.businessId} kind={kind} about={record.id} newest={timeline} />;
}
