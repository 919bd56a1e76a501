import 'server-only';

/**
 * Exports lists as CSV files and workbooks and payments as PDF. Every value is text with its exact digits, and every
 * export is audited before its first byte. Risk detail is included only for roles that may read it.
 */
export { createCsvResponse } from './csv-response.ts';
export { toCsvText } from './csv-text.ts';
export {
  createAllWorkbookResponse,
  exportAllRecords,
  exportAllStatements,
  exportAllStatementsPdf,
} from './export-all.ts';
export { exportBatchResults, exportFaultyRows } from './export-batch.ts';
export { exportList } from './export-list.ts';
export { exportMinimums } from './export-minimums.ts';
export { createExportRoute } from './export-route.ts';
export {
  createPackResponse,
  createWorkbookResponse,
  exportStatement,
  exportStatementPdf,
} from './export-statement.ts';
export { listCounts } from './files/list-counts.ts';
export { createExportFiles } from './files/make-files.ts';
export { fetchExportFile, listExportFiles, listOrderedFiles } from './files/queries.ts';
export { prepareExportFile, startExportFile } from './files/start-file.ts';
export { exportedLists, exportPermissions } from './list-table.ts';
export { createPdfResponse, exportPaymentPdf } from './payment-pdf.ts';
export type { RecordTable } from './record-table.ts';
export { readRecordTable } from './record-table.ts';
