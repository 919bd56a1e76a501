import * as z from 'zod';
import { tApi } from '#lib/messages/api.ts';

/** Problems of the API, with their status. Programs compare these codes, so never rename one. */
export const problemStatuses = {
  unauthenticated: 401,
  'token-expired': 401,
  'token-revoked': 401,
  'address-not-allowed': 403,
  'missing-scope': 403,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'invalid-request': 400,
  'invalid-cursor': 400,
  'period-required': 400,
  'invalid-json': 400,
  'idempotency-key-required': 400,
  'idempotency-mismatch': 422,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'business-required': 400,
  'too-many-requests': 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<string, number>;

export type ApiProblemCode = keyof typeof problemStatuses;

const isApiProblemCode = (code: string): code is ApiProblemCode => Object.hasOwn(problemStatuses, code);

export const apiProblemCodes: readonly ApiProblemCode[] =
  Object.keys(problemStatuses).filter(isApiProblemCode);

/** The body of a problem (RFC 9457). */
export const apiProblem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(apiProblemCodes),
    requestId: z.string(),
    /** The missing scope. */
    scope: z.string().optional(),
    /** The invalid parameters and fields. */
    errors: z.array(z.object({ parameter: z.string(), detail: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });

export type ApiProblem = z.output<typeof apiProblem>;

/** An address of the API for its reference page. */
export type ApiOperation = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly scope: string;
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
};

/** Records of a page at most. */
export const maximumLimit = 200;

export const businessParameter = z
  .uuid()
  .optional()
  .meta({ description: tApi('parameter.business') });
