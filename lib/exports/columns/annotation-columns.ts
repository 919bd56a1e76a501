import 'server-only';
import type { Column } from '../column.ts';
import { outsideColumn } from '../column.ts';
import type { StoredRow } from '../stored-row.ts';

/** Labels and notes of a record. They have no source, because people add them here. */
export const annotationColumns: readonly Column<StoredRow>[] = [
  outsideColumn('labels', (row) => row.text('labels') ?? ''),
  { name: 'notes', kind: 'number', cell: (row) => row.text('notes') ?? '' },
  outsideColumn('latest_note', (row) => row.text('latestNote') ?? ''),
];
