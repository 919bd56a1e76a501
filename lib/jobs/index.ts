/**
 * Background jobs, run by the worker process, or by a cron route on hosts without one. Each job belongs to another room
 * and is safe to run late, often or twice at once. This room only schedules them.
 */
import 'server-only';

export { answerCronJob, answerDueJobs } from './answer-cron.ts';
export type { Job } from './jobs.ts';
export { jobs } from './jobs.ts';
export { measureRun } from './measure-run.ts';
export { runJob } from './run-job.ts';
export { runUntilStopped } from './run-until-stopped.ts';
export { serveStatus } from './serve-status.ts';
