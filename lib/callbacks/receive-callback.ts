import 'server-only';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { countCallbackCommit } from '#lib/platform/metrics.ts';
import { paymentsCanBeRead } from '#lib/service/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { failureKind, firstWords } from './failure-kind.ts';
import { GroupCommit } from './group-commit.ts';
import { isNews } from './receive-alone.ts';
import type { Outcome } from './receive-batch.ts';
import { receiveBatch } from './receive-batch.ts';

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

/** Seconds after which a sender that was answered 503 should come again: the service's own rhythm (§6.1). */
export const retryAfterSeconds = 120;

const commits = new GroupCommit<ReceivedCallback, Outcome>(keep, {
  // Each takes two locks of the database for a moment, of which it has 6,400 by default.
  mostTogether: 100,
  mostAtOnce: 2,
  gatherMs: 4,
  mostWaiting: 600,
  longestWaitMs: 800,
});

const refused: CallbackAnswer = { status: 503, observed: null, readNow: null };

/**
 * The one way in, for every door: inbox row and effect in one transaction, which is shared with what comes at the same
 * time, then the answer. Never throws. Where the database fails or there is too much the sender is asked to come again,
 * and nothing is half kept; what can't be applied through a mistake of ours is kept in quarantine.
 */
export async function receiveCallback(received: ReceivedCallback): Promise<CallbackAnswer> {
  const outcome = await commits.submit(received);
  if (outcome === 'refused' || outcome.kind === 'failed') return refused;
  const { observed } = outcome;
  return {
    status: observed.unreadable && !observed.repeat ? 400 : 200,
    observed,
    readNow: isNews(observed) && paymentsCanBeRead() ? observed.paymentId : null,
  };
}

async function keep(all: readonly ReceivedCallback[]): Promise<Outcome[]> {
  const begun = performance.now();
  const context = createContext({ kind: 'system', name: 'callbacks' });
  const outcomes = await receiveBatch(all, context);
  countCallbackCommit();
  tell(context, all, outcomes, performance.now() - begun);
  return outcomes;
}

/** One line for all that were kept together, and one for each way in which others failed. */
function tell(
  { log }: Context<SystemActor>,
  all: readonly ReceivedCallback[],
  outcomes: readonly Outcome[],
  milliseconds: number,
): void {
  const verdicts: Record<string, number> = {};
  const outages = new Map<string, number>();
  for (const [index, outcome] of outcomes.entries()) {
    const kind = all[index]?.kind;
    if (outcome.kind === 'failed') {
      const { failure } = outcome;
      // In an outage there are many of them, all alike: without the way through the code.
      if (failureKind(failure) !== 'outage') log.error({ error: failure, kind }, 'a callback was not kept');
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
