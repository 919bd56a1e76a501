import type { Instant } from '#lib/values/instant.ts';
import { later } from '#lib/values/instant.ts';

/** How many deliveries of a kind were refused within an hour, and from when to when. */
export type RefusedHour = {
  readonly kind: string;
  /** `unavailable`: we asked it to come again (503). `address`: nobody is at that address (404). */
  readonly cause: 'address' | 'unavailable';
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
};

/** Deliveries of one kind that are refused, as far as is known, to this day. */
export type FailingDelivery = {
  readonly kind: string;
  readonly cause: RefusedHour['cause'];
  readonly count: number;
  readonly since: Instant;
  readonly lastAt: Instant;
  /** When the first of them is sent no more, by what the interface says; null where nothing says that it is sent again. */
  readonly until: Instant | null;
};

/** §6.1: a deposit callback is sent every 2 minutes for 24 hours. */
export const sentForMs = 24 * 60 * 60_000;
const retryMs = 2 * 60_000;
/** Whatever still failed would have come again by then, several times over. */
const settledAfterMs = 5 * retryMs;
/** Counts are kept by the hour: what is further apart than this was mended in between. */
const longestGapMs = 2 * 60 * 60_000;

/**
 * What fails now: refusals without a long pause between them, up to the last one, unless a callback of that kind was taken
 * after it and nothing was refused since. `takenAt` tells when one was taken last, `comesAgain` which kinds are retried.
 */
export function failingDeliveries(
  hours: readonly RefusedHour[],
  now: Instant,
  takenAt: (kind: string) => Instant | null,
  comesAgain: (kind: string) => boolean,
): readonly FailingDelivery[] {
  const groups = Map.groupBy(hours, ({ kind, cause }) => `${cause} ${kind}`);
  return [...groups.values()]
    .flatMap((group): FailingDelivery[] => {
      const [last, ...earlier] = group.toSorted((left, right) => right.lastAt - left.lastAt);
      if (last === undefined) return [];
      const { kind, cause, lastAt } = last;
      const taken = takenAt(kind);
      const isSettled = taken !== null && taken > lastAt && now - lastAt >= settledAfterMs;
      if (isSettled || now - lastAt >= sentForMs) return [];
      let since = last.firstAt;
      let count = last.count;
      for (const one of earlier) {
        if (since - one.lastAt > longestGapMs) break;
        since = one.firstAt;
        count += one.count;
      }
      return [
        { kind, cause, count, since, lastAt, until: comesAgain(kind) ? later(since, sentForMs) : null },
      ];
    })
    .toSorted((left, right) => left.since - right.since);
}
