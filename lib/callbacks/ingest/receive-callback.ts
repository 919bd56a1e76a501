import 'server-only';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import { listRecordKeys, prepareCallback } from '#lib/observations/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { countCallbackCommit } from '#lib/platform/metrics.ts';
import { paymentsCanBeRead } from '#lib/service/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { classifyError, firstWords } from './classify-error.ts';
import { GroupCommit } from './group-commit.ts';
import { LockQueues } from './lock-queues.ts';
import type { Busy, Outcome } from './receive-batch.ts';
import { receiveBatch } from './receive-batch.ts';
import { changedReadModel } from './receive-one.ts';

/** A callback whose sender has proven itself: `authenticate` comes first. Headers are redacted already. */
export type ReceivedCallback = Pick<
  CallbackObservation,
  'businessId' | 'kind' | 'body' | 'headers' | 'proof' | 'receivedAt'
>;

export type CallbackAnswer = {
  /** 200: it is kept. 400: it is kept too, but can't be read, and the sender may do better. 503: nothing is kept. */
  readonly status: 200 | 400 | 503;
  readonly observed: ObservedCallback | null;
  /** Set where this payment should be read from the service now, without making the answer wait. */
  readonly readNow: PaymentId | null;
};

/** Longer than a commit takes under load, and no more than whoever is about something else may be kept waiting. */
const patience = { lockMs: 500, leavesBusy: true } as const;
/** With what it waited before and in its lane it is refused within the 2 seconds in which that is due. */
const patienceInLane = { lockMs: 700, leavesBusy: false } as const;

const lanes = new LockQueues<ReceivedCallback, Outcome>(keepInLane, {
  mostLanes: 3,
  mostTogether: 100,
  gatherMs: 4,
  mostWaiting: 100,
  longestWaitMs: 700,
});

const commits = new GroupCommit<ReceivedCallback, Outcome | Promise<Outcome | 'refused'>>(keep, {
  // Each takes two locks of the database for a moment, of which it has 6,400 by default.
  mostTogether: 100,
  mostAtOnce: 2,
  gatherMs: 4,
  mostWaiting: 600,
  longestWaitMs: 600,
});

const refused: CallbackAnswer = { status: 503, observed: null, readNow: null };

/**
 * The one way in, for every door: inbox row and effect in one transaction, which is shared with what comes at the same
 * time, then the answer. Never throws. Where the database fails or there is too much the sender is asked to come again,
 * and nothing is half kept; what can't be applied through a mistake of ours is kept in quarantine.
 */
export async function receiveCallback(received: ReceivedCallback): Promise<CallbackAnswer> {
  const outcome = await (recordsInLane(received) ?? commits.submit(received));
  if (outcome === 'refused' || outcome.kind === 'failed') return refused;
  const { observed } = outcome;
  return {
    status: observed.unreadable && !observed.repeat ? 400 : 200,
    observed,
    readNow: changedReadModel(observed) && paymentsCanBeRead() ? observed.paymentId : null,
  };
}

/** What is about a record for which others wait already goes to them at once. Null: nothing waits for it. */
function recordsInLane(received: ReceivedCallback): Promise<Outcome | 'refused'> | null {
  if (lanes.isEmpty) return null;
  const records = recordsOf(received);
  return lanes.has(records) ? lanes.submit(records, received) : null;
}

function recordsOf(received: ReceivedCallback): readonly string[] {
  try {
    return listRecordKeys(prepareCallback(received));
  } catch {
    // A mistake of ours: it is kept with the others, where that is seen to.
    return [];
  }
}

async function keep(
  all: readonly ReceivedCallback[],
): Promise<readonly (Outcome | Promise<Outcome | 'refused'>)[]> {
  const begun = performance.now();
  const context = createContext({ kind: 'system', name: 'callbacks' });
  const outcomes = await receiveBatch(all, context, patience);
  countCallbackCommit();
  tell(context, all, outcomes, performance.now() - begun);
  // Nobody else waits for what goes to a lane.
  return outcomes.map((outcome, index) => {
    if (outcome.kind !== 'busy') return outcome;
    const received = all[index];
    return received === undefined ? Promise.resolve('refused') : lanes.submit(outcome.records, received);
  });
}

async function keepInLane(all: readonly ReceivedCallback[]): Promise<readonly Outcome[]> {
  const begun = performance.now();
  const context = createContext({ kind: 'system', name: 'callbacks' });
  const outcomes = (await receiveBatch(all, context, patienceInLane)).map(
    (outcome): Outcome =>
      outcome.kind === 'busy'
        ? { kind: 'failed', failure: new Error('timed out waiting for a record') }
        : outcome,
  );
  countCallbackCommit();
  tell(context, all, outcomes, performance.now() - begun);
  return outcomes;
}

/** One line for all that were kept together, and one for each way in which others failed. */
function tell(
  { log }: Context<SystemActor>,
  all: readonly ReceivedCallback[],
  outcomes: readonly (Outcome | Busy)[],
  milliseconds: number,
): void {
  const verdicts: Record<string, number> = {};
  const outages = new Map<string, number>();
  for (const [index, outcome] of outcomes.entries()) {
    const kind = all[index]?.kind;
    if (outcome.kind === 'busy') {
      verdicts['busy'] = (verdicts['busy'] ?? 0) + 1;
      continue;
    }
    if (outcome.kind === 'failed') {
      const { failure } = outcome;
      // In an outage there are many of them, all alike: without the way through the code.
      if (classifyError(failure) !== 'outage') log.error({ error: failure, kind }, 'a callback was not kept');
      else outages.set(firstWords(failure), (outages.get(firstWords(failure)) ?? 0) + 1);
      continue;
    }
    const { verdict, messageId, repeat } = outcome.observed;
    log.debug({ kind, verdict, messageId, repeat }, 'a callback was received');
    const word = repeat ? 'repeat' : verdict;
    verdicts[word] = (verdicts[word] ?? 0) + 1;
  }
  for (const [reason, count] of outages) log.warn({ reason, count }, 'callbacks were not kept');
  if (Object.keys(verdicts).length > 0)
    log.info({ ...verdicts, milliseconds: Math.round(milliseconds) }, 'callbacks were received');
}
