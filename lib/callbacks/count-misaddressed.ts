import 'server-only';
import { logger } from '#lib/platform/log.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Count } from './store.ts';
import { addMisaddressed } from './store.ts';

/** A callback that came to a wrong address: the business that it named, and what was wrong with the rest. */
export type Misaddressed = Pick<Count, 'businessId' | 'reason'> & { readonly at: Instant };

const hourMs = 3_600_000;
const betweenWritesMs = 60_000;

/** Anybody can name businesses that do not exist: no more than these are remembered from one write to the next. */
const mostPending = 1_000;

/**
 * Counts in memory and writes at most once a minute, so that a flood of wrong addresses costs the database nothing.
 * What a process has not written when it ends is lost; counts that could not be written wait for the next time.
 */
export function misaddressedCounter(
  write: (counts: readonly Count[]) => Promise<void>,
  now: () => number = () => performance.now(),
  wait: (act: () => void, milliseconds: number) => void = (act, ms) => void setTimeout(act, ms).unref(),
): (one: Misaddressed) => Promise<void> {
  const pending = new Map<string, Count>();
  let nextWriteAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;

  const add = ({ count, ...which }: Count): void => {
    const key = `${which.businessId} ${which.hour} ${which.reason}`;
    const before = pending.get(key);
    if (before !== undefined || pending.size < mostPending)
      pending.set(key, { ...which, count: (before?.count ?? 0) + count });
  };

  const flush = async (): Promise<void> => {
    if (pending.size === 0 || isWaiting) return;
    const remaining = nextWriteAt - now();
    if (remaining > 0) {
      isWaiting = true;
      wait(() => {
        isWaiting = false;
        void flush();
      }, remaining);
      return;
    }
    nextWriteAt = now() + betweenWritesMs;
    const counts = [...pending.values()];
    pending.clear();
    try {
      await write(counts);
    } catch (error) {
      for (const count of counts) add(count);
      logger().warn({ error }, 'callbacks to wrong addresses were not counted yet');
    }
  };

  return async ({ businessId, reason, at }) => {
    add({ businessId, reason, hour: at - (at % hourMs), count: 1 });
    await flush();
  };
}

/** Counts one, once it has been answered. It never throws. */
export const countMisaddressed = misaddressedCounter(addMisaddressed);
