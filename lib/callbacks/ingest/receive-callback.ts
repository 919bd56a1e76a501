import 'server-only';
import { BusyRecordsError } from '#lib/database/errors.ts';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import { listRecordKeys, prepareCallback } from '#lib/observations/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { countCallbackCommit } from '#lib/platform/metrics.ts';
import { OutageLog } from '#lib/platform/outage-log.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { classifyError, summarizeError } from './classify-error.ts';
import { GroupCommit } from './group-commit.ts';
import { LockQueues } from './lock-queues.ts';
import type { BusyOutcome, ReceiveOutcome } from './receive-batch.ts';
import { receiveBatch } from './receive-batch.ts';
import { hasChangedReadModel } from './receive-one.ts';

/** A callback of an authenticated sender, with redacted headers. */
export type ReceivedCallback = Pick<
  CallbackObservation,
  'businessId' | 'kind' | 'body' | 'headers' | 'proof' | 'receivedAt'
>;

export type CallbackAnswer = {
  /** 200: stored. 400: stored but unreadable, and the sender may correct it. 503: not stored. */
  readonly status: 200 | 400 | 503;
  readonly observed: ObservedCallback | null;
  /** A payment to read from the service after the answer. */
  readonly readNow: PaymentId | null;
};

/** Longer than a commit takes under load, and short enough for callbacks about other records to wait. */
const batchTimeouts = { lockMs: 500, skipsBusy: true } as const;
/** Together with the waits before it, a refusal comes within the 2 seconds in which it is due. */
const queueTimeouts = { lockMs: 700, skipsBusy: false } as const;

const lockQueues = new LockQueues<ReceivedCallback, ReceiveOutcome>(commitQueued, {
  maximumQueues: 3,
  maximumBatchSize: 100,
  gatherMs: 4,
  maximumQueued: 100,
  maximumWaitMs: 700,
});

const commits = new GroupCommit<ReceivedCallback, ReceiveOutcome | Promise<ReceiveOutcome | 'refused'>>(
  commitBatch,
  {
    // Each callback takes two advisory locks for a moment. PostgreSQL has room for 6,400 by default.
    maximumBatchSize: 100,
    maximumConcurrent: 2,
    gatherMs: 4,
    maximumQueued: 600,
    maximumWaitMs: 600,
  },
);

const refusal: CallbackAnswer = { status: 503, observed: null, readNow: null };

/**
 * Stores a callback and its effect in one transaction, which callbacks that arrive at the same time share, and returns
 * the answer. All entry points use it. Never throws. On an outage or overload the answer is 503 and nothing is stored.
 * A callback that can't be applied because of a bug is quarantined.
 */
export async function receiveCallback(received: ReceivedCallback): Promise<CallbackAnswer> {
  const outcome = await (submitToLockQueue(received) ?? commits.submit(received));
  if (outcome === 'refused' || outcome.kind === 'failed') return refusal;
  const { observed } = outcome;
  return {
    status: observed.unreadable && !observed.repeat ? 400 : 200,
    observed,
    readNow: hasChangedReadModel(observed) && canReadPayments() ? observed.paymentId : null,
  };
}

/** Submits a callback to the queue of its locked records. Returns null if none of them has a queue. */
function submitToLockQueue(received: ReceivedCallback): Promise<ReceiveOutcome | 'refused'> | null {
  if (lockQueues.isEmpty) return null;
  const records = listRecords(received);
  return lockQueues.has(records) ? lockQueues.submit(records, received) : null;
}

function listRecords(received: ReceivedCallback): readonly string[] {
  try {
    return listRecordKeys(prepareCallback(received));
  } catch {
    // A bug of ours: the batch handles it, by storing the callbacks one by one.
    return [];
  }
}

async function commitBatch(
  all: readonly ReceivedCallback[],
): Promise<readonly (ReceiveOutcome | Promise<ReceiveOutcome | 'refused'>)[]> {
  const startedAt = performance.now();
  const context = createContext({ kind: 'system', name: 'callbacks' });
  const outcomes = await receiveBatch(all, context, batchTimeouts);
  countCallbackCommit();
  logOutcomes(context, all, outcomes, performance.now() - startedAt);
  // Callbacks about locked records resolve later, so the batch doesn't wait for them.
  return outcomes.map((outcome, index) => {
    if (outcome.kind !== 'busy') return outcome;
    const received = all[index];
    return received === undefined ? Promise.resolve('refused') : lockQueues.submit(outcome.records, received);
  });
}

async function commitQueued(all: readonly ReceivedCallback[]): Promise<readonly ReceiveOutcome[]> {
  const startedAt = performance.now();
  const context = createContext({ kind: 'system', name: 'callbacks' });
  const outcomes = (await receiveBatch(all, context, queueTimeouts)).map(
    (outcome): ReceiveOutcome =>
      outcome.kind === 'busy'
        ? { kind: 'failed', failure: new BusyRecordsError('timed out waiting for a record') }
        : outcome,
  );
  countCallbackCommit();
  logOutcomes(context, all, outcomes, performance.now() - startedAt);
  return outcomes;
}

const outage = new OutageLog();

/** Logs one line for the stored callbacks of a batch, and one for each kind of failure. */
function logOutcomes(
  { log }: Context<SystemActor>,
  all: readonly ReceivedCallback[],
  outcomes: readonly (ReceiveOutcome | BusyOutcome)[],
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
      // An outage causes many equal failures, so they are counted and logged without a stack trace.
      if (classifyError(failure) !== 'outage')
        log.error({ error: failure, kind }, 'a callback was not stored');
      else outages.set(summarizeError(failure), (outages.get(summarizeError(failure)) ?? 0) + 1);
      continue;
    }
    const { verdict, messageId, repeat } = outcome.observed;
    log.debug({ kind, verdict, messageId, repeat }, 'a callback was received');
    const label = repeat ? 'repeat' : verdict;
    verdicts[label] = (verdicts[label] ?? 0) + 1;
  }
  for (const [reason, count] of outages)
    if (outage.fail(reason)) log.warn({ reason, count }, 'callbacks are not stored until the outage ends');
  if (Object.keys(verdicts).length === 0) return;
  const ended = outages.size === 0 ? outage.succeed() : null;
  if (ended !== null) log.info(ended, 'callbacks are stored again');
  log.info({ ...verdicts, milliseconds: Math.round(milliseconds) }, 'callbacks were received');
}
