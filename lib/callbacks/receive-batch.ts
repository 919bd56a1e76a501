import 'server-only';
import type { CallbackObservation, ObservedCallback, PreparedCallback } from '#lib/observations/index.ts';
import { observeCallbacks, prepareCallback } from '#lib/observations/index.ts';
import type { Telling } from '#lib/payments/index.ts';
import { tellingIntents } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { inStatements } from '#lib/platform/statements.ts';
import { failureKind } from './failure-kind.ts';
import { receiveAlone } from './receive-alone.ts';

/** What became of a callback: it was kept, or could not be. */
export type Outcome =
  | { readonly kind: 'kept'; readonly observed: ObservedCallback }
  | { readonly kind: 'failed'; readonly failure: unknown };

/**
 * Keeps callbacks in one transaction. Those that settle a payment request of ours, or name a deposit that another payment
 * has, are kept one by one behind it; where
 * the transaction fails for anything but an outage all are, so that one that can't be kept takes no other with it.
 */
export async function receiveBatch(
  all: readonly CallbackObservation[],
  context: Context<SystemActor>,
): Promise<Outcome[]> {
  let kept = new Map<CallbackObservation, ObservedCallback>();
  try {
    kept = await keepTogether(all.map(prepareCallback));
  } catch (failure) {
    if (failureKind(failure) === 'outage') return all.map(() => ({ kind: 'failed', failure }));
    if (all.length > 1)
      context.log.warn({ error: failure, count: all.length }, 'callbacks are kept one by one');
  }
  const outcomes: Outcome[] = [];
  let outage: Outcome | null = null;
  for (const received of all) {
    const observed = kept.get(received);
    const outcome: Outcome =
      observed === undefined ? (outage ?? (await keptAlone(received, context))) : { kind: 'kept', observed };
    if (outcome.kind === 'failed' && failureKind(outcome.failure) === 'outage') outage = outcome;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function keptAlone(received: CallbackObservation, context: Context<SystemActor>): Promise<Outcome> {
  try {
    return { kind: 'kept', observed: await receiveAlone(received, context) };
  } catch (failure) {
    return { kind: 'failed', failure };
  }
}

/** Those that were kept together; the others are to be kept one by one. */
function keepTogether(all: readonly PreparedCallback[]): Promise<Map<CallbackObservation, ObservedCallback>> {
  return inStatements(async (statements) => {
    const tellings = new Map(all.map((one) => [one, tellingOf(one)]));
    const news = await tellingIntents(
      statements,
      [...tellings.values()].filter((telling) => telling !== null),
    );
    // What comes behind one of them about the same payment has to wait for it.
    const apart = new Set([...news].map(paymentKey));
    const together = all.filter((one) => {
      const telling = tellings.get(one);
      return !telling || !apart.has(paymentKey(telling));
    });
    const observed = await observeCallbacks(statements, together);
    return new Map(
      together.flatMap(({ given }, index) => {
        const one = observed[index];
        return one === undefined || one === null ? [] : [[given, one] as const];
      }),
    );
  });
}

const paymentKey = ({ businessId, paymentId }: Telling): string => `${businessId} ${paymentId}`;

function tellingOf({ read, given: { businessId } }: PreparedCallback): Telling | null {
  if (read.kind !== 'deposit' || read.clientPaymentId === null) return null;
  return { businessId, clientPaymentId: read.clientPaymentId, paymentId: read.paymentId };
}
