import 'server-only';
import { connectionCloser } from '#lib/platform/close-connection.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { countPersonLimit } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import { findContext } from './current-context.ts';
import { toFailure, toHttpStatus } from './failure.ts';
import { guardedBody } from './guarded-body.ts';
import type { Permission } from './permissions.ts';
import { acquireSlot, openStream, retryAfterSeconds } from './person-limits.ts';
import type { ReadKind } from './read-kind.ts';
import { findReadKind } from './read-kind.ts';
import { currentRequestIds, requestIdHeader } from './request-id.ts';
import type { Scope } from './scope.ts';
import { requirePermission } from './scope.ts';
import { stillHasRole } from './still-may.ts';

/** What the handler of a route is given. `params` are the parts of the path, decoded. */
export type RouteInput = {
  readonly context: Context<PersonActor>;
  readonly scope: Scope;
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
};

type RouteParams = { readonly params: Promise<Record<string, string | string[] | undefined>> };

export type RouteHandler = (request: Request, given: RouteParams) => Promise<Response>;

function only(params: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, part]) => [name, [part].flat().join('/')]));
}

/** What a person may see must not stay in a cache that another may read. */
const uncached = 'private, no-store';

/** The id that the last event of a closed stream has. The browser sends it when it connects again. */
const pollEventId = 'poll';
const tellToPoll = new TextEncoder().encode(`id: ${pollEventId}\n\n`);

type Answering = {
  readonly request: Request;
  readonly context: Context<PersonActor>;
  readonly scope: Scope;
  readonly kind: ReadKind;
  /** Frees the slot of the request. */
  readonly release: () => void;
};

/** Every body is guarded, however short it should be: how long it takes is the reader's choice. */
function guarded(
  response: Response,
  { request, context, scope, kind, release }: Answering,
): ReadableStream | null {
  if (response.body === null || request.method === 'HEAD') {
    // Next sends no body for HEAD and reads none: whatever it holds open would stay open.
    response.body?.cancel().catch(() => undefined);
    release();
    return null;
  }
  const isLive = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const stream = isLive ? openStream(context.actor.personId) : null;
  return guardedBody(response.body, {
    mayContinue: () => stillHasRole(context, scope),
    ending: isLive ? 'close' : 'break',
    closeConnection: connectionCloser(),
    stallMs: env.DOWNLOAD_STALL_SECONDS * 1_000,
    ...(stream !== null && { closed: stream.closed, lastWords: tellToPoll }),
    onEnd: (cause) => {
      if (cause === 'stalled') countPersonLimit(kind, 'stalled');
      stream?.release();
      release();
    },
  });
}

/** Reads wait for a slot of the person; streams are counted when they open, and a form that is sent waits for none. */
async function slotFor(kind: ReadKind, request: Request, context: Context<PersonActor>) {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (kind === 'stream' || !isRead) return () => {};
  return acquireSlot(kind, context.actor.personId, request.signal);
}

function finish(response: Response, requestId: string, body: ReadableStream | null): Response {
  const headers = new Headers(response.headers);
  headers.set('cache-control', uncached);
  headers.set(requestIdHeader, requestId);
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

const json = (answer: unknown, requestId: string, status = 200): Response =>
  Response.json(answer, { status, headers: { 'cache-control': uncached, [requestIdHeader]: requestId } });

/**
 * A GET route beneath app/api/businesses/[business]: session, membership and permission first, then the handler,
 * which answers a Response (a stream, a file) or data for JSON. A Problem becomes
 * `{ ok: false, code, message, fieldErrors, requestId }` with its status. Does not count as the person's doing. An
 * answer that is still being read ends within 10 s after the session has ended or the role has changed. A person's
 * requests of one kind beyond the limit wait for their turn; too many of them are answered 429 with Retry-After.
 */
export function runRoute(
  permission: Permission,
  handler: (given: RouteInput) => Promise<unknown>,
): RouteHandler {
  return async (request, given) => {
    const ids = await currentRequestIds();
    const { requestId } = ids;
    let context: Context<PersonActor> | null = null;
    let release = () => {};
    try {
      context = await findContext();
      if (context === null) throw new Problem('unauthenticated', 'Your session has ended. Sign in again.');
      const params = only(await given.params);
      const scope = requirePermission(context, params['business'] ?? '', permission);
      const kind = findReadKind(new URL(request.url).pathname);
      if (kind === 'stream' && request.headers.get('last-event-id') === pollEventId)
        return finish(new Response(null, { status: 204 }), requestId, null);
      release = await slotFor(kind, request, context);
      const answer = await handler({ context: { ...context, gone: request.signal }, scope, request, params });
      if (answer instanceof Response)
        return finish(answer, requestId, guarded(answer, { request, context, scope, kind, release }));
      release();
      return json(answer, requestId);
    } catch (thrown) {
      release();
      const { log } = context ?? createContext({ kind: 'system', name: 'nobody' }, ids);
      const failed = toFailure(thrown, requestId, log);
      const response = json(failed, requestId, toHttpStatus(failed.code));
      if (failed.code === 'throttled') response.headers.set('retry-after', String(retryAfterSeconds));
      return response;
    }
  };
}
