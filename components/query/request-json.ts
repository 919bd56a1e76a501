import * as z from 'zod';
import type { Failure } from '#lib/values/action-result.ts';
import { problemCodes } from '#lib/values/errors.ts';

/** A JSON route refused or failed. Its message may be shown as it stands. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly failure: Failure;

  constructor(status: number, failure: Failure) {
    super(failure.message);
    this.name = 'RequestFailed';
    this.status = status;
    this.failure = failure;
  }
}

const failureShape = z.object({
  ok: z.literal(false),
  code: z.enum(problemCodes),
  message: z.string(),
  fieldErrors: z.record(z.string(), z.array(z.string())),
  requestId: z.string(),
});

function failureOf(response: Response, body: unknown): Failure {
  const told = failureShape.safeParse(body);
  if (told.success) return told.data;
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
export async function requestJson<View>(
  url: string,
  view: z.ZodType<View>,
  signal?: AbortSignal,
): Promise<View> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal: signal ?? null });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return view.parse(body);
  if (response.status === 401) signInAgain();
  throw new RequestFailed(response.status, failureOf(response, body));
}

function signInAgain(): void {
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(here)}`);
}
