import 'server-only';

export type { CsvExport, ExportName } from './export-list.ts';
export { exportList } from './export-list.ts';
