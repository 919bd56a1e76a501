import 'server-only';
import { createHash } from 'node:crypto';
import { currentRequestIds, requestIdHeader, runInRequestSlot } from '#lib/access/index.ts';
import { isUuid } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { answerWrite } from './answer-write.ts';
import { describeIssues } from './describe-issues.ts';
import { createApiDocument } from './open-api.ts';
import { ApiRefusal, createProblemResponse } from './problem.ts';
import type { ApiRoute } from './route.ts';
import { hasId } from './route.ts';
import { apiRoutes } from './routes.ts';
import type { TokenHolder } from './serve-token.ts';
import { chooseBusiness, requireScope, serveToken } from './serve-token.ts';
import { apiWrites } from './write-routes.ts';

const prefix = '/api/v1';

type Found<Route> = { readonly route: Route; readonly id: string };

/** Finds the route of a path, and the id in it. */
function findRoute<Route extends Pick<ApiRoute, 'path'>>(
  routes: readonly Route[],
  pathname: string,
): Found<Route> | null {
  const parts = pathname.slice(prefix.length).split('/');
  for (const route of routes) {
    const template = route.path.split('/');
    const fits =
      parts.length === template.length &&
      template.every((part, index) => part === '{id}' || part === parts[index]);
    if (fits) return { route, id: hasId(route) ? (parts[2] ?? '').toLowerCase() : '' };
  }
  return null;
}

/** Reads the parameters. A repeated one lists its values, as filters do. */
function readParameters(
  query: ApiRoute['query'],
  search: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const names = [...new Set(search.keys())];
  const raw = Object.fromEntries(
    names.map((name) => [storableText(name), storableText(search.getAll(name).join(','))]),
  );
  const parsed = query.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new ApiRefusal('invalid-request', { errors: describeIssues(parsed.error.issues) });
}

const listTags = (header: string | null): readonly string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Answers data with the ETag of its bytes, or 304 if the client has them. */
function createDataResponse(request: Request, data: unknown): Response {
  const body = JSON.stringify(data);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const isKnown = listTags(request.headers.get('if-none-match')).some((tag) => tag === etag || tag === '*');
  return new Response(isKnown || request.method === 'HEAD' ? null : body, {
    status: isKnown ? 304 : 200,
    headers: { etag, 'content-type': 'application/json' },
  });
}

/** Routes a request of a token. */
function answer(request: Request, holder: TokenHolder): Promise<Response> {
  const { pathname } = new URL(request.url);
  const reading = findRoute(apiRoutes, pathname);
  const writing = findRoute(apiWrites, pathname);
  if (reading === null && writing === null) throw new ApiRefusal('not-found');
  const { method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (reading !== null && isRead) return answerRead(reading, request, holder);
  if (writing !== null && method === 'POST') {
    // A write that has begun ends, also when the client leaves.
    const { signal: _signal, ...context } = holder.context;
    const { id, ...input } = readInput(writing, request, { ...holder, context });
    return answerWrite(writing.route, request, { ...input, id, token: holder.token });
  }
  const allow = [...(reading === null ? [] : ['GET', 'HEAD']), ...(writing === null ? [] : ['POST'])];
  throw new ApiRefusal('method-not-allowed', { allow });
}

/** Checks the scope and the parameters of a request. */
function readInput(
  { route, id }: Found<Pick<ApiRoute, 'path' | 'scope' | 'query'>>,
  request: Request,
  { token, context }: TokenHolder,
) {
  requireScope(token, route.scope);
  const parameters = readParameters(route.query, new URL(request.url).searchParams);
  if (hasId(route) && !isUuid(id)) throw new ApiRefusal('not-found');
  return { context, businessId: chooseBusiness(token, parameters['business']), id, parameters };
}

async function answerRead(found: Found<ApiRoute>, request: Request, holder: TokenHolder): Promise<Response> {
  const input = readInput(found, request, holder);
  const data = await runInRequestSlot(
    holder.token.actor.personId,
    () => found.route.read(input),
    request.signal,
  );
  return createDataResponse(request, data);
}

/** Answers a request to the API: JSON, or a problem of RFC 9457. */
export const answerApiRequest = (request: Request): Promise<Response> =>
  serveToken(request, (holder) => answer(request, holder));

/** Answers the description of the API. It holds no data, so it needs no token. */
export async function answerDocumentRequest({ method }: Request): Promise<Response> {
  const { requestId } = await currentRequestIds();
  const allow = ['GET', 'HEAD'];
  const response = allow.includes(method)
    ? Response.json(createApiDocument())
    : createProblemResponse(new ApiRefusal('method-not-allowed', { allow }), requestId);
  response.headers.set(requestIdHeader, requestId);
  return response;
}
