import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';

export const cadences = ['daily', 'weekly', 'monthly'] as const;
export type Cadence = (typeof cadences)[number];

/** When a schedule runs. */
export type Timing = {
  readonly cadence: Cadence;
  /** The day of the week from 1 (Monday), or of the month. A shorter month uses its last day. Null: every day. */
  readonly day: number | null;
  readonly hour: number;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const clocks = new Map<string, Intl.DateTimeFormat>();

function findClock(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(zone, clock);
  return clock;
}

/** Returns what a clock of the zone shows, as the milliseconds of the same reading in UTC. */
export function readLocalTime(at: number, zone: string): number {
  const parts = new Map(
    findClock(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
}

/**
 * Returns the instant at which a clock of the zone shows a local time, given as milliseconds of the same reading in UTC. A
 * time that occurs twice is the first one. A time that is skipped is as much later as the clock moves ahead.
 */
function fromLocalTime(local: number, zone: string): number {
  const offsets = [local - dayMs, local + dayMs].map((near) => readLocalTime(near, zone) - near);
  const candidates = offsets.map((offset) => local - offset).toSorted((one, other) => one - other);
  const exact = candidates.find((at) => readLocalTime(at, zone) === local);
  // In a gap, the offset before it gives the later instant.
  return exact ?? candidates.at(-1) ?? local;
}

const monthLength = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Returns true if a schedule runs on a local day, given as its midnight in UTC. */
function isRunDay({ cadence, day }: Timing, midnight: number): boolean {
  const date = new Date(midnight);
  if (cadence === 'daily' || day === null) return true;
  if (cadence === 'weekly') return (date.getUTCDay() || 7) === day;
  const length = monthLength(date.getUTCFullYear(), date.getUTCMonth());
  return date.getUTCDate() === Math.min(day, length);
}

/** A month has at most 31 days, and a zone skips at most one. */
const longestWaitDays = 33;

const toMidnight = (local: number): number => local - (local % dayMs);

/** Returns the first run of a schedule after a time, in a zone with its changes of the clock. */
export function findNextRun(timing: Timing, zone: string, after: Instant): Instant {
  const today = toMidnight(readLocalTime(after, zone));
  for (let days = -1; days <= longestWaitDays; days += 1) {
    const midnight = today + days * dayMs;
    if (!isRunDay(timing, midnight)) continue;
    const at = fromLocalTime(midnight + timing.hour * hourMs, zone);
    if (at > after) return instant(at);
  }
  throw new RangeError('a schedule has no next run');
}

/** Returns the last run that is due at a time, given one that is due. */
export function findLastDue(timing: Timing, zone: string, due: Instant, now: Instant): Instant {
  let last = due;
  for (let next = findNextRun(timing, zone, last); next <= now; next = findNextRun(timing, zone, last))
    last = next;
  return last;
}

const toDay = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

/**
 * Returns the text of the period that a statement of a run covers: the day before, the seven days before, or the month
 * before, at the business.
 */
export function findRunPeriod(cadence: Cadence, zone: string, due: Instant): string {
  const today = toMidnight(readLocalTime(due, zone));
  const yesterday = today - dayMs;
  if (cadence === 'daily') return `${toDay(yesterday)}..${toDay(yesterday)}`;
  if (cadence === 'weekly') return `${toDay(today - 7 * dayMs)}..${toDay(yesterday)}`;
  const date = new Date(today);
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1)).slice(0, 7);
}
