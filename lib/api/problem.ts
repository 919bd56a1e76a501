import 'server-only';
import { MissingScope, retryAfterSeconds, toFailure, toProblemTitle } from '#lib/access/index.ts';
import { tApi } from '#lib/messages/api.ts';
import { env } from '#lib/platform/env.ts';
import type { Logger } from '#lib/platform/log.ts';
import type { ProblemCode } from '#lib/values/errors.ts';
import type { ApiProblem, ApiProblemCode } from './schema.ts';
import { problemStatuses } from './schema.ts';

type Details = Pick<ApiProblem, 'scope' | 'errors'> & {
  readonly address?: string;
  /** The parameter that helps. */
  readonly parameter?: string;
  /** The methods of the address. */
  readonly allow?: readonly string[];
  /** Our own sentence about a refused write, in place of the general one. */
  readonly detail?: string;
};

/** A refusal of an API request. Any other error is answered as one of these, too. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly code: ApiProblemCode;
  readonly details: Details;

  constructor(code: ApiProblemCode, details: Details = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** The problems of queries, which pages show in other words. */
const codes = {
  unauthenticated: 'unauthenticated',
  forbidden: 'forbidden',
  'reauthentication-required': 'forbidden',
  'not-found': 'not-found',
  invalid: 'invalid-request',
  conflict: 'conflict',
  throttled: 'too-many-requests',
  unavailable: 'unavailable',
  'service-refused': 'unavailable',
  'service-unreachable': 'unavailable',
  outdated: 'invalid-request',
  internal: 'internal',
} as const satisfies Record<ProblemCode, ApiProblemCode>;

/** Refusals whose sentence and fields help the program that writes. */
const explained: ReadonlySet<ProblemCode> = new Set(['forbidden', 'invalid', 'conflict']);
const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Returns the refusal for what a query or a verb has thrown. Unknown errors are logged. */
export function toRefusal(
  thrown: unknown,
  { requestId, log, method }: { readonly requestId: string; readonly log: Logger; readonly method: string },
): ApiRefusal {
  if (thrown instanceof ApiRefusal) return thrown;
  if (thrown instanceof MissingScope) return new ApiRefusal('missing-scope', { scope: thrown.scope });
  const { code, message, fieldErrors } = toFailure(thrown, requestId, log);
  if (!writing.has(method) || !explained.has(code)) return new ApiRefusal(codes[code]);
  const errors = Object.entries(fieldErrors).flatMap(([parameter, details]) =>
    details.map((detail) => ({ parameter, detail })),
  );
  return new ApiRefusal(codes[code], { detail: message, ...(errors.length > 0 && { errors }) });
}

function toDetail(
  code: ApiProblemCode,
  { scope = '', address = '', parameter = '', detail }: Details,
): string {
  if (detail !== undefined) return detail;
  if (code === 'missing-scope') return tApi('problem.missing-scope', { scope });
  if (code === 'address-not-allowed') return tApi('problem.address-not-allowed', { address });
  if (code === 'period-required') return tApi('problem.period-required', { parameter });
  return tApi(`problem.${code}`);
}

/** Names how to authenticate (RFC 6750). */
function challenge(code: ApiProblemCode, scope: string | undefined): Record<string, string> {
  const ask = (...parameters: readonly string[]) => ({
    'www-authenticate': `Bearer ${['realm="countinghouse"', ...parameters].join(', ')}`,
  });
  if (code === 'unauthenticated') return ask();
  if (code === 'missing-scope') return ask('error="insufficient_scope"', `scope="${scope}"`);
  return problemStatuses[code] === 401 ? ask('error="invalid_token"') : {};
}

/** Says a refusal in a sentence. */
export const describeRefusal = ({ code, details }: ApiRefusal): string => toDetail(code, details);

/** Refusals of a request that a later one of the same kind may pass. */
const repeatable: ReadonlySet<ApiProblemCode> = new Set(['too-many-requests', 'unavailable']);

/** Returns the status and the header fields of a refusal. */
export function describeStatus({ code, details: { scope, allow } }: ApiRefusal): {
  readonly status: number;
  readonly headers: Record<string, string>;
} {
  return {
    status: problemStatuses[code],
    headers: {
      ...challenge(code, scope),
      ...(allow !== undefined && { allow: allow.join(', ') }),
      ...(repeatable.has(code) && { 'retry-after': String(retryAfterSeconds) }),
    },
  };
}

/** Answers a refusal as a problem of RFC 9457. */
export function createProblemResponse(refusal: ApiRefusal, requestId: string): Response {
  const { code, details } = refusal;
  const { scope, errors } = details;
  const { status, headers } = describeStatus(refusal);
  const body: ApiProblem = {
    type: `${env.APP_URL}/api/v1/openapi.json#${code}`,
    title: toProblemTitle(code),
    status,
    detail: toDetail(code, details),
    code,
    requestId,
    ...(scope !== undefined && { scope }),
    ...(errors !== undefined && { errors }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  });
}
