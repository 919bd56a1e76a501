import 'server-only';
import type { CallbackObservation, ObservedCallback } from '#lib/observations/index.ts';
import { observeCallback } from '#lib/observations/index.ts';
import { settleIntent } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { paymentsCanBeRead } from '#lib/service/index.ts';
import type { PaymentId } from '#lib/values/ids.ts';

/** A callback whose sender has proven itself: `authenticate` comes first. Headers are redacted already. */
export type ReceivedCallback = Pick<
  CallbackObservation,
  'businessId' | 'kind' | 'body' | 'headers' | 'receivedAt'
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
 * The one way in, for every door: inbox row and effect in one transaction, then the answer. Never throws: whatever
 * goes wrong, the sender is asked to come again, and nothing is half kept.
 */
export async function receiveCallback(
  received: ReceivedCallback,
  context: Context<SystemActor> = createContext({ kind: 'system', name: 'callbacks' }),
): Promise<CallbackAnswer> {
  try {
    const observed = await inTransaction(async (transaction) => {
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
    const { verdict, messageId, repeat } = observed;
    context.log.info({ kind: received.kind, verdict, messageId, repeat }, 'a callback was received');
    return {
      status: observed.unreadable && !repeat ? 400 : 200,
      observed,
      readNow: isEffective(observed) && paymentsCanBeRead() ? observed.paymentId : null,
    };
  } catch (failure) {
    // In an outage there are many of them, all alike: one line each, without the way through the code.
    if (isOutage(failure))
      context.log.warn({ reason: firstWords(failure), kind: received.kind }, 'a callback was not kept');
    else context.log.error({ error: failure, kind: received.kind }, 'a callback was not kept');
    return { status: 503, observed: null, readNow: null };
  }
}

const isEffective = ({ repeat, verdict }: ObservedCallback): boolean =>
  !repeat && (verdict === 'applied' || verdict === 'new-version');

/** The database is away, going, coming, or busy: what Prisma, its adapter and PostgreSQL call it. */
const outage = /P2028|P1001|P1017|57P0[1-3]|unable to start a transaction|can't reach|connection/i;

const isOutage = (failure: unknown): failure is Error =>
  failure instanceof Error && outage.test(`${'code' in failure ? failure.code : ''} ${failure.message}`);

const firstWords = ({ message }: Error): string => message.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
