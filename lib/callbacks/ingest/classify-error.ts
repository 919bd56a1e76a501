import 'server-only';
import type { DatabaseFailure } from '#lib/database/errors.ts';
import { classifyDatabaseError } from '#lib/database/errors.ts';

/**
 * Why a callback could not be stored. An `outage` means that the database is unreachable, restarting or busy. A failure
 * of the `content` is a bug or a database limit and would happen again. After an `unknown` one, another attempt may
 * succeed.
 */
export type ErrorClass = 'outage' | 'content' | 'unknown';

const classes = {
  away: 'outage',
  busy: 'outage',
  full: 'unknown',
  data: 'content',
  other: 'unknown',
} as const satisfies Record<DatabaseFailure, ErrorClass>;

/**
 * Decides between retrying, quarantining and refusing after a failure. Database errors have a type or a code. An error
 * without one is our own bug, and would recur for a day.
 */
export function classifyError(failure: unknown): ErrorClass {
  const kind = classifyDatabaseError(failure);
  if (kind !== null) return classes[kind];
  return failure instanceof Error ? 'content' : 'unknown';
}

/** Returns the message of a failure in one line. */
export const summarizeError = (failure: unknown): string =>
  (failure instanceof Error ? failure.message : 'unknown').replaceAll(/\s+/g, ' ').trim().slice(0, 200);
