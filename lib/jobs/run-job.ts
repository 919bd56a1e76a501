import 'server-only';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { hasPausedWork } from '#lib/restores/index.ts';
import type { Job } from './jobs.ts';

/** Runs a job once. Does nothing while the job is paused after a restored backup. */
export async function runJob(
  job: Job,
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  if (job.runsWhilePaused !== true && (await hasPausedWork())) return {};
  return job.run(context, signal);
}
