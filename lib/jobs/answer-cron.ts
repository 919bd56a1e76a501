import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { listJobRuns, recordCronRun, reportCron } from '#lib/operations/index.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { listDueJobs } from './due-jobs.ts';
import type { Job } from './jobs.ts';
import { jobs } from './jobs.ts';
import { measureRun } from './measure-run.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const noStore = { 'cache-control': 'no-store' };

/** Jobs that one call runs at once. They share the connections of one process. */
const concurrentJobs = 4;

/** Returns the refusal of a request without CRON_SECRET as bearer token, or null. Answers 404 while none is set. */
function refuseStranger(request: Request): Response | null {
  const secret = env.CRON_SECRET;
  if (secret === undefined) return new Response(null, { status: 404 });
  const receivedDigest = digest(request.headers.get('authorization') ?? '');
  if (timingSafeEqual(receivedDigest, digest(`Bearer ${secret}`))) return null;
  return new Response(null, { status: 401, headers: { ...noStore, 'www-authenticate': 'Bearer' } });
}

/** Runs a job once and records the run. Returns its counts, or null after a failure. */
async function runForScheduler(
  job: Job,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>> | null> {
  const context = createContext({ kind: 'system', name: `cron ${job.name}` });
  const { run, outcome } = await measureRun(job, context, signal);
  await recordCronRun(run);
  if (outcome.ok) return outcome.counts;
  context.log.error({ error: outcome.error }, 'a job failed');
  return null;
}

/** Runs one job for a scheduler, within `budgetMs`. Answers 503 if it fails. */
export async function answerCronJob(request: Request, name: string, budgetMs: number): Promise<Response> {
  const refusal = refuseStranger(request);
  if (refusal !== null) return refusal;
  const job = jobs.find((one) => one.name === name);
  if (job === undefined) return new Response(null, { status: 404, headers: noStore });
  await reportCron(jobs);
  const counts = await runForScheduler(job, AbortSignal.timeout(budgetMs));
  if (counts !== null) return Response.json({ ok: true, job: job.name, ...counts }, { headers: noStore });
  return Response.json({ ok: false, job: job.name }, { status: 503, headers: noStore });
}

/** Runs the jobs that are due for a scheduler, within `budgetMs`. Answers 503 if one fails. */
export async function answerDueJobs(request: Request, budgetMs: number): Promise<Response> {
  const refusal = refuseStranger(request);
  if (refusal !== null) return refusal;
  const context = createContext({ kind: 'system', name: 'cron' });
  const signal = AbortSignal.timeout(budgetMs);
  await reportCron(jobs);
  try {
    const waiting = [...listDueJobs(jobs, await listJobRuns(), context.clock.now())];
    const done: Record<string, Readonly<Record<string, number>>> = {};
    const failed: string[] = [];
    const runNext = async (): Promise<void> => {
      for (let job = waiting.shift(); job !== undefined && !signal.aborted; job = waiting.shift()) {
        const counts = await runForScheduler(job, signal);
        if (counts === null) failed.push(job.name);
        else done[job.name] = counts;
      }
    };
    await Promise.all(Array.from({ length: concurrentJobs }, runNext));
    const ok = failed.length === 0;
    return Response.json({ ok, jobs: done, failed }, { status: ok ? 200 : 503, headers: noStore });
  } catch (error) {
    context.log.error({ error }, 'the due jobs are unknown');
    return Response.json({ ok: false }, { status: 503, headers: noStore });
  }
}
