import 'server-only';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { matchRule } from './model/match.ts';
import { maximumHits } from './schema/choices.ts';
import { readCandidates } from './store/candidates.ts';
import type { RunSubject } from './store/runs.ts';
import { advanceRun, insertHits, lockRun, markHitsDue, readNextSubjects } from './store/runs.ts';

/** Subjects in one transaction. */
const batch = 500;

/**
 * Advances all running scans of past records. A backtest stores its hits; an approved rule marks them for the desk. Each
 * batch is one transaction, so a stopped process loses nothing, and processes can advance different runs in parallel.
 */
export async function advanceBacktests(
  context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<{ readonly looked: number; readonly hits: number }> {
  let [looked, hits] = [0, 0];
  while (!stop.aborted) {
    const step = await scanBatch(context);
    if (step === null) break;
    looked += step.looked;
    hits += step.hits;
  }
  return { looked, hits };
}

const scanBatch = (context: Context<SystemActor>) =>
  inTransaction(async (transaction) => {
    const run = await lockRun(transaction);
    if (run === null) return null;
    const { businessId, subject, spec, kind } = run;
    const subjects = await readNextSubjects(transaction, run, batch);
    const ids = subjects.map(({ id }) => id);
    const candidates = await readCandidates(transaction, {
      businessId,
      subject,
      spec,
      ids,
      followers: false,
    });
    const found: RunSubject[] = candidates
      .filter(({ facts }) => matchRule(spec, facts) !== null)
      .map(({ subjectId, at }) => ({ id: subjectId, at }));
    if (kind === 'apply') await markHitsDue(transaction, run, found);
    else await insertHits(transaction, run, found);
    const isFull = kind === 'try' && run.hits + found.length >= maximumHits;
    const state = subjects.length < batch ? 'done' : isFull ? 'full' : 'running';
    const at = context.clock.now();
    const step = { looked: subjects.length, hits: found.length };
    await advanceRun(transaction, run, { ...step, last: subjects.at(-1) ?? null, state, at });
    if (state !== 'running') await announce(transaction, { businessId, topics: ['reviews'] });
    return step;
  });
