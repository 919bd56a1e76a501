import 'server-only';
import { BoundedLog } from './bounded-log.ts';
import { systemClock } from './clock.ts';
import { logger } from './log.ts';

const maxOriginLength = 200;
const bound = new BoundedLog(60);

/** Logs a refused request that was not sent by one of our own pages. Another site may be trying to act for a person. */
export function logForeignOrigin(origin: string | null, requestId: string): void {
  const { isAdmitted, leftOut } = bound.admit(systemClock.now());
  if (!isAdmitted) return;
  logger({ requestId }).warn(
    { origin: origin?.slice(0, maxOriginLength) ?? null, ...(leftOut > 0 && { leftOut }) },
    'refused a request of another origin',
  );
}
