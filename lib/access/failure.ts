import 'server-only';
import { classifyDatabaseError, findOutageReason } from '#lib/database/errors.ts';
import { tAccess } from '#lib/messages/access.ts';
import { BoundedLog } from '#lib/platform/bounded-log.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Logger } from '#lib/platform/log.ts';
import type { Failure } from '#lib/values/action-result.ts';
import type { FieldErrors, ProblemCode } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';

/** Maps thrown errors to the failures that clients receive. */

const statuses = {
  unauthenticated: 401,
  forbidden: 403,
  'reauthentication-required': 403,
  'not-found': 404,
  invalid: 422,
  conflict: 409,
  throttled: 429,
  unavailable: 503,
  'service-refused': 502,
  'service-unreachable': 502,
  outdated: 409,
  internal: 500,
} as const satisfies Record<ProblemCode, number>;

/** Returns the title of a problem of RFC 9457: its code as words. */
export const toProblemTitle = (code: string): string =>
  `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('-', ' ')}`;

export const toHttpStatus = (code: ProblemCode): number => statuses[code];

/** Refusals of an input, a permission, a missing proof or a limit. */
const logged: ReadonlySet<ProblemCode> = new Set([
  'invalid',
  'forbidden',
  'reauthentication-required',
  'throttled',
  'conflict',
]);

const refusals = new BoundedLog(600);

/** Each refusal may be an attempt to pass a control. Names of fields only, because values may be passwords. */
function logRefusal({ code, fieldErrors }: Problem, log: Logger): void {
  const { isAdmitted, leftOut } = refusals.admit(systemClock.now());
  if (!isAdmitted) return;
  log.info({ code, fields: Object.keys(fieldErrors), ...(leftOut > 0 && { leftOut }) }, 'refused');
}

/**
 * Converts a thrown error to a failure. A Problem keeps its message. Other errors are logged with their cause, and
 * clients receive only the request id.
 */
export function toFailure(thrown: unknown, requestId: string, log: Logger): Failure {
  if (thrown instanceof Problem) {
    if (thrown.code === 'internal') log.error({ error: thrown }, 'a request failed');
    else if (logged.has(thrown.code)) logRefusal(thrown, log);
    return createFailure(thrown.code, thrown.message, requestId, thrown.fieldErrors);
  }
  const outage = findOutageReason(thrown);
  // Each request of an outage has its line, without the same stack.
  if (outage === null) log.error({ error: thrown }, 'a request failed');
  else log.warn({ reason: outage }, 'a request failed, because the database is unreachable');
  const kind = classifyDatabaseError(thrown);
  if (kind === 'away' || kind === 'full')
    return createFailure('unavailable', tAccess('databaseAway'), requestId);
  return createFailure('internal', tAccess('internal'), requestId);
}

export const createFailure = (
  code: ProblemCode,
  message: string,
  requestId: string,
  fieldErrors: FieldErrors = {},
): Failure => ({ ok: false, code, message, fieldErrors, requestId });
