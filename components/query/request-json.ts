import { redirectToSignIn } from '#components/access/leave.ts';
import { buildHeader } from '#lib/access/model-build-header.ts';
import { tQuery } from '#lib/messages/shell.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { problemCodes } from '#lib/values/errors.ts';
import type { Shape } from './check-fields.ts';
import { withFields } from './check-fields.ts';
import { checkServerBuild } from './page-version.ts';

/** A JSON route refused or failed. Its message is written for the person. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly failure: Failure;
  /** The delay that the server requests, or null without one. */
  readonly retryAfterMs: number | null;

  constructor(status: number, failure: Failure, retryAfterMs: number | null = null) {
    super(failure.message);
    this.name = 'RequestFailed';
    this.status = status;
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

const hasItsFields = withFields('code', 'message', 'fieldErrors', 'requestId');

function isFailure(value: unknown): value is Failure {
  return (
    hasItsFields(value) &&
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    problemCodes.some((code) => code === value.code)
  );
}

/** Returns the failure in the body, or one made from the status. */
export function toFailure(response: Response, body: unknown): Failure {
  if (isFailure(body)) return body;
  return {
    ok: false,
    code: 'internal',
    message: tQuery('serverAnswered', { status: `${response.status}` }),
    fieldErrors: {},
    requestId: response.headers.get('x-request-id') ?? '',
  };
}

/**
 * Reads one of our JSON routes and checks its shape: `useQuery({ queryFn: ({ signal }) => requestJson(url, view, signal) })`.
 * An expired session opens the sign-in page, which leads back to the same page.
 *
 * @throws {RequestFailed} when the route refuses or fails.
 */
export async function requestJson<View>(
  url: string,
  view: Shape<View>,
  signal?: AbortSignal,
  /** POST for a route that also writes. */
  method: 'GET' | 'POST' = 'GET',
): Promise<View> {
  const response = await fetch(url, {
    method,
    headers: { accept: 'application/json' },
    signal: signal ?? null,
  });
  checkServerBuild(response.headers.get(buildHeader));
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return view.parse(body);
  if (response.status === 401) redirectToSignIn();
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
  throw new RequestFailed(response.status, toFailure(response, body), retryAfterMs);
}
