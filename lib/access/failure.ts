import 'server-only';
import type { Logger } from '#lib/platform/log.ts';
import type { Failure } from '#lib/values/action-result.ts';
import type { FieldErrors, ProblemCode } from '#lib/values/errors.ts';
import { Problem } from '#lib/values/errors.ts';

/** The one map from what was thrown to what the outside is told. */

const statuses = {
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  invalid: 422,
  conflict: 409,
  throttled: 429,
  unavailable: 503,
  'service-refused': 502,
  'service-unreachable': 502,
  internal: 500,
} as const satisfies Record<ProblemCode, number>;

export const toHttpStatus = (code: ProblemCode): number => statuses[code];

/** Prisma's and pg's words for a database that can't be reached or has no connection left. */
const unreachableDatabase =
  /^(P1001|P1002|P1008|P1017|P2024|P2028|ECONNREFUSED|ECONNRESET|57P0[123]|53\d{3})$/;
const noConnection = /timeout exceeded when trying to connect|Connection terminated|Can't reach database/i;

function isDatabaseAway(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && unreachableDatabase.test(String(error.code))) return true;
    if (noConnection.test(error.message)) return true;
  }
  return false;
}

/** A Problem keeps its words. All else is logged with its cause, and only the request id gets out. */
export function toFailure(thrown: unknown, requestId: string, log: Logger): Failure {
  if (thrown instanceof Problem) {
    if (thrown.code === 'internal') log.error({ error: thrown }, 'a request failed');
    return failure(thrown.code, thrown.message, requestId, thrown.fieldErrors);
  }
  log.error({ error: thrown }, 'a request failed');
  if (isDatabaseAway(thrown)) {
    const message = 'The database does not answer at the moment. Nothing was saved. Try again in a minute.';
    return failure('unavailable', message, requestId);
  }
  return failure(
    'internal',
    'Something went wrong on our side. If it stays, tell support the request id.',
    requestId,
  );
}

export const failure = (
  code: ProblemCode,
  message: string,
  requestId: string,
  fieldErrors: FieldErrors = {},
): Failure => ({ ok: false, code, message, fieldErrors, requestId });
