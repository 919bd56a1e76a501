import type { Violation } from '../checks/violation.ts';
import type { SendingLog } from '../sending/log.ts';
import type { RunFigures } from './figures.ts';

/** The result of a run. */
export type Report = {
  readonly seed: string;
  readonly seconds: number;
  readonly requests: ReturnType<SendingLog['totals']>;
  /** Results of the owners' decisions on quarantined callbacks. */
  readonly decisions: Readonly<Record<'released' | 'rejected' | 'refused' | 'unanswered', number>>;
  readonly paymentsMade: number;
  readonly figures: RunFigures;
  readonly businesses: readonly string[];
  readonly violations: readonly Violation[];
};

const longest = (times: readonly number[]): number | null =>
  times.length === 0 ? null : Math.round(Math.max(...times));

/** Formats a report as one line of JSON. */
export function reportLine(name: string, { violations, figures, businesses: _, ...rest }: Report): string {
  const { backAfterMs, drainedAfterMs, ...counts } = figures;
  return JSON.stringify({
    run: name,
    ...rest,
    ...counts,
    longestWayBackMs: longest(backAfterMs),
    longestDrainMs: longest(drainedAfterMs),
    violations: violations.length,
  });
}
