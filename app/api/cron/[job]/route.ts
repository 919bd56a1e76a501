import { answerCronJob } from '#lib/jobs/index.ts';

export const maxDuration = 60;
/** Lets work end before the platform's time limit. */
const budgetMs = 40_000;

/** Runs one job of the worker for a scheduler, with CRON_SECRET as bearer token. Answers 404 while none is set. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ job: string }> },
): Promise<Response> {
  return answerCronJob(request, (await params).job, budgetMs);
}
