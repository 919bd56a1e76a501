import 'server-only';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { canReadPayments } from '#lib/service/index.ts';
import { admitRead, releaseProbe } from './circuit-breaker-store.ts';
import type { ReadOutcome } from './read-from-service.ts';
import { readFromService } from './read-from-service.ts';
import type { DuePayment } from './read-schedule-store.ts';
import { claimDuePayments, claimPayment, claimProbePayment } from './read-schedule-store.ts';

const atOnce = 4;

const isUnknownToService = (outcome: ReadOutcome | undefined): boolean =>
  outcome?.kind === 'failed' && outcome.gone;

/**
 * Reads due payments until none is left, the service fails, or `signal` is aborted. Does nothing during a pause or
 * without SERVICE_PAYMENT_READ_PATH. Several processes may run it at once.
 */
export async function readDuePayments(
  context: Context<SystemActor>,
  signal: AbortSignal,
): Promise<{ read: number; failed: number }> {
  const done = { read: 0, failed: 0 };
  const unknown: DuePayment[] = [];
  if (!canReadPayments()) return done;
  while (!signal.aborted) {
    const admission = await admitRead(context.clock.now());
    if (admission === 'paused') break;
    const most = admission === 'probe' ? 1 : atOnce;
    const due = await (admission === 'probe'
      ? claimProbePayment(context.clock.now())
      : claimDuePayments(context.clock.now(), most));
    if (admission === 'probe' && due.length === 0) await releaseProbe();
    const outcomes = await Promise.all(
      due.map((one) => readFromService(context, one, { isOneOfMany: true })),
    );
    unknown.push(...due.filter((_, index) => isUnknownToService(outcomes[index])));
    done.read += outcomes.filter(({ kind }) => kind === 'read').length;
    done.failed += outcomes.filter(({ kind }) => kind === 'failed').length;
    const away = outcomes.some((outcome) => outcome.kind === 'failed' && outcome.scope === 'service');
    if (away || due.length < most) break;
  }
  if (unknown.length > 0)
    context.log.warn(
      { payments: unknown.length, firstPaymentId: unknown[0]?.paymentId },
      'the service does not have payments that were read',
    );
  return done;
}

let runningReads = 0;

/**
 * Reads a due payment after a callback, unless another process reads it. Leaves it to the schedule while several reads
 * are running, so that many callbacks are not slowed down. Never throws.
 */
export async function readAfterCallback(due: DuePayment): Promise<void> {
  if (runningReads >= atOnce) return;
  runningReads += 1;
  const context = createContext({ kind: 'system', name: 'payment-reading' });
  try {
    if (!canReadPayments()) return;
    const admission = await admitRead(context.clock.now());
    if (admission === 'paused') return;
    if (await claimPayment(due, context.clock.now())) await readFromService(context, due);
    else if (admission === 'probe') await releaseProbe();
  } catch (failure) {
    // The payment stays due: the schedule reads it.
    context.log.warn(
      { error: failure, paymentId: due.paymentId },
      'a payment was not read behind a callback',
    );
  } finally {
    runningReads -= 1;
  }
}
