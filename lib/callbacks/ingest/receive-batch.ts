import 'server-only';
import type { Statements } from '#lib/database/statements.ts';
import { inCallbackStatements, isLockTimeout } from '#lib/database/statements.ts';
import type { CallbackObservation, ObservedCallback, PreparedCallback } from '#lib/observations/index.ts';
import {
  listRecordKeys,
  lockCallbacks,
  observeCallbacks,
  prepareCallback,
  tryLockRecords,
} from '#lib/observations/index.ts';
import type { IntentMatch } from '#lib/payments/index.ts';
import { findIntentMatches } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { classifyError } from './classify-error.ts';
import { receiveOne } from './receive-one.ts';

/** What became of a callback: it was kept, or could not be. */
export type Outcome =
  | { readonly kind: 'kept'; readonly observed: ObservedCallback }
  | { readonly kind: 'failed'; readonly failure: unknown };

/** Somebody else holds a record that it is about, for longer than others should have to wait for that. */
export type Busy = { readonly kind: 'busy'; readonly records: readonly string[] };

export type ReceiveTimeouts = {
  /** How long to wait for records that somebody else holds. */
  readonly lockMs: number;
  /** Whether what is about such records is then answered as busy, and the rest kept. Else all of them fail. */
  readonly leavesBusy: boolean;
};

/**
 * Keeps callbacks in one transaction. Those that settle a payment request of ours, or name a deposit that another payment
 * has, are kept one by one behind it; where the transaction fails for anything but an outage all are, so that one that
 * can't be kept takes no other with it. What is about a record that somebody else holds for long is left out.
 */
export async function receiveBatch(
  all: readonly CallbackObservation[],
  context: Context<SystemActor>,
  patience: ReceiveTimeouts,
): Promise<(Outcome | Busy)[]> {
  let kept = new Map<CallbackObservation, ObservedCallback | Busy>();
  try {
    kept = await keepTogether(all.map(prepareCallback), patience);
  } catch (failure) {
    if (classifyError(failure) === 'outage') return all.map(() => ({ kind: 'failed', failure }));
    if (all.length > 1)
      context.log.warn({ error: failure, count: all.length }, 'callbacks are kept one by one');
  }
  const outcomes: (Outcome | Busy)[] = [];
  let outage: Outcome | null = null;
  for (const received of all) {
    const one = kept.get(received);
    if (one !== undefined && 'kind' in one) {
      outcomes.push(one);
      continue;
    }
    const outcome: Outcome =
      one === undefined ? (outage ?? (await keptAlone(received, context))) : { kind: 'kept', observed: one };
    if (outcome.kind === 'failed' && classifyError(outcome.failure) === 'outage') outage = outcome;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function keptAlone(received: CallbackObservation, context: Context<SystemActor>): Promise<Outcome> {
  try {
    return { kind: 'kept', observed: await receiveOne(received, context) };
  } catch (failure) {
    return { kind: 'failed', failure };
  }
}

/** Those that were kept together, and those that are busy; the others are to be kept one by one. */
async function keepTogether(
  all: readonly PreparedCallback[],
  { lockMs, leavesBusy }: ReceiveTimeouts,
): Promise<Map<CallbackObservation, ObservedCallback | Busy>> {
  const waiting = async (statements: Statements) => {
    await lockCallbacks(statements, all);
    return keepLocked(statements, all);
  };
  try {
    return await inCallbackStatements(waiting, { lockMs });
  } catch (failure) {
    if (!isLockTimeout(failure) || !leavesBusy) throw failure;
  }
  return inCallbackStatements(async (statements) => {
    const busy = await tryLockRecords(statements, all);
    const kept = await keepLocked(
      statements,
      all.filter((one) => !busy.has(one)),
    );
    const left = [...busy].map((one) => {
      const is: Busy = { kind: 'busy', records: listRecordKeys(one) };
      return [one.given, is] as const;
    });
    return new Map<CallbackObservation, ObservedCallback | Busy>([...kept, ...left]);
  });
}

async function keepLocked(
  statements: Statements,
  all: readonly PreparedCallback[],
): Promise<Map<CallbackObservation, ObservedCallback>> {
  const tellings = new Map(all.map((one) => [one, tellingOf(one)]));
  const news = await findIntentMatches(
    statements,
    [...tellings.values()].filter((telling) => telling !== null),
  );
  // What comes behind one of them about the same payment has to wait for it.
  const apart = new Set([...news].map(paymentKey));
  const together = all.filter((one) => {
    const telling = tellings.get(one);
    return !telling || !apart.has(paymentKey(telling));
  });
  const observed = await observeCallbacks(statements, together, { isLocked: true });
  return new Map(
    together.flatMap(({ given }, index) => {
      const one = observed[index];
      return one === undefined || one === null ? [] : [[given, one] as const];
    }),
  );
}

const paymentKey = ({ businessId, paymentId }: IntentMatch): string => `${businessId} ${paymentId}`;

function tellingOf({ read, given: { businessId } }: PreparedCallback): IntentMatch | null {
  if (read.kind !== 'deposit' || read.clientPaymentId === null) return null;
  return { businessId, clientPaymentId: read.clientPaymentId, paymentId: read.paymentId };
}
