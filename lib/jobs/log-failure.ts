import 'server-only';
import { findOutageReason } from '#lib/database/errors.ts';
import type { Logger } from '#lib/platform/log.ts';
import type { OutageLog } from '#lib/platform/outage-log.ts';

/** Logs the beginning of an outage without a stack, and another failure once with it. Further tries are counted. */
export function logFailure(log: Logger, failure: unknown, outage: OutageLog): void {
  const away = findOutageReason(failure);
  // The reason of an outage changes while the database restarts.
  const isNew = outage.fail(away === null ? String(failure) : 'the database is unreachable');
  if (!isNew) return;
  if (away === null) log.error({ error: failure }, 'job failed, retrying');
  else log.warn({ reason: away }, 'job waits for the database');
}
