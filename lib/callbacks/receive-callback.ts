import 'server-only';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import { observeCallback, quarantineCallback } from '#lib/observations/index.ts';
import { settleIntent } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { paymentsCanBeRead } from '#lib/service/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';
import { failureKind } from './failure-kind.ts';

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

/**
 * The one way in, for every door: inbox row and effect in one transaction, then the answer. Never throws. Where the
 * database fails the sender is asked to come again, and nothing is half kept; what can't be applied through a mistake
 * of ours is kept in quarantine.
 */
export async function receiveCallback(
  received: ReceivedCallback,
  context: Context<SystemActor> = createContext({ kind: 'system', name: 'callbacks' }),
): Promise<CallbackAnswer> {
  const { kind } = received;
  try {
    const observed = await observe(received, context);
    const { verdict, messageId, repeat } = observed;
    context.log.info({ kind, verdict, messageId, repeat }, 'a callback was received');
    return {
      status: observed.unreadable && !repeat ? 400 : 200,
      observed,
      readNow: isEffective(observed) && paymentsCanBeRead() ? observed.paymentId : null,
    };
  } catch (failure) {
    // In an outage there are many of them, all alike: one line each, without the way through the code.
    if (failureKind(failure) === 'outage')
      context.log.warn({ reason: firstWords(failure), kind }, 'a callback was not kept');
    else context.log.error({ error: failure, kind }, 'a callback was not kept');
    return { status: 503, observed: null, readNow: null };
  }
}

async function observe(received: ReceivedCallback, context: Context<SystemActor>): Promise<ObservedCallback> {
  try {
    return await inTransaction(async (transaction) => {
      const seen = await observeCallback(transaction, received);
      // What stands in quarantine settles nothing.
      if (isEffective(seen) && seen.paymentId !== null)
        await settleIntent(transaction, context, {
          businessId: received.businessId,
          clientPaymentId: seen.clientPaymentId,
          paymentId: seen.paymentId,
        });
      return seen;
    });
  } catch (failure) {
    if (failureKind(failure) !== 'content') throw failure;
    context.log.error({ error: failure, kind: received.kind }, 'a callback could not be applied');
    const reason = { path: '', problem: `could not be applied here: ${firstWords(failure)}` };
    return inTransaction((transaction) => quarantineCallback(transaction, received, reason));
  }
}

const isEffective = ({ repeat, verdict }: ObservedCallback): boolean =>
  !repeat && (verdict === 'applied' || verdict === 'new-version');

const firstWords = (failure: unknown): string =>
  (failure instanceof Error ? failure.message : 'unknown').replaceAll(/\s+/g, ' ').trim().slice(0, 200);
