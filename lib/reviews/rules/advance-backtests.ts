import 'server-only';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { matchRule } from './model/match.ts';
import { mostHits } from './schema/choices.ts';
import { askFor } from './store/candidates.ts';
import type { Place } from './store/runs.ts';
import { holdRun, insertHits, markHits, moveRun, readNextSubjects } from './store/runs.ts';

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
    const run = await holdRun(transaction);
    if (run === null) return null;
    const { businessId, subject, spec, kind } = run;
    const places = await readNextSubjects(transaction, run, batch);
    const ids = places.map(({ id }) => id);
    const asked = await askFor(transaction, { businessId, subject, spec, ids, followers: false });
    const found: Place[] = asked
      .filter(({ told }) => matchRule(spec, told) !== null)
      .map(({ subjectId, at }) => ({ id: subjectId, at }));
    if (kind === 'apply') await markHits(transaction, run, found);
    else await insertHits(transaction, run, found);
    const isFull = kind === 'try' && run.hits + found.length >= mostHits;
    const state = places.length < batch ? 'done' : isFull ? 'full' : 'running';
    const at = context.clock.now();
    const step = { looked: places.length, hits: found.length };
    await moveRun(transaction, run, { ...step, last: places.at(-1) ?? null, state, at });
    if (state !== 'running') await announce(transaction, { businessId, topics: ['reviews'] });
    return step;
  });
