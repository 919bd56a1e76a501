/** Rows per second with which a run begins, and begins again after a pause. */
export const firstPace = 2;

/** Each success with a steady latency raises the pace by this factor, so that 17 of them raise it from 2 to 10. */
const growth = 1.1;

/** A latency is steady up to this multiple of the usual one. Short ones vary by more. */
const steadyFactor = 2;
const steadyMs = 250;

/** The share of the latest latency in the usual one. */
const latestShare = 0.2;

/** Most requests of a batch that wait for an answer at the same time. */
export const mostInFlight = 10;

/** How fast a run sends rows. */
export type Pace = {
  readonly perSecond: number;
  /** The usual milliseconds until an answer. Null before the first one. */
  readonly usualMs: number | null;
};

/** Returns how many requests may wait for an answer, so that latency doesn’t slow the pace. One until it is known. */
export const countInFlight = ({ perSecond, usualMs }: Pace): number =>
  usualMs === null ? 1 : Math.min(Math.max(1, Math.ceil((perSecond * usualMs) / 1_000)), mostInFlight);

/** Returns the pace after a created payment, up to the assumed most of the service. Longer latencies halve it. */
export function nextPace({ perSecond, usualMs }: Pace, latencyMs: number, most: number): Pace {
  const isSteady = usualMs === null || latencyMs <= Math.max(usualMs * steadyFactor, steadyMs);
  return {
    perSecond: isSteady
      ? Math.min(perSecond * growth, most)
      : Math.max(perSecond / 2, Math.min(firstPace, most)),
    usualMs: usualMs === null ? latencyMs : usualMs * (1 - latestShare) + latencyMs * latestShare,
  };
}

/**
 * Returns the seconds that a run of this many rows takes while answers take up to a second, which several requests at the
 * same time make up for.
 */
export function estimateRunSeconds(rows: number, most: number): number {
  let [seconds, pace, sent] = [0, Math.min(firstPace, most), 0];
  for (; sent < rows && pace < most; sent += 1) {
    seconds += 1 / pace;
    pace = Math.min(pace * growth, most);
  }
  return seconds + (rows - sent) / most;
}
