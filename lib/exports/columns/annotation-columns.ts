import 'server-only';
import type { Column } from '../column.ts';
import { escapeFormula } from '../column.ts';
import type { StoredRow } from '../stored-row.ts';

/** Labels and notes of a record. They have no source, because people add them here. */
export const annotationColumns: readonly Column<StoredRow>[] = [
  { name: 'labels', cell: (row) => escapeFormula(row.text('labels') ?? '') },
  { name: 'notes', kind: 'number', cell: (row) => row.text('notes') ?? '' },
  { name: 'latest_note', cell: (row) => escapeFormula(row.text('latestNote') ?? '') },
];
