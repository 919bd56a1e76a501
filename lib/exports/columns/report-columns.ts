import 'server-only';
import type { ReportRow } from '#lib/reviews/reports/schema-list.ts';
import type { Column } from '../column.ts';
import { escapeFormula } from '../column.ts';

/** The register of reports. An amendment has its number and the reference of the first report. */
export const reportColumns: readonly Column<ReportRow>[] = [
  { name: 'case_number', kind: 'number', cell: (row) => String(row.caseNumber) },
  { name: 'case_id', cell: (row) => row.caseId },
  { name: 'amendment', kind: 'number', cell: (row) => String(row.number) },
  { name: 'amends_reference', cell: (row) => escapeFormula(row.amends ?? '') },
  { name: 'subject_kind', cell: (row) => row.subjectKind },
  { name: 'subject_id', cell: (row) => row.subjectId },
  { name: 'record_reference', cell: (row) => escapeFormula(row.recordReference ?? '') },
  { name: 'state', cell: (row) => row.state },
  {
    name: 'amendments',
    kind: 'number',
    cell: (row) => (row.number === 0 ? String(row.amendments) : ''),
  },
  { name: 'reference', cell: (row) => escapeFormula(row.reference ?? '') },
  { name: 'author', cell: (row) => escapeFormula(row.author.name) },
  { name: 'filed_on', cell: (row) => row.filedOn ?? '' },
  { name: 'recorded_at', kind: 'time', cell: (row, time) => time(row.recordedAt) },
];
