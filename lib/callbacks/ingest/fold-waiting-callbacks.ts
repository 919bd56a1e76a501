import 'server-only';
import { classifyDatabaseError } from '#lib/database/errors.ts';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { ObservedCallback, PreparedCallback, WaitingCallback } from '#lib/observations/index.ts';
import {
  foldWaitingTogether,
  listWaitingCallbacks,
  prepareCallback,
  quarantineWaiting,
  tryLockRecords,
} from '#lib/observations/index.ts';
import { foldWaitingCallback, readAfterCallback } from '#lib/payments/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { classifyError, summarizeError } from './classify-error.ts';
import { storeLocked } from './receive-batch.ts';

/** Callbacks that are folded in one transaction. */
const batchSize = 100;

/** Time for folding after an answer. A function may run for a minute. */
const afterAnswerMs = 30_000;

/** The most deposits and withdrawals that one run leaves to the next one because they are locked. */
const maximumSkipped = 1_000;

/**
 * Folds the stored callbacks that wait, in order of receipt, until none is left but those whose records are locked, or
 * `signal` is aborted. One that can't be folded because of a bug is quarantined. Several processes may run it at once.
 */
export async function foldWaitingCallbacks(
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<{ readonly folded: number; readonly locked: number }> {
  const locked: string[] = [];
  const folded = new Set<MessageId>();
  while (!signal.aborted && locked.length < maximumSkipped) {
    const waiting = await listWaitingCallbacks(batchSize, locked);
    if (waiting.length === 0) break;
    const done = await foldTogether(context, waiting);
    for (const one of waiting) {
      if (signal.aborted) break;
      const result = done.get(one) ?? (await foldAlone(context, one));
      // One that still waits after its fold is left, so that it doesn't stop the others.
      if (result === 'locked' || folded.has(one.messageId)) locked.push(one.subjectId);
      else folded.add(one.messageId);
    }
  }
  return { folded: folded.size, locked: locked.length };
}

/** Folds the callbacks that wait after an answer, and reads their payments. Never throws: the worker does the same. */
export async function foldAfterCallback(): Promise<void> {
  const context = createContext({ kind: 'system', name: 'callback-folding' });
  const signal = AbortSignal.timeout(afterAnswerMs);
  try {
    for (const one of await listWaitingCallbacks(batchSize)) {
      if (signal.aborted) return;
      const result = await foldAlone(context, one);
      const { businessId } = one.observation;
      if (result !== 'locked' && result?.paymentId)
        await readAfterCallback({ businessId, paymentId: result.paymentId });
    }
  } catch (failure) {
    context.log.warn({ error: failure }, 'waiting callbacks were not folded after an answer');
  }
}

type FoldResult = ObservedCallback | 'locked';

/** Folds in one transaction what can be. Returns nothing of those that must be folded alone. */
async function foldTogether(
  context: Context<SystemActor>,
  waiting: readonly WaitingCallback[],
): Promise<ReadonlyMap<WaitingCallback, FoldResult>> {
  try {
    const prepared = new Map(waiting.map((one) => [one, prepareCallback(one.observation)]));
    return await inPlainTransaction((statements) => foldFree(statements, prepared));
  } catch (failure) {
    if (classifyError(failure) === 'outage' && classifyDatabaseError(failure) !== 'busy') throw failure;
    context.log.warn({ error: failure, count: waiting.length }, 'waiting callbacks are folded one by one');
    return new Map();
  }
}

async function foldFree(
  statements: PlainTransaction,
  prepared: ReadonlyMap<WaitingCallback, PreparedCallback>,
): Promise<ReadonlyMap<WaitingCallback, FoldResult>> {
  const all = [...prepared.values()];
  const busy = await tryLockRecords(statements, all);
  const free = all.filter((one) => !busy.has(one));
  const folded = await storeLocked(statements, free, foldWaitingTogether);
  return new Map(
    [...prepared].flatMap(([one, own]) => {
      const result = busy.has(own) ? 'locked' : folded.get(one.observation);
      return result === undefined ? [] : [[one, result] as const];
    }),
  );
}

async function foldAlone(context: Context<SystemActor>, waiting: WaitingCallback): Promise<FoldResult> {
  try {
    return await foldWaitingCallback(context, waiting);
  } catch (failure) {
    if (classifyDatabaseError(failure) === 'busy') return 'locked';
    if (classifyError(failure) !== 'content') throw failure;
    const { kind } = waiting.observation;
    context.log.error({ error: failure, kind }, 'a waiting callback could not be folded');
    const reason = { path: '', problem: `could not be applied here: ${summarizeError(failure)}` };
    return inTransaction((transaction) => quarantineWaiting(transaction, waiting, reason));
  }
}
