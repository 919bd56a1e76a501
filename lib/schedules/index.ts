import 'server-only';

/**
 * Prepares reports for colleagues at set times: a saved view, a statement, or an export. The job checks the roles of the
 * recipients at each run. A mail has a link that needs a sign-in and expires, and never a figure.
 */
export { createSchedule, runScheduleNow } from './change-schedule.ts';
export { openRun, readSchedules } from './queries.ts';
export { runSchedules } from './run-schedules.ts';
export { deleteOldRuns } from './store.ts';
