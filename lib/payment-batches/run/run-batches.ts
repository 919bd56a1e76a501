import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { findScope } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { interruptedAfterMs } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { countBatchRow } from '#lib/platform/metrics.ts';
import { announce, announceToBusinesses } from '#lib/realtime/live-events.ts';
import { serviceSettings } from '#lib/service/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { discardAbandoned } from '../discard-unconfirmed.ts';
import type { Pace } from '../model/pace.ts';
import { countInFlight, firstPace, nextPace } from '../model/pace.ts';
import type { PauseReason } from '../schema.ts';
import { pauseRun } from './control-store.ts';
import type { Lease } from './lease-store.ts';
import {
  leaseBatch,
  RunEndedError,
  releaseLease,
  requireRunning,
  storeProgress,
  withLease,
} from './lease-store.ts';
import type { FailureStreak, RowResult } from './model.ts';
import { decideNextStep, maxFailureStreak } from './model.ts';
import { sendRow } from './send-row.ts';
import { reserveSendTime } from './send-time-store.ts';
import { findNextRow, findUsualLatency, finishRun, markInterrupted } from './sending-store.ts';

/** Seconds that one batch is served before the next one, so that a large batch doesn’t keep others waiting. */
const secondsPerTurn = 10;

/** Reasons of a pause that the service's last answer explains. */
const answeredReasons: ReadonlySet<PauseReason> = new Set(['unknown', 'overloaded', 'refused']);

/**
 * Sends the rows of confirmed batches, all batches in turn, until none is left or the signal aborts. An interrupted run
 * continues with the next row, here or on another instance: the interrupted rows become unknown and are never sent again
 * automatically. Batches that are not confirmed within a week are deleted.
 */
