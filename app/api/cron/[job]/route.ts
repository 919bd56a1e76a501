import { createHash, timingSafeEqual } from 'node:crypto';
import { jobs, measureRun } from '#lib/jobs/index.ts';
import { recordCronRun, reportCron } from '#lib/operations/index.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';

export const maxDuration = 60;
/** Lets work end before the platform's time limit. */
const budgetMs = 40_000;

const digest = (text: string) => createHash('sha256').update(text).digest();
const noStore = { 'cache-control': 'no-store' };

/** Runs one job of the worker for a scheduler, with CRON_SECRET as bearer token. Answers 404 while none is set. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ job: string }> },
): Promise<Response> {
  const secret = env.CRON_SECRET;
  if (secret === undefined) return new Response(null, { status: 404 });
  const receivedDigest = digest(request.headers.get('authorization') ?? '');
  if (!timingSafeEqual(receivedDigest, digest(`Bearer ${secret}`)))
    return new Response(null, { status: 401, headers: { ...noStore, 'www-authenticate': 'Bearer' } });
  const { job: name } = await params;
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) return new Response(null, { status: 404, headers: noStore });
  const context = createContext({ kind: 'system', name: `cron ${job.name}` });
  await reportCron();
  const { run, outcome } = await measureRun(job, context, AbortSignal.timeout(budgetMs));
  await recordCronRun(run);
  if (outcome.ok) return Response.json({ ok: true, job: job.name, ...outcome.counts }, { headers: noStore });
  context.log.error({ error: outcome.error }, 'a job failed');
  return Response.json({ ok: false, job: job.name }, { status: 503, headers: noStore });
}
