import 'server-only';

/** What is done without being asked: by the worker, or by a cron route where no process lives long. */
export type { Job } from './jobs.ts';
export { jobs } from './jobs.ts';
export { runUntilStopped } from './run-until-stopped.ts';
