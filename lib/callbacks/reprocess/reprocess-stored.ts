import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type {
  MessageSelection,
  RecordRemake,
  ReprocessDifference,
  ReprocessPosition,
  VerdictChange,
} from '#lib/observations/index.ts';
import { reprocessMessages, storeQuarantineDecision } from '#lib/observations/index.ts';
import { settleIntent } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { classifyError, summarizeError } from '../ingest/classify-error.ts';
import type { Lease, LeasedReprocessing } from './reprocess-lease-store.ts';
import {
  failReprocessing,
  LeaseLostError,
  leaseReprocessing,
  requireLease,
  storeProgress,
  withLease,
} from './reprocess-lease-store.ts';

const batchSize = 100;

type Author = {
  readonly businessId: BusinessId;
  /** The person who requested it. Null: an operator at the command line. */
  readonly personId: PersonId | null;
  /** The lease of its run. Null at the command line. */
  readonly lease: Lease | null;
};

/** Returns the function that stores decision and audit entry of each change in its transaction. */
const createChangeWriter =
  (context: Context<SystemActor>, { businessId, personId, lease }: Author) =>
  async (transaction: Transaction, change: VerdictChange | RecordRemake): Promise<void> => {
    if (lease !== null) await requireLease(transaction, lease);
    const after = { reprocessingId: lease?.id ?? null, personId };
    if ('record' in change) {
      const [objectType = 'record', objectId = ''] = change.record.split(' ');
      await writeAudit(transaction, context, {
        businessId,
        action: 'callback.remake',
        objectType,
        objectId,
        // Statements reverse what a close booked for them.
        after: change.removed.length === 0 ? after : { ...after, removed: change.removed },
      });
      return;
    }
    const { messageId, paymentId, clientPaymentId, verdict, verdictBefore, revision } = change;
    if (paymentId !== null && (verdict === 'applied' || verdict === 'new-version'))
      await settleIntent(transaction, context, { businessId, clientPaymentId, paymentId });
    await storeQuarantineDecision(transaction, {
      businessId,
      messageId,
      kind: 'reprocessed',
      revision,
      at: context.clock.now(),
      personId,
      note: null,
      accepted: [],
      verdictBefore,
      verdictAfter: verdict,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'callback.rejudge',
      objectType: 'callback',
      objectId: messageId,
      before: { verdict: verdictBefore },
      after: { verdict, ...after },
    });
  };

/** Returns the problem of a message that can be skipped. Other failures would affect every message, so they end the run. */
const toSkippedProblem = (failure: unknown): string | null =>
  failure instanceof LeaseLostError || classifyError(failure) !== 'content' ? null : summarizeError(failure);

/** Reprocesses all messages of a selection for the command line, and reports each difference. */
export async function reprocessStored(
  context: Context<SystemActor>,
  options: {
    readonly businessId: BusinessId;
    readonly selection: MessageSelection;
    readonly applies: boolean;
    readonly onDifference: (difference: ReprocessDifference) => void;
  },
): Promise<{ messages: number; differences: number }> {
  const { businessId, selection, applies, onDifference } = options;
  const apply = applies ? createChangeWriter(context, { businessId, personId: null, lease: null }) : null;
  const totals = { messages: 0, differences: 0 };
  let place: ReprocessPosition | null = null;
  do {
    const now = context.clock.now();
    const done = await reprocessMessages({
      businessId,
      selection,
      place,
      limit: batchSize,
      now,
      apply,
      describeFailure: toSkippedProblem,
    });
    totals.messages += done.seen;
    totals.differences += done.differences.length;
    for (const difference of done.differences) onDifference(difference);
    place = done.place;
  } while (place !== null);
  return totals;
}

/**
 * Runs the requested reprocessings batch by batch until none is left or the signal aborts. An interrupted run continues
 * where it stopped, here or on another instance. Returns the number of messages checked.
 */
export async function runReprocessings(
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<{ messages: number }> {
  let messages = 0;
  while (!signal.aborted) {
    const run = await leaseReprocessing(context.clock.now());
    if (run === null) break;
    try {
      messages += await withLease(run, context.clock.now, () => runBatches(context, run, signal));
    } catch (failure) {
      if (failure instanceof LeaseLostError) continue;
      context.log.error({ error: failure, reprocessing: run.id }, 'a reprocessing failed');
      await failReprocessing(run, summarizeError(failure), context.clock.now());
    }
  }
  return { messages };
}

/** Processes a run until it ends, is stopped or loses its lease. Returns the number of messages checked. */
async function runBatches(
  context: Context<SystemActor>,
  run: LeasedReprocessing,
  signal: AbortSignal,
): Promise<number> {
  const { businessId, requestedBy, selection } = run;
  const apply = run.applies
    ? createChangeWriter(context, { businessId, personId: requestedBy, lease: run })
    : null;
  let { place } = run;
  let messages = 0;
  for (let shouldContinue = true; shouldContinue && !signal.aborted; ) {
    const now = context.clock.now();
    const done = await reprocessMessages({
      businessId,
      selection,
      place,
      limit: batchSize,
      now,
      apply,
      describeFailure: toSkippedProblem,
    });
    messages += done.seen;
    place = done.place;
    shouldContinue = await storeProgress(run, { ...done, now: context.clock.now() });
    await inTransaction((transaction) => announce(transaction, { businessId, topics: ['callbacks'] }));
  }
  return messages;
}
