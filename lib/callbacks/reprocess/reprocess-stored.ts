import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type {
  ReprocessDifference,
  ReprocessPlace,
  Selection,
  VerdictChange,
} from '#lib/observations/index.ts';
import { reprocessMessages, storeDecision } from '#lib/observations/index.ts';
import { settleIntent } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { classifyError, firstWords } from '../ingest/classify-error.ts';
import type { Lease, Running } from './reprocess-lease-store.ts';
import {
  demandLease,
  failReprocessing,
  keepProgress,
  LeaseLost,
  leaseReprocessing,
  underLease,
} from './reprocess-lease-store.ts';

const batch = 100;

type By = {
  readonly businessId: BusinessId;
  /** Whom it is done for; null: an operator at the command line. */
  readonly personId: PersonId | null;
  /** The reprocessing that it is part of; null: of none. */
  readonly lease: Lease | null;
};

/** What is written down of each change, in its transaction. */
const writing =
  (context: Context<SystemActor>, { businessId, personId, lease }: By) =>
  async (transaction: Transaction, change: VerdictChange | { record: string }): Promise<void> => {
    if (lease !== null) await demandLease(transaction, lease);
    const after = { reprocessingId: lease?.id ?? null, personId };
    if ('record' in change) {
      const [objectType = 'record', objectId = ''] = change.record.split(' ');
      await writeAudit(transaction, context, {
        businessId,
        action: 'callback.remake',
        objectType,
        objectId,
        after,
      });
      return;
    }
    const { messageId, paymentId, clientPaymentId, verdict, verdictBefore, revision } = change;
    if (paymentId !== null && (verdict === 'applied' || verdict === 'new-version'))
      await settleIntent(transaction, context, { businessId, clientPaymentId, paymentId });
    await storeDecision(transaction, {
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

/** A mistake of ours is one message's or record's; what else fails would fail for the next one too. */
const skips = (failure: unknown): string | null =>
  failure instanceof LeaseLost || classifyError(failure) !== 'content' ? null : firstWords(failure);

/** For the command line: goes over the messages to their end, and tells each difference. */
export async function reprocessStored(
  context: Context<SystemActor>,
  given: {
    readonly businessId: BusinessId;
    readonly selection: Selection;
    readonly applies: boolean;
    readonly found: (difference: ReprocessDifference) => void;
  },
): Promise<{ messages: number; differences: number }> {
  const { businessId, selection, applies, found } = given;
  const apply = applies ? writing(context, { businessId, personId: null, lease: null }) : null;
  const told = { messages: 0, differences: 0 };
  let place: ReprocessPlace | null = null;
  do {
    const now = context.clock.now();
    const done = await reprocessMessages({ businessId, selection, place, limit: batch, now, apply, skips });
    told.messages += done.seen;
    told.differences += done.differences.length;
    for (const difference of done.differences) found(difference);
    place = done.place;
  } while (place !== null);
  return told;
}

/**
 * Does the reprocessings that people asked for, batch by batch, until there are none or it is told to stop: it goes on
 * where it was, here or on another instance. Answers how many messages it looked at.
 */
export async function runReprocessings(
  context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<{ messages: number }> {
  let messages = 0;
  while (!stop.aborted) {
    const run = await leaseReprocessing(context.clock.now());
    if (run === null) break;
    try {
      messages += await underLease(run, context.clock.now, () => drive(context, run, stop));
    } catch (failure) {
      if (failure instanceof LeaseLost) continue;
      context.log.error({ error: failure, reprocessing: run.id }, 'a reprocessing failed');
      await failReprocessing(run, firstWords(failure), context.clock.now());
    }
  }
  return { messages };
}

/** Goes on until the end, or until it is stopped or another's. Answers how many messages it looked at. */
async function drive(context: Context<SystemActor>, run: Running, stop: AbortSignal): Promise<number> {
  const { businessId, requestedBy, selection } = run;
  const apply = run.applies ? writing(context, { businessId, personId: requestedBy, lease: run }) : null;
  let { place } = run;
  let messages = 0;
  for (let isWanted = true; isWanted && !stop.aborted; ) {
    const now = context.clock.now();
    const done = await reprocessMessages({ businessId, selection, place, limit: batch, now, apply, skips });
    messages += done.seen;
    place = done.place;
    isWanted = await keepProgress(run, { ...done, now: context.clock.now() });
    await inTransaction((transaction) => announce(transaction, { businessId, topics: ['callbacks'] }));
  }
  return messages;
}
