import 'server-only';
import { classifyDatabaseError, isLockTimeout, isTransactionTimeout } from '#lib/database/errors.ts';
import type { PlainTransaction, PoolName } from '#lib/database/statements.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import type {
  CallbackObservation,
  foldWaitingTogether,
  ObservedCallback,
  PreparedCallback,
} from '#lib/observations/index.ts';
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

/** Result for one callback: stored, or failed. */
export type ReceiveOutcome =
  | { readonly kind: 'stored'; readonly observed: ObservedCallback }
  | { readonly kind: 'failed'; readonly failure: unknown };

/**
 * Another transaction holds one of its records for longer than other callbacks may wait, or there was no time to store it
 * alone. Nothing of it is stored.
 */
export type BusyOutcome = { readonly kind: 'busy'; readonly records: readonly string[] };

type ReceiveLimits = {
  readonly pool: PoolName;
  /** Time to wait for records that another transaction holds. */
  readonly lockMs: number;
  /** Time for each statement before the commit. */
  readonly statementMs: number;
  /** Callbacks are stored one by one for this time. */
  readonly aloneMs: number;
};

/**
 * Stores callbacks in one transaction. Callbacks that settle one of our create requests, or that name a deposit of another
 * payment, are stored one by one after it. If the transaction fails for any reason but an outage, all are stored one by
 * one, so that one bad callback affects no other. Callbacks about records that stay locked are returned as busy.
 */
export async function receiveBatch(
  all: readonly CallbackObservation[],
  context: Context<SystemActor>,
  limits: ReceiveLimits,
): Promise<(ReceiveOutcome | BusyOutcome)[]> {
  let stored = new Map<CallbackObservation, ObservedCallback | BusyOutcome>();
  try {
    stored = await storeTogether(all.map(prepareCallback), limits);
  } catch (failure) {
    if (classifyError(failure) === 'outage') return all.map(() => ({ kind: 'failed', failure }));
    if (all.length > 1)
      context.log.warn({ error: failure, count: all.length }, 'callbacks are stored one by one');
  }
  const outcomes: (ReceiveOutcome | BusyOutcome)[] = [];
  let outage: ReceiveOutcome | null = null;
  const aloneUntil = performance.now() + limits.aloneMs;
  for (const received of all) {
    const result = stored.get(received);
    if (result !== undefined && 'kind' in result) {
      outcomes.push(result);
      continue;
    }
    if (result === undefined && performance.now() > aloneUntil) {
      outcomes.push({ kind: 'busy', records: [] });
      continue;
    }
    const outcome: ReceiveOutcome | BusyOutcome =
      result === undefined
        ? (outage ?? (await storeAlone(received, context)))
        : { kind: 'stored', observed: result };
    if (outcome.kind === 'failed' && classifyError(outcome.failure) === 'outage') outage = outcome;
    outcomes.push(outcome);
  }
  return outcomes;
}

async function storeAlone(
  received: CallbackObservation,
  context: Context<SystemActor>,
): Promise<ReceiveOutcome | BusyOutcome> {
  try {
    return { kind: 'stored', observed: await receiveOne(received, context) };
  } catch (failure) {
    // A transaction that timed out is rolled back.
    return classifyDatabaseError(failure) === 'busy' || isTransactionTimeout(failure)
      ? { kind: 'busy', records: listRecordKeys(prepareCallback(received)) }
      : { kind: 'failed', failure };
  }
}

/** Returns the callbacks that were stored together and the busy ones. The rest must be stored one by one. */
async function storeTogether(
  all: readonly PreparedCallback[],
  { pool, lockMs, statementMs }: ReceiveLimits,
): Promise<Map<CallbackObservation, ObservedCallback | BusyOutcome>> {
  const storeAll = async (statements: PlainTransaction) => {
    await lockCallbacks(statements, all);
    return storeLocked(statements, all);
  };
  try {
    return await inPlainTransaction(storeAll, { pool, lockMs, statementMs });
  } catch (failure) {
    if (!isLockTimeout(failure)) throw failure;
  }
  const storeFree = async (statements: PlainTransaction) => {
    const busy = await tryLockRecords(statements, all);
    const stored = await storeLocked(
      statements,
      all.filter((prepared) => !busy.has(prepared)),
    );
    const busyResults = [...busy].map((prepared) => {
      const result: BusyOutcome = { kind: 'busy', records: listRecordKeys(prepared) };
      return [prepared.observation, result] as const;
    });
    return new Map<CallbackObservation, ObservedCallback | BusyOutcome>([...stored, ...busyResults]);
  };
  return inPlainTransaction(storeFree, { pool, lockMs, statementMs });
}

/**
 * Observes locked callbacks with `observe`. Leaves out those that must be stored alone.
 * @throws Any database error.
 */
export async function storeLocked(
  statements: PlainTransaction,
  all: readonly PreparedCallback[],
  observe: typeof foldWaitingTogether = observeFree,
): Promise<Map<CallbackObservation, ObservedCallback>> {
  const matches = new Map(all.map((prepared) => [prepared, toIntentMatch(prepared)]));
  const settling = await findIntentMatches(
    statements,
    [...matches.values()].filter((match) => match !== null),
  );
  // Later callbacks about the same payment must wait for the one that settles its request.
  const separate = new Set([...settling].map(toPaymentKey));
  const together = all.filter((prepared) => {
    const match = matches.get(prepared);
    return !match || !separate.has(toPaymentKey(match));
  });
  const observed = await observe(statements, together);
  return new Map(
    together.flatMap(({ observation }, index) => {
      const result = observed[index];
      return result === undefined || result === null ? [] : [[observation, result] as const];
    }),
  );
}

const observeFree: typeof foldWaitingTogether = (statements, callbacks) =>
  observeCallbacks(statements, callbacks, { isLocked: true });

const toPaymentKey = ({ businessId, paymentId }: IntentMatch): string => `${businessId} ${paymentId}`;

/** Returns the create request that a deposit callback may settle. */
function toIntentMatch({ parsed, observation: { businessId } }: PreparedCallback): IntentMatch | null {
  if (parsed.kind !== 'deposit' || parsed.clientPaymentId === null) return null;
  return { businessId, clientPaymentId: parsed.clientPaymentId, paymentId: parsed.paymentId };
}
