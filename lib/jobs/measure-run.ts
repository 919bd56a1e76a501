import 'server-only';
import { findOutageReason } from '#lib/database/errors.ts';
import type { JobRun } from '#lib/operations/schema.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { countJobRun } from '#lib/platform/metrics.ts';
import { traceSpan } from '#lib/platform/tracing.ts';
import { Problem } from '#lib/values/errors.ts';
import type { Job } from './jobs.ts';
import { runJob } from './run-job.ts';

type Outcome =
  | { readonly ok: true; readonly counts: Readonly<Record<string, number>> }
  | { readonly ok: false; readonly error: unknown };

/** Returns a code or the name of the error. Its message can contain data, so only the log has it. */
function nameFailure(error: unknown): string {
  const reason = findOutageReason(error);
  if (reason !== null) return reason;
  if (error instanceof Problem) return error.code;
  return error instanceof Error ? error.name : 'unknown';
}

const traceRun = (job: Job, context: Context<SystemActor>, signal: AbortSignal) =>
  traceSpan(
    {
      name: `job ${job.name}`,
      kind: 'internal',
      attributes: { 'countinghouse.job': job.name, 'countinghouse.request_id': context.requestId },
    },
    () => runJob(job, context, signal),
  );

/** Runs a job once and measures it. Never rejects: the outcome has the error. */
export async function measureRun(
  job: Job,
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<{ readonly run: JobRun; readonly outcome: Outcome }> {
  const [startedAt, began] = [context.clock.now(), performance.now()];
  const outcome = await traceRun(job, context, signal).then(
    (counts): Outcome => ({ ok: true, counts }),
    (error: unknown): Outcome => ({ ok: false, error }),
  );
  const milliseconds = Math.round(performance.now() - began);
  countJobRun({ job: job.name, isFailed: !outcome.ok, seconds: milliseconds / 1_000 });
  const failure = outcome.ok ? null : nameFailure(outcome.error);
  const { name, everySeconds } = job;
  return {
    run: { job: name, everySeconds, startedAt, milliseconds, failure, requestId: context.requestId },
    outcome,
  };
}
