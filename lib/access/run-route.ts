import 'server-only';
import { connectionCloser } from '#lib/platform/connection.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { findContext } from './current-context.ts';
import { failureOf, statusOf } from './failure.ts';
import { guardedBody } from './guarded-body.ts';
import type { Permission } from './permissions.ts';
import { currentRequestIds, requestIdHeader } from './request-id.ts';
import type { Scope } from './scope.ts';
import { requirePermission } from './scope.ts';
import { stillHasRole } from './still-may.ts';

/** What the handler of a route is given. `params` are the parts of the path, decoded. */
export type RouteGiven = {
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

/** Every body is guarded, however short it should be: how long it takes is the reader's choice. */
function guarded(
  response: Response,
  { method }: Request,
  context: Context<PersonActor>,
  scope: Scope,
): ReadableStream | null {
  if (response.body === null) return null;
  if (method === 'HEAD') {
    // Next sends no body then and reads none: whatever it holds open would stay open.
    response.body.cancel().catch(() => undefined);
    return null;
  }
  const isLive = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  return guardedBody(response.body, {
    mayContinue: () => stillHasRole(context, scope),
    ending: isLive ? 'close' : 'break',
    closeConnection: connectionCloser(),
  });
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
 * answer that is still being read ends within 10 s after the session has ended or the role has changed.
 */
export function runRoute(
  permission: Permission,
  handler: (given: RouteGiven) => Promise<unknown>,
): RouteHandler {
  return async (request, given) => {
    const ids = await currentRequestIds();
    const { requestId } = ids;
    let context: Context<PersonActor> | null = null;
    try {
      context = await findContext();
      if (context === null) throw new Problem('unauthenticated', 'Your session has ended. Sign in again.');
      const params = only(await given.params);
      const scope = requirePermission(context, params['business'] ?? '', permission);
      const answer = await handler({ context: { ...context, gone: request.signal }, scope, request, params });
      return answer instanceof Response
        ? finish(answer, requestId, guarded(answer, request, context, scope))
        : json(answer, requestId);
    } catch (thrown) {
      const { log } = context ?? createContext({ kind: 'system', name: 'nobody' }, ids);
      const failed = failureOf(thrown, requestId, log);
      return json(failed, requestId, statusOf(failed.code));
    }
  };
}
