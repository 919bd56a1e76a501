'use client';

import type { AnnotationPermissions } from '#components/annotations/notes.tsx';
import { NotesAndLabels } from '#components/annotations/notes.tsx';
import type { RecordKind } from '#lib/annotations/model.ts';
import type { RecordReference } from './use-record-view.ts';
import { useRecordView } from './use-record-view.ts';

/** The labels and notes of a record, as last read. */
export function RecordNotes({
  record,
  kind,
  may,
}: {
  record: RecordReference;
  kind: RecordKind;
  may: AnnotationPermissions;
}) {
  const { annotations } = useRecordView(record).data;
  const { businessId, id } = record;
  return (
    <NotesAndLabels {...may} businessId={businessId} kind={kind} annotations={annotations} recordId={id} />
  );
}
