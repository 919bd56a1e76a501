import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { classifyDatabaseError } from '#lib/database/errors.ts';
import type { PoolName } from '#lib/database/statements.ts';
import { inPlainTransaction, isUncommitted } from '#lib/database/statements.ts';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import {
  hasChangedReadModel,
  listRecordKeys,
  prepareCallback,
  storeWaiting,
} from '#lib/observations/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { countCallbackCommit } from '#lib/platform/metrics.ts';
import { OutageLog } from '#lib/platform/outage-log.ts';
import { canReadPayments } from '#lib/service/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { mayComeOnce } from '../model/once-only.ts';
import { BusyRecords } from './busy-records.ts';
import { classifyError, summarizeError } from './classify-error.ts';
import type { GroupLimits } from './group-commit.ts';
import { GroupCommit } from './group-commit.ts';
import type { BusyOutcome, ReceiveOutcome } from './receive-batch.ts';
import { receiveBatch } from './receive-batch.ts';

const outage = new OutageLog();

/** Logs one line for the stored callbacks of a batch, and one for each kind of failure. */
function logOutcomes(
  { log }: Context<SystemActor>,
  all: readonly { readonly kind: string }[],
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
    const { verdict, repeat } = outcome.observed;
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
  /** True if it waits to be folded after the answer. */
  readonly isWaiting: boolean;
};

/** Longer than a commit takes under load, and short enough for callbacks about other records to wait. */
const foldLimits = { lockMs: 500, statementMs: 2_000, aloneMs: 1_000 } as const;

/** Each callback takes two advisory locks for a moment. PostgreSQL has room for 6,400 by default. */
const batch = { maximumBatchSize: 100, gatherMs: 4 } as const;

/** Callbacks that share queues and connections. */
class Lane {
  readonly folds: GroupCommit<ReceivedCallback, ReceiveOutcome | BusyOutcome>;
  readonly bytes: GroupCommit<ReceivedCallback, ReceiveOutcome>;

  constructor(
    connections: Connections,
    folds: Omit<GroupLimits, keyof typeof batch>,
    bytes: Omit<GroupLimits, keyof typeof batch>,
  ) {
    this.folds = new GroupCommit((all) => commitFolds(all, connections), { ...batch, ...folds });
    this.bytes = new GroupCommit((all) => commitBytes(all, connections), { ...batch, ...bytes });
  }
}

type Connections = { readonly pool: PoolName; readonly connectionMs: number };

const lanes = {
  repeated: new Lane(
    { pool: 'callbacks', connectionMs: 1_000 },
    { maximumConcurrent: 2, maximumQueued: 600, maximumWaitMs: 500 },
    // A full queue means more than the database can store. The answer is due before this wait ends.
    { maximumConcurrent: 1, maximumQueued: 1_200, maximumWaitMs: 5_000 },
  ),
  // Never refused for a full queue: admission control bounds their number.
  once: new Lane(
    { pool: 'once-only callbacks', connectionMs: 5_000 },
    { maximumConcurrent: 1, maximumQueued: 600, maximumWaitMs: 500 },
    { maximumConcurrent: 1, maximumQueued: Number.POSITIVE_INFINITY, maximumWaitMs: 20_000 },
  ),
} as const;

/** Records that stayed locked. Callbacks about them are stored without a fold for a while. */
const busyRecords = new BusyRecords(2_000);

const refusal: CallbackAnswer = { status: 503, observed: null, readNow: null, isWaiting: false };

/** Time between two attempts to store a callback that may come only once. */
const retryMs = 100;

/**
 * Stores a callback and its effect in one transaction, which callbacks that arrive at the same time share, and returns
 * the answer. If its records stay locked or there is no time to fold it, only its bytes are stored, and it waits. All
 * entry points use it. Never throws. The answer is 503 if nothing could be stored: on an outage, and for a deposit
 * callback also on overload. One that may come only once is tried until `giveUpAt`, a time of `performance.now()`. A
 * callback that can't be applied because of a bug is quarantined.
 */
export async function receiveCallback(
  received: ReceivedCallback,
  giveUpAt = performance.now(),
): Promise<CallbackAnswer> {
  const isOnce = mayComeOnce(received.kind);
  const lane = lanes[isOnce ? 'once' : 'repeated'];
  const folded = isBusy(received) ? 'refused' : await lane.folds.submit(received);
  if (folded !== 'refused' && folded.kind === 'stored') return toAnswer(folded.observed);
  if (folded !== 'refused' && folded.kind === 'failed' && !canRetry(folded, isOnce)) return refusal;
  for (;;) {
    const stored = await lane.bytes.submit(received);
    if (stored !== 'refused' && stored.kind === 'stored') return toAnswer(stored.observed);
    const isRetried = stored === 'refused' ? isOnce : canRetry(stored, isOnce);
    if (!isRetried || performance.now() + retryMs > giveUpAt) return refusal;
    await pause(retryMs);
  }
}

const toAnswer = (observed: ObservedCallback): CallbackAnswer => ({
  status: observed.unreadable && !observed.repeat ? 400 : 200,
  observed,
  readNow: hasChangedReadModel(observed) && canReadPayments() ? observed.paymentId : null,
  isWaiting: observed.verdict === 'received' && !observed.repeat,
});

/**
 * Returns true if nothing of a failed callback is stored and another attempt may succeed. While the database is away, only
 * a callback that may come once is worth the wait.
 */
function canRetry({ failure }: Extract<ReceiveOutcome, { kind: 'failed' }>, isOnce: boolean): boolean {
  if (!isUncommitted(failure) || classifyError(failure) !== 'outage') return false;
  return isOnce || classifyDatabaseError(failure) === 'busy';
}

/** Returns true if one of the callback's records stayed locked a moment ago. */
function isBusy(received: ReceivedCallback): boolean {
  if (busyRecords.isEmpty) return false;
  try {
    return busyRecords.has(listRecordKeys(prepareCallback(received)));
  } catch {
    // A bug of ours: the batch handles it, by storing the callbacks one by one.
    return false;
  }
}

async function commitFolds(
  all: readonly ReceivedCallback[],
  { pool }: Connections,
): Promise<readonly (ReceiveOutcome | BusyOutcome)[]> {
  const startedAt = performance.now();
  const context = createContext({ kind: 'system', name: 'callbacks' });
  const outcomes = await receiveBatch(all, context, { ...foldLimits, pool });
  for (const outcome of outcomes) if (outcome.kind === 'busy') busyRecords.add(outcome.records);
  countCallbackCommit();
  logOutcomes(context, all, outcomes, performance.now() - startedAt);
  return outcomes;
}

/** Stores the bytes of callbacks in one transaction. Never rejects. */
async function commitBytes(
  all: readonly ReceivedCallback[],
  { pool, connectionMs }: Connections,
): Promise<readonly ReceiveOutcome[]> {
  const startedAt = performance.now();
  const context = createContext({ kind: 'system', name: 'callbacks' });
  let outcomes: readonly ReceiveOutcome[];
  try {
    const prepared = all.map(prepareCallback);
    const observed = await inPlainTransaction((statements) => storeWaiting(statements, prepared), {
      pool,
      connectionMs,
      lockMs: 1_000,
    });
    outcomes = observed.map((one) => ({ kind: 'stored', observed: one }));
  } catch (failure) {
    outcomes = all.map(() => ({ kind: 'failed', failure }));
  }
  countCallbackCommit();
  logOutcomes(context, all, outcomes, performance.now() - startedAt);
  return outcomes;
}
