import 'server-only';
import { logger } from '#lib/platform/log.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import type { RefusalCount } from '../store.ts';
import { addRefusals } from '../store.ts';

/** A callback of which nothing is kept: the business that its address named, and why. */
export type RefusedDelivery = Pick<RefusalCount, 'businessId' | 'kind' | 'reason'> & { readonly at: Instant };

const hourMs = 3_600_000;
/** What is lost at most where a process is killed. */
const betweenWritesMs = 2_000;
const betweenTriesMs = 10_000;

/** Anybody can name businesses that do not exist: no more than these are remembered from one write to the next. */
const mostPending = 1_000;

type Counter = {
  /** Counts one. Resolves once it is written where it is the first that waits for a write, else at once. Never throws. */
  readonly count: (one: RefusedDelivery) => Promise<void>;
  /** Writes what is counted, and from now on each one at once: this process is about to end. Never throws. */
  readonly stop: () => Promise<void>;
};

/**
 * Counts in memory and writes every two seconds at most, and every ten while that fails, so that a flood of wrong addresses costs the database nothing, and
 * so that what could not be kept while the database is away is told once it is back.
 */
export function refusalCounter(
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
    const before = pending.get(key);
    // Whoever was answered 503 has proven to be the service.
    if (before === undefined && pending.size >= mostPending && one.reason !== 'unavailable') return;
    const { count = 0, firstAt = one.firstAt, lastAt = one.lastAt } = before ?? {};
    pending.set(key, {
      ...one,
      count: count + one.count,
      firstAt: instant(Math.min(firstAt, one.firstAt)),
      lastAt: instant(Math.max(lastAt, one.lastAt)),
    });
  };

  const writePending = async (): Promise<void> => {
    if (pending.size === 0) return;
    nextWriteAt = now() + betweenWritesMs;
    const counts = [...pending.values()];
    pending.clear();
    try {
      await write(counts);
    } catch (error) {
      for (const one of counts) add(one);
      nextWriteAt = now() + betweenTriesMs;
      logger().warn({ error }, 'refused callbacks were not counted yet');
      if (!isStopping) void flush();
    }
  };

  const writeNow = (): Promise<void> => {
    writing = writing.then(writePending);
    return writing;
  };

  const flush = async (): Promise<void> => {
    if (wake !== null) return;
    // A write that fails meanwhile puts the next one off.
    for (let remaining = nextWriteAt - now(); remaining > 0 && !isStopping; remaining = nextWriteAt - now())
      await new Promise<void>((woken) => {
        wake = woken;
        wait(woken, remaining);
      });
    wake = null;
    // From here on, not from when the write begins: of many at once each would try for itself.
    nextWriteAt = now() + betweenWritesMs;
    await writeNow();
  };

  return {
    count: ({ at, ...which }) => {
      add({ ...which, hour: at - (at % hourMs), count: 1, firstAt: at, lastAt: at });
      return flush();
    },
    stop: async () => {
      isStopping = true;
      wake?.();
      await writeNow();
    },
  };
}

const counter = refusalCounter(addRefusals);
let isListening = false;

/** Counts one, once it has been answered. A process that is told to end writes what it has counted first. */
export function countRefusal(one: RefusedDelivery): Promise<void> {
  // Only where somebody else ends the process on that signal: a listener of ours alone would keep it alive.
  if (!isListening && process.listenerCount('SIGTERM') > 0) {
    isListening = true;
    process.once('SIGTERM', () => void counter.stop());
  }
  return counter.count(one);
}

/** Writes what is counted: the last thing that a door does. Never throws. */
export const writeRefusalCounts = (): Promise<void> => counter.stop();
