import 'server-only';

export { csvResponse } from './csv-response.ts';
export { exportList } from './export-list.ts';
export { exportMinimums } from './export-minimums.ts';
export { exportRoute } from './export-route.ts';
export { listCounts } from './files/list-counts.ts';
export { makeExportFiles } from './files/make-files.ts';
export { fetchExportFile, listExportFiles } from './files/queries.ts';
export { startExportFile } from './files/start-file.ts';
export { exportedLists } from './list-table.ts';
export { exportPaymentPdf, pdfResponse } from './payment-pdf.ts';
