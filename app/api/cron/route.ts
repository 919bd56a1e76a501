import { answerDueJobs } from '#lib/jobs/index.ts';

export const maxDuration = 60;
/** Lets work end before the platform's time limit. */
const budgetMs = 40_000;

/** Runs the jobs of the worker that are due, for a scheduler that calls once a minute with CRON_SECRET as bearer token. */
export const GET = (request: Request): Promise<Response> => answerDueJobs(request, budgetMs);
