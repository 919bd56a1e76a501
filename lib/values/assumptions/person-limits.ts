import * as z from 'zod';
import { tEnvironment } from '#lib/messages/environment.ts';

/** A whole number with its default. The range keeps a mistake from locking people out. */
function limit(byDefault: number, lowest: number, highest: number) {
  const error = tEnvironment('expected.wholeNumber', { lowest: String(lowest), highest: String(highest) });
  return z.int({ error }).min(lowest, { error }).max(highest, { error }).default(byDefault);
}

const limits = {
  // A control is not weakened by a file: sessions can only be fewer and shorter.
  openSessions: limit(10, 1, 10),
  sessionIdleMinutes: limit(30, 5, 30),
  sessionHours: limit(12, 1, 12),
  authenticationMinutes: limit(15, 5, 15),
  // Pages, actions and reads together, of the ten connections of a process.
  reads: limit(3, 1, 5),
  totals: limit(2, 1, 5),
  // Of the five connections for exports of a process. Other people need one, too.
  downloads: limit(2, 1, 4),
  /** One stream too many ends the oldest stream, and its page polls. */
  streams: limit(6, 1, 20),
  runningExports: limit(3, 1, 10),
};

/** Checks the limits of one person that an installation may change. */
export const personLimitsCheck = z.strictObject(limits, {
  error: tEnvironment('expected.limits', { names: Object.keys(limits).join(', ') }),
});

export type PersonLimits = z.output<typeof personLimitsCheck>;

const defaultLimits: PersonLimits = personLimitsCheck.parse({});

/** Returns a text for each limit that differs from its default. */
export function listChangedLimits(current: PersonLimits): readonly string[] {
  const defaults = new Map(Object.entries(defaultLimits));
  return Object.entries(current)
    .filter(([name, value]) => value !== defaults.get(name))
    .map(([name, value]) => `limits.${name}=${value}`);
}
