import 'server-only';
import { tAccess } from '#lib/messages/access.ts';
import { createConnectionCloser } from '#lib/platform/close-connection.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { buildId } from '#lib/platform/env.ts';
import { countPersonLimit } from '#lib/platform/metrics.ts';
import { privateCacheControl } from '#lib/platform/model-fixed-headers.ts';
import { releaseRequestSlot } from '#lib/platform/request-slot.ts';
import { Problem } from '#lib/values/errors.ts';
import { findContext } from './current-context.ts';
import { toFailure, toHttpStatus } from './failure.ts';
import { guardResponseBody } from './guard-response-body.ts';
import { buildHeader } from './model-build-header.ts';
import { requireOwnOrigin } from './origin.ts';
import type { Permission } from './permissions.ts';
import { downloadStallSeconds } from './person-limit-values.ts';
import { acquireSlot, openStream, retryAfterSeconds, runInRequestSlot } from './person-limits.ts';
import type { ReadKind } from './read-kind.ts';
import { findReadKind } from './read-kind.ts';
import { currentRequestIds, requestIdHeader } from './request-id.ts';
import type { Scope } from './scope.ts';
import { requirePermission } from './scope.ts';
import { hasSameRole } from './still-allowed.ts';

/** The input of a route handler. `params` are the decoded parts of the path. */
export type RouteInput = {
  readonly context: Context<PersonActor>;
  readonly scope: Scope;
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
};

type RouteParams = { readonly params: Promise<Record<string, string | string[] | undefined>> };

export type RouteHandler = (request: Request, route: RouteParams) => Promise<Response>;

function joinParams(params: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, part]) => [name, [part].flat().join('/')]));
}

/** The id of the last event of a closed stream. The browser sends it when it reconnects. */
const pollEventId = 'poll';
const pollEvent = new TextEncoder().encode(`id: ${pollEventId}\n\n`);

type ResponseGuard = {
  readonly request: Request;
  readonly context: Context<PersonActor>;
  readonly scope: Scope;
  readonly kind: ReadKind;
  /** Frees the slot of the request. */
  readonly release: () => void;
};

/** Guards every body, even short ones, because a slow reader can keep any body open. */
function guardResponse(
  response: Response,
  { request, context, scope, kind, release }: ResponseGuard,
): ReadableStream | null {
  if (response.body === null || request.method === 'HEAD') {
    // Next sends no body for HEAD, so a body would never be read and would stay open.
    response.body?.cancel().catch(() => undefined);
    release();
    return null;
  }
  const isLive = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const stream = isLive ? openStream(context.actor.personId) : null;
  return guardResponseBody(response.body, {
    mayContinue: () => hasSameRole(context, scope),
    ending: isLive ? 'close' : 'break',
    closeConnection: createConnectionCloser(),
    stallMs: downloadStallSeconds * 1_000,
    ...(stream !== null && { closed: stream.closed, finalChunk: pollEvent }),
    onEnd: (cause) => {
      if (cause === 'stalled') countPersonLimit(kind, 'stalled');
      stream?.release();
      release();
    },
  });
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Waits for a slot of long reads. Streams are counted when they open. */
async function acquireLongSlot(kind: ReadKind, request: Request, context: Context<PersonActor>) {
  if (kind === 'stream' || kind === 'read' || !isRead(request)) return () => {};
  return acquireSlot(kind, context.actor.personId, request.signal);
}

function toResponse(response: Response, requestId: string, body: ReadableStream | null): Response {
  const headers = new Headers(response.headers);
  headers.set('cache-control', privateCacheControl);
  headers.set(requestIdHeader, requestId);
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

const json = (answer: unknown, requestId: string, status = 200): Response =>
  Response.json(answer, {
    status,
    headers: { 'cache-control': privateCacheControl, [requestIdHeader]: requestId, [buildHeader]: buildId },
  });

/**
 * Creates a route beneath app/api/businesses/[business]. It checks session, membership and permission before the handler
 * runs. A request other than GET must come from one of our own pages. The handler returns a Response (a stream, a file) or data for JSON. A Problem becomes `{ ok: false,
 * code, message, fieldErrors, requestId }` with its status.
 *
 * The request doesn't count as activity. An open response ends within 10 s after the session has ended or the role
 * has changed. Requests of a person beyond the limit wait, and too many of them are answered 429 with Retry-After.
 */
export function runRoute(
  permission: Permission,
  handler: (input: RouteInput) => Promise<unknown>,
): RouteHandler {
  return async (request, route) => {
    const ids = await currentRequestIds();
    const { requestId } = ids;
    let context: Context<PersonActor> | null = null;
    let release = () => {};
    try {
      context = await findContext();
      if (context === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
      const params = joinParams(await route.params);
      const scope = requirePermission(context, params['business'] ?? '', permission);
      if (!isRead(request)) await requireOwnOrigin();
      const kind = findReadKind(new URL(request.url).pathname);
      if (kind === 'stream' && request.headers.get('last-event-id') === pollEventId)
        return toResponse(new Response(null, { status: 204 }), requestId, null);
      release = await acquireLongSlot(kind, request, context);
      const input = { context: { ...context, signal: request.signal }, scope, request, params };
      const answer = await (kind === 'read'
        ? runInRequestSlot(context.actor.personId, () => handler(input), request.signal)
        : handler(input));
      // From here on the reader decides how long it takes.
      if (answer instanceof Response) {
        releaseRequestSlot();
        const body = guardResponse(answer, { request, context, scope, kind, release });
        return toResponse(answer, requestId, body);
      }
      release();
      return json(answer, requestId);
    } catch (thrown) {
      release();
      const { log } = context ?? createContext({ kind: 'system', name: 'signed-out' }, ids);
      const failure = toFailure(thrown, requestId, log);
      const response = json(failure, requestId, toHttpStatus(failure.code));
      if (failure.code === 'throttled') response.headers.set('retry-after', String(retryAfterSeconds));
      return response;
    }
  };
}