export async function runPaymentBatches(
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<{ readonly rows: number; readonly interrupted: number; readonly abandoned: number }> {
  const abandoned = await discardAbandoned(context, signal);
  const counts = { rows: 0, interrupted: 0, abandoned };
  while (!signal.aborted) {
    counts.interrupted += await recoverInterrupted(context);
    const lease = await leaseBatch(context.clock.now());
    if (lease === null) break;
    try {
      counts.rows += await withLease(lease, context.clock.now, () => serve(context, lease, signal));
    } finally {
      // In an outage the lease expires instead.
      await releaseLease(lease).catch(() => undefined);
    }
  }
  return counts;
}

/** A request ends within 15 seconds. One that is still open after 30 was interrupted, and may have been processed. */
async function recoverInterrupted(context: Context<SystemActor>): Promise<number> {
  return inTransaction(async (transaction) => {
    const businesses = await markInterrupted(
      transaction,
      addMilliseconds(context.clock.now(), -interruptedAfterMs),
    );
    if (businesses.length > 0)
      await announceToBusinesses(
        transaction,
        businesses.map((id) => toId<BusinessId>(id)),
        ['batches'],
      );
    return businesses.length;
  });
}

/** The state of a run between two rows of one turn. */
type Progress = FailureStreak & {
  readonly pace: Pace;
  /** The last row that was begun, in the order of the file. */
  readonly after: number;
};

/** A row that was sent, or the failure because of which it was not. */
type EndedRow = {
  readonly number: number;
  readonly latencyMs: number;
  readonly sent:
    | { readonly result: RowResult; readonly failure?: never }
    | { readonly result?: never; readonly failure: unknown };
};

/** One turn of a batch. */
type Turn = {
  readonly context: Context<SystemActor>;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  progress: Progress;
  /** The rows without an outcome, by their number. */
  readonly inFlight: Map<number, Promise<EndedRow>>;
  /** Why no further row begins. Rows in flight still end. */
  end: 'no-row' | 'delayed' | 'paused' | 'lost' | null;
  /** A failure of our own. */
  failure: unknown;
};

/**
 * Sends rows of one batch until its turn ends, as many at the same time as its pace needs. All of them have an outcome
 * afterwards. Returns the number of rows.
 */
async function serve(context: Context<SystemActor>, lease: Lease, signal: AbortSignal): Promise<number> {
  const { unknownInARow, unsentInARow, refusedInARow } = lease;
  if (unknownInARow >= maxFailureStreak) {
    await pause(context, lease, { reason: 'unknown' }).catch(ignoreEndedRun);
    return 0;
  }
  const perSecond = Math.min(lease.pace, serviceSettings().createsPerSecond);
  const limit = Math.max(1, perSecond * secondsPerTurn);
  // A run that begins, or begins again after a pause, doesn't know its latency.
  const usualMs = lease.pace > firstPace ? await findUsualLatency(lease) : null;
  const turn: Turn = {
    context,
    lease,
    signal,
    inFlight: new Map(),
    end: null,
    failure: null,
    progress: { unknownInARow, unsentInARow, refusedInARow, pace: { perSecond, usualMs }, after: 0 },
  };
  let rows = 0;
  try {
    while (rows < limit && turn.end === null && !signal.aborted) if (await beginNext(turn)) rows += 1;
  } catch (failure) {
    endTurn(turn, failure);
  }
  while (turn.inFlight.size > 0) await recordNext(turn);
  if (turn.failure !== null) throw turn.failure;
  if (turn.end === 'no-row') await finish(context, lease, turn.progress).catch(ignoreEndedRun);
  return rows;
}

/** A person paused or stopped the run, or another process has it. */
function ignoreEndedRun(failure: unknown): void {
  if (!(failure instanceof RunEndedError)) throw failure;
}

function endTurn(turn: Turn, failure: unknown): void {
  if (!(failure instanceof RunEndedError)) turn.failure ??= failure;
  turn.end ??= 'lost';
}

/** Begins the next row when its turn comes, unless the turn ends before. Returns true once it is on its way. */
async function beginNext(turn: Turn): Promise<boolean> {
  const { context, lease, signal, inFlight, progress } = turn;
  if (inFlight.size >= countInFlight(progress.pace)) {
    await recordNext(turn);
    return false;
  }
  const scope = await findScope(lease.businessId, lease.sentFor, context.clock.now());
  if (scope === null || !scope.may('payment.create')) {
    turn.end = 'paused';
    await pause(context, lease, { reason: 'role' });
    return false;
  }
  const row = await findNextRow(lease, progress.after);
  if (row === null) {
    turn.end = 'no-row';
    return false;
  }
  const ended = new AbortController();
  const wakeUp = waitForTurn(progress.pace, AbortSignal.any([signal, ended.signal])).then(() => null);
  for (let isWaiting = true; isWaiting && turn.end === null; ) {
    const first = await Promise.race([...inFlight.values(), wakeUp]);
    if (first === null) isWaiting = false;
    else await record(turn, first);
  }
  ended.abort();
  if (turn.end !== null || signal.aborted) return false;
  turn.progress = { ...turn.progress, after: row.number };
  const { promise: committed, resolve } = Promise.withResolvers<void>();
  const begun = performance.now();
  const { actor, clock } = context;
  const request = sendRow(createContext(actor, { clock }), lease, scope, row, resolve).then(
    (result) => ({ result }),
    (failure: unknown) => ({ failure }),
  );
  inFlight.set(
    row.number,
    request.then((sent) => ({ number: row.number, latencyMs: performance.now() - begun, sent })),
  );
  // Requests keep the order of the file.
  await Promise.race([committed, request]);
  return true;
}

/** Waits for the next row in flight, and decides how the run continues. */
const recordNext = async (turn: Turn): Promise<void> =>
  record(turn, await Promise.race(turn.inFlight.values()));

/** Decides how the run continues after a row. After a pause, the outcomes of the others change nothing more. */
async function record(turn: Turn, { number, latencyMs, sent }: EndedRow): Promise<void> {
  turn.inFlight.delete(number);
  if (sent.result === undefined) return endTurn(turn, sent.failure);
  const { result } = sent;
  countBatchRow(result.outcome);
  if (turn.end === 'paused') return;
  const { context, lease, progress: before } = turn;
  const { pause: reason, notBefore, ...next } = decideNextStep(result, before, context.clock.now());
  // One delay is one failed attempt, however many requests it failed for.
  if (turn.end === 'delayed' && (reason === null || result.outcome === 'UNSENT')) return;
  const pace =
    result.outcome === 'CREATED'
      ? nextPace(before.pace, latencyMs, serviceSettings().createsPerSecond)
      : before.pace;
  turn.progress = { ...next, pace, after: before.after };
  if (reason !== null) turn.end = 'paused';
  else if (notBefore !== null) turn.end = 'delayed';
  try {
    if (
      notBefore !== null ||
      pace.perSecond !== before.pace.perSecond ||
      next.unknownInARow !== before.unknownInARow ||
      next.unsentInARow !== before.unsentInARow ||
      next.refusedInARow !== before.refusedInARow
    )
      await storeProgress(lease, { ...next, notBefore, pace: pace.perSecond });
    if (reason !== null)
      await pause(context, lease, { reason, answer: answeredReasons.has(reason) ? result.error : null });
  } catch (failure) {
    endTurn(turn, failure);
  }
}

async function pause(
  context: Context<SystemActor>,
  lease: Lease,
  cause: { readonly reason: PauseReason; readonly answer?: string | null },
): Promise<void> {
  const { reason, answer = null } = cause;
  const { businessId, batchId, sentFor } = lease;
  await inTransaction(async (transaction) => {
    await requireRunning(transaction, lease);
    await pauseRun(transaction, lease, cause);
    await announce(transaction, { businessId, topics: ['batches'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-batch.pause',
      objectType: 'payment-batch',
      objectId: batchId,
      after: { pauseReason: reason, ...(answer !== null && { answer }), personId: sentFor },
    });
  });
  context.log.warn({ businessId, batchId, reason }, 'payment batch paused');
}

async function finish(context: Context<SystemActor>, lease: Lease, progress: Progress): Promise<void> {
  const { businessId, batchId } = lease;
  const counts = await inTransaction(async (transaction) => {
    const ended = await finishRun(transaction, lease, context.clock.now());
    if (ended === null) return null;
    await announce(transaction, { businessId, topics: ['batches'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'payment-batch.finish',
      objectType: 'payment-batch',
      objectId: batchId,
      after: { done: ended.done, failed: ended.failed, unknown: ended.unknown },
    });
    return ended;
  });
  if (counts === null) {
    // A row is being sent, by a person or by a process that was interrupted.
    const { unknownInARow, unsentInARow, refusedInARow, pace } = progress;
    await storeProgress(lease, {
      unknownInARow,
      unsentInARow,
      refusedInARow,
      notBefore: addMilliseconds(context.clock.now(), interruptedAfterMs / 3),
      pace: pace.perSecond,
    });
    return;
  }
  context.log.info({ businessId, batchId, ...counts }, 'payment batch done');
}

/**
 * Waits until another row may be sent at this pace. All processes share the turns, so that together they send no more than
 * the assumed most of the service. Returns early when the signal aborts.
 */
async function waitForTurn({ perSecond }: Pace, signal: AbortSignal): Promise<void> {
  const delayMs = await reserveSendTime('batch-row', perSecond);
  if (delayMs > 0) await wait(delayMs, undefined, { signal }).catch(() => undefined);
}
