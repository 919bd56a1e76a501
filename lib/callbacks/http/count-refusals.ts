import 'server-only';
import { logger } from '#lib/platform/log.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import type { RefusalCount } from '../store.ts';
import { addRefusalCounts } from '../store.ts';

/** A refused callback of which nothing is stored: the business that its address names, and the reason. */
export type RefusedDelivery = Pick<RefusalCount, 'businessId' | 'kind' | 'reason'> & { readonly at: Instant };

const hourMs = 3_600_000;
/** Time between writes. A killed process loses at most the counts of this time. */
const writeIntervalMs = 2_000;
const retryIntervalMs = 10_000;

/** Counters held between two writes. Anyone can send requests that name unknown businesses. */
const maximumPending = 1_000;

type Counter = {
  /** Counts a refusal. The first one since a write resolves once it is written, the others at once. Never throws. */
  readonly count: (refusal: RefusedDelivery) => Promise<void>;
  /** Writes all counts, and from now on each one at once, because the process is about to end. Never throws. */
  readonly stop: () => Promise<void>;
};

/**
 * Creates a counter in memory that writes at most every two seconds, and every ten while writes fail. A flood of wrong
 * addresses then costs the database nothing, and refusals during an outage are reported after it.
 */
export function createRefusalCounter(
  write: (counts: readonly RefusalCount[]) => Promise<void>,
  now: () => number = () => performance.now(),
  wait: (act: () => void, milliseconds: number) => void = (act, ms) => void setTimeout(act, ms).unref(),
): Counter {
  const pending = new Map<string, RefusalCount>();
  let nextWriteAt = Number.NEGATIVE_INFINITY;
  let wake: (() => void) | null = null;
  let isStopping = false;
  let writing = Promise.resolve();

  const add = (one: RefusalCount): void => {
    const key = [one.businessId, one.hour, one.kind, one.reason].join(' ');
    const earlier = pending.get(key);
    // Refusals with 503 come from authenticated senders, so they are always counted.
    if (earlier === undefined && pending.size >= maximumPending && one.reason !== 'unavailable') return;
    const { count = 0, firstAt = one.firstAt, lastAt = one.lastAt } = earlier ?? {};
    pending.set(key, {
      ...one,
      count: count + one.count,
      firstAt: instant(Math.min(firstAt, one.firstAt)),
      lastAt: instant(Math.max(lastAt, one.lastAt)),
    });
  };

  const writePending = async (): Promise<void> => {
    if (pending.size === 0) return;
    nextWriteAt = now() + writeIntervalMs;
    const counts = [...pending.values()];
    pending.clear();
    try {
      await write(counts);
    } catch (error) {
      for (const one of counts) add(one);
      nextWriteAt = now() + retryIntervalMs;
      logger().warn({ error }, 'refused callbacks are not counted yet');
      if (!isStopping) void flush();
    }
  };

  const writeNow = (): Promise<void> => {
    writing = writing.then(writePending);
    return writing;
  };

  const flush = async (): Promise<void> => {
    if (wake !== null) return;
    // A write that fails in the meantime postpones the next one.
    for (let remaining = nextWriteAt - now(); remaining > 0 && !isStopping; remaining = nextWriteAt - now())
      await new Promise<void>((resolve) => {
        wake = resolve;
        wait(resolve, remaining);
      });
    wake = null;
    // Set before the write starts, so that concurrent calls don't start another write.
    nextWriteAt = now() + writeIntervalMs;
    await writeNow();
  };

  return {
    count: ({ at, ...refusal }) => {
      add({ ...refusal, hour: at - (at % hourMs), count: 1, firstAt: at, lastAt: at });
      return flush();
    },
    stop: async () => {
      isStopping = true;
      wake?.();
      await writeNow();
    },
  };
}

const counter = createRefusalCounter(addRefusalCounts);
let isListening = false;

/** Counts a refusal after its answer. On SIGTERM the counts are written first. */
export function countRefusal(refusal: RefusedDelivery): Promise<void> {
  // Without another listener, ours would keep the process alive on that signal.
  if (!isListening && process.listenerCount('SIGTERM') > 0) {
    isListening = true;
    process.once('SIGTERM', () => void counter.stop());
  }
  return counter.count(refusal);
}

/** Writes all counts before a server stops. Never throws. */
export const writeRefusalCounts = (): Promise<void> => counter.stop();
