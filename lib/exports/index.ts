import 'server-only';

export { csvResponse } from './csv-response.ts';
export { exportAudit } from './export-audit.ts';
export { exportList } from './export-list.ts';
export { exportMinimums } from './export-minimums.ts';
