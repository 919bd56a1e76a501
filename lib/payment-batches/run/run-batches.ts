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
import { nextPace } from '../model/pace.ts';
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
import type { FailureStreak } from './model.ts';
import { decideNextStep, maxFailureStreak } from './model.ts';
import { sendRow } from './send-row.ts';
import { reserveSendTime } from './send-time-store.ts';
import { findNextRow, finishRun, markInterrupted } from './sending-store.ts';

/** Seconds that one batch is served before the next one, so that a large batch doesn’t keep others waiting. */
const secondsPerTurn = 10;

/** Reasons of a pause that the service's last answer explains. */
const answeredReasons: ReadonlySet<PauseReason> = new Set(['unknown', 'overloaded', 'refused']);

/**
 * Sends the rows of confirmed batches, all batches in turn, until none is left or the signal aborts. An interrupted run
 * continues with the next row, here or on another instance: the interrupted row becomes unknown and is never sent again
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
  /** The last row that was sent, in the order of the file. */
  readonly after: number;
};

/** Sends rows of one batch until its turn ends. Returns the number of rows. */
async function serve(context: Context<SystemActor>, lease: Lease, signal: AbortSignal): Promise<number> {
  const { unknownInARow, unsentInARow, refusedInARow } = lease;
  const perSecond = Math.min(lease.pace, serviceSettings().createsPerSecond);
  const limit = Math.max(1, perSecond * secondsPerTurn);
  const streak = { unknownInARow, unsentInARow, refusedInARow };
  let progress: Progress = { ...streak, pace: { perSecond, usualMs: null }, after: 0 };
  let rows = 0;
  try {
    if (unknownInARow >= maxFailureStreak) {
      await pause(context, lease, { reason: 'unknown' });
      return 0;
    }
    for (; rows < limit && !signal.aborted; rows += 1) {
      const step = await sendNext(context, lease, progress, signal);
      if (step === null) break;
      if (step.isDelayed) return rows + 1;
      ({ progress } = step);
    }
  } catch (failure) {
    // A person paused or stopped it, or another process has it.
    if (!(failure instanceof RunEndedError)) throw failure;
  }
  return rows;
}

/** Sends the next row. Returns null if there is none, or the run is paused. */
async function sendNext(
  context: Context<SystemActor>,
  lease: Lease,
  before: Progress,
  signal: AbortSignal,
): Promise<{ readonly progress: Progress; readonly isDelayed: boolean } | null> {
  const scope = await findScope(lease.businessId, lease.sentFor, context.clock.now());
  if (scope === null || !scope.may('payment.create')) {
    await pause(context, lease, { reason: 'role' });
    return null;
  }
  const row = await findNextRow(lease, before.after);
  if (row === null) {
    await finish(context, lease, before);
    return null;
  }
  await waitForTurn(before.pace, signal);
  if (signal.aborted) return null;
  const { actor, clock } = context;
  const begun = performance.now();
  const result = await sendRow(createContext(actor, { clock }), lease, scope, row);
  countBatchRow(result.outcome);
  const { pause: reason, notBefore, ...next } = decideNextStep(result, before, clock.now());
  const pace =
    result.outcome === 'CREATED'
      ? nextPace(before.pace, performance.now() - begun, serviceSettings().createsPerSecond)
      : before.pace;
  if (
    notBefore !== null ||
    pace.perSecond !== before.pace.perSecond ||
    next.unknownInARow !== before.unknownInARow ||
    next.unsentInARow !== before.unsentInARow ||
    next.refusedInARow !== before.refusedInARow
  )
    await storeProgress(lease, { ...next, notBefore, pace: pace.perSecond });
  if (reason !== null) {
    await pause(context, lease, { reason, answer: answeredReasons.has(reason) ? result.error : null });
    return null;
  }
  return { progress: { ...next, pace, after: row.number }, isDelayed: notBefore !== null };
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
