import 'server-only';
import type { ApiRefusal } from '#lib/api/index.ts';
import { describeRefusal } from '#lib/api/index.ts';

/** The kinds of errors of RFC 7644, section 3.12, that this product answers. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

const statuses = {
  invalidFilter: 400,
  invalidPath: 400,
  invalidSyntax: 400,
  invalidValue: 400,
  mutability: 400,
  noTarget: 400,
  uniqueness: 409,
} as const satisfies Record<ScimType, number>;

/** A request that the directory has to send differently. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly scimType: ScimType;

  constructor(scimType: ScimType, detail: string) {
    super(detail);
    this.scimType = scimType;
  }
}

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

export const scimMediaType = 'application/scim+json';

/** Answers JSON in the media type of SCIM. Null answers without a body. */
export function createScimResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  if (body === null) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': scimMediaType },
  });
}

const createErrorResponse = (
  status: number,
  detail: string,
  { scimType, headers }: { readonly scimType?: string; readonly headers?: Record<string, string> } = {},
): Response =>
  createScimResponse(
    status,
    { schemas: [errorSchema], status: String(status), ...(scimType !== undefined && { scimType }), detail },
    headers,
  );

/** Answers an error in the form of RFC 7644. */
export const answerScimError = ({ scimType, message }: ScimError): Response =>
  createErrorResponse(statuses[scimType], message, { scimType });

/** Answers a refusal of the API in the form of RFC 7644. */
export function answerScimRefusal(
  refusal: ApiRefusal,
  headers: Record<string, string>,
  status: number,
): Response {
  const scimType =
    refusal.code === 'invalid-json'
      ? 'invalidSyntax'
      : refusal.code === 'invalid-request'
        ? 'invalidValue'
        : null;
  return createErrorResponse(status, describeRefusal(refusal), {
    headers,
    ...(scimType !== null && { scimType }),
  });
}
