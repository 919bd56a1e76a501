import { leaveExpired } from '#components/access/leave.ts';
import type { Failure } from '#lib/values/action-result.ts';
import { problemCodes } from '#lib/values/errors.ts';
import type { Shape } from './outline.ts';
import { withFields } from './outline.ts';

/** A JSON route refused or failed. Its message may be shown as it stands. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly failure: Failure;
  /** When the server expects the request again. Null where it names no time. */
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

/** What the body says went wrong, or what the status alone tells. */
export function toFailure(response: Response, body: unknown): Failure {
  if (isFailure(body)) return body;
  return {
    ok: false,
    code: 'internal',
    message: `The server answered ${response.status}. Try again.`,
    fieldErrors: {},
    requestId: response.headers.get('x-request-id') ?? '',
  };
}

/**
 * GETs a JSON route of ours and checks its shape: `useQuery({ queryFn: ({ signal }) => requestJson(url, view, signal) })`.
 * Throws RequestFailed. A session that has ended leads to the sign-in page and back to where the person was.
 */
export async function requestJson<View>(url: string, view: Shape<View>, signal?: AbortSignal): Promise<View> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal: signal ?? null });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return view.parse(body);
  if (response.status === 401) leaveExpired();
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
  throw new RequestFailed(response.status, toFailure(response, body), retryAfterMs);
}
