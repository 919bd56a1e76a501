/**
 * The state of the installation: the running processes, the last run of each job, and the last backup. Processes report
 * to the database, so each of them can show whether the others are alive. Nothing here belongs to a business, and the
 * rooms that show it check who may see it.
 */
import 'server-only';

export type { WorkerReport } from './queries.ts';
export { findLastBackup, findWorkerReport, listJobRuns, listParts } from './queries.ts';
export { refreshGauges } from './refresh-gauges.ts';
export { reportReadiness } from './report-readiness.ts';
export { requireSameSigner } from './require-same-signer.ts';
export { recordCronRun, reportCron, startHeartbeats } from './start-heartbeats.ts';
