import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';

/** Deliveries of a kind that were refused within one hour. */
export type RefusedHour = {
  readonly kind: string;
  /** `unavailable`: we requested another delivery (503). `address`: the address is wrong (404). */
  readonly cause: 'address' | 'unavailable';
  readonly count: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
};

/** Deliveries of one kind that are still refused, as far as we know. */
export type FailingDelivery = {
  readonly kind: string;
  readonly cause: RefusedHour['cause'];
  readonly count: number;
  readonly since: Instant;
  readonly lastAt: Instant;
  /** End of the redelivery window of the first one, by the interface. Null if the interface promises no redelivery. */
  readonly until: Instant | null;
};

/** §6.1: a deposit callback is repeated every 2 minutes for 24 hours. */
export const redeliveryWindowMs = 24 * 60 * 60_000;
const retryMs = 2 * 60_000;
/** After this time without a refusal, a failing delivery would have been repeated several times. */
const settledAfterMs = 5 * retryMs;
/** Counts are hourly. A longer gap between refusals means that the cause was fixed in between. */
const maximumGapMs = 2 * 60 * 60_000;

/**
 * Returns the deliveries that fail now: refusals without a long gap between them, up to the last one. They count as fixed
 * once a callback of that kind was accepted and none was refused for a while.
 *
 * @param findLastAccepted Returns the time of the last accepted callback of a kind.
 * @param isRepeated Returns true for kinds that the service sends again.
 */
export function listFailingDeliveries(
  hours: readonly RefusedHour[],
  now: Instant,
  findLastAccepted: (kind: string) => Instant | null,
  isRepeated: (kind: string) => boolean,
): readonly FailingDelivery[] {
  const groups = Map.groupBy(hours, ({ kind, cause }) => `${cause} ${kind}`);
  return [...groups.values()]
    .flatMap((group): FailingDelivery[] => {
      const [last, ...earlier] = group.toSorted((left, right) => right.lastAt - left.lastAt);
      if (last === undefined) return [];
      const { kind, cause, lastAt } = last;
      const acceptedAt = findLastAccepted(kind);
      const isSettled = acceptedAt !== null && acceptedAt > lastAt && now - lastAt >= settledAfterMs;
      if (isSettled || now - lastAt >= redeliveryWindowMs) return [];
      let since = last.firstAt;
      let count = last.count;
      for (const hour of earlier) {
        if (since - hour.lastAt > maximumGapMs) break;
        since = hour.firstAt;
        count += hour.count;
      }
      return [
        {
          kind,
          cause,
          count,
          since,
          lastAt,
          until: isRepeated(kind) ? addMilliseconds(since, redeliveryWindowMs) : null,
        },
      ];
    })
    .toSorted((left, right) => left.since - right.since);
}
