import 'server-only';
import { createHash } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { ApiBudget, FoundToken } from '#lib/access/index.ts';
import {
  consumeApiRequest,
  currentRequestIds,
  findApiToken,
  isApiToken,
  readRequestSender,
  requestIdHeader,
  runInRequestSlot,
  toFailure,
  touchApiToken,
} from '#lib/access/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { isUuid, parseId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { answerWrite } from './answer-write.ts';
import { describeIssues } from './describe-issues.ts';
import { ApiRefusal, createProblemResponse, toRefusal } from './problem.ts';
import type { ApiRoute } from './route.ts';
import { hasId } from './route.ts';
import { apiRoutes } from './routes.ts';
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

function readToken(request: Request): string {
  const [scheme = '', token = '', ...rest] = (request.headers.get('authorization') ?? '').split(' ');
  if (scheme.toLowerCase() !== 'bearer' || rest.length > 0 || !isApiToken(token))
    throw new ApiRefusal('unauthenticated');
  return token;
}

const mapped = /^::ffff:(?=\d+\.)/i;

/** Returns whether a token works from this address. An address in IPv6 that stands for one in IPv4 counts as that. */
function isAllowedAddress(allowed: readonly string[], sender: string): boolean {
  if (allowed.length === 0) return true;
  const list = new BlockList();
  for (const entry of allowed) {
    const [address = '', length] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  const address = sender.replace(mapped, '');
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns the token of a request. The database decides at each request whether it works. */
async function authenticate(request: Request, sender: string): Promise<FoundToken> {
  const now = systemClock.now();
  const found = await findApiToken(readToken(request), now);
  if (found === null) throw new ApiRefusal('unauthenticated');
  if (found.state !== 'active') throw new ApiRefusal(`token-${found.state}`);
  if (!isAllowedAddress(found.addresses, sender))
    throw new ApiRefusal('address-not-allowed', { address: sender });
  return found;
}

/** The requests that are left, as the header fields RateLimit and RateLimit-Policy of the IETF draft. */
const rateHeaders = ({ limit, seconds, remaining, resetSeconds, isOver }: ApiBudget) => ({
  'ratelimit-policy': `"token";q=${limit};w=${seconds}`,
  ratelimit: `"token";r=${remaining};t=${resetSeconds}`,
  ...(isOver && { 'retry-after': String(resetSeconds) }),
});

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

/** Returns the business of a request: the named one, or the only one of the token. */
function chooseBusiness({ actor }: FoundToken, named: unknown): BusinessId {
  const [only, ...others] = actor.roles.keys();
  if (typeof named === 'string') {
    const id = parseId<BusinessId>(named);
    if (id === null || !actor.roles.has(id)) throw new ApiRefusal('not-found');
    return id;
  }
  if (only === undefined || others.length > 0) throw new ApiRefusal('business-required');
  return only;
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

type Progress = {
  context: Context<PersonActor> | null;
  tokenId: string | null;
  headers: Record<string, string>;
};

/** Answers a request, or throws. What is known of it by then is in `progress`. */
async function answer(request: Request, progress: Progress): Promise<Response> {
  const { pathname } = new URL(request.url);
  const ids = await currentRequestIds();
  const { address } = await readRequestSender();
  const token = await authenticate(request, address);
  progress.context = { ...createContext(token.actor, ids), signal: request.signal };
  progress.tokenId = token.tokenId;
  const budget = await consumeApiRequest(token.tokenId);
  progress.headers = rateHeaders(budget);
  if (budget.isOver) throw new ApiRefusal('too-many-requests');
  await touchApiToken(token.tokenId, address, systemClock.now());
  const reading = findRoute(apiRoutes, pathname);
  const writing = findRoute(apiWrites, pathname);
  if (reading === null && writing === null) throw new ApiRefusal('not-found');
  const { method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (reading !== null && isRead) return answerRead(reading, request, { token, context: progress.context });
  // A write that has begun ends, also when the client leaves.
  const context = createContext(token.actor, ids);
  if (writing !== null && method === 'POST') {
    const { id, ...input } = readInput(writing, request, { token, context });
    return answerWrite(writing.route, request, { ...input, id, token });
  }
  const allow = [...(reading === null ? [] : ['GET', 'HEAD']), ...(writing === null ? [] : ['POST'])];
  throw new ApiRefusal('method-not-allowed', { allow });
}

type Asker = { readonly token: FoundToken; readonly context: Context<PersonActor> };

/** Checks the scope and the parameters of a request. */
function readInput(
  { route, id }: Found<Pick<ApiRoute, 'path' | 'scope' | 'query'>>,
  request: Request,
  { token, context }: Asker,
) {
  if (!token.scopes.includes(route.scope)) throw new ApiRefusal('missing-scope', { scope: route.scope });
  const parameters = readParameters(route.query, new URL(request.url).searchParams);
  if (hasId(route) && !isUuid(id)) throw new ApiRefusal('not-found');
  return { context, businessId: chooseBusiness(token, parameters['business']), id, parameters };
}

async function answerRead(found: Found<ApiRoute>, request: Request, asker: Asker): Promise<Response> {
  const input = readInput(found, request, asker);
  const data = await runInRequestSlot(
    asker.token.actor.personId,
    () => found.route.read(input),
    request.signal,
  );
  return createDataResponse(request, data);
}

/**
 * Answers a request to the API: JSON, or a problem of RFC 9457. Each one is logged with its token, path and status. Cookies
 * count for nothing here, so a page of another site can't use a person's session.
 */
export async function answerApiRequest(request: Request): Promise<Response> {
  const ids = await currentRequestIds();
  const { requestId } = ids;
  const progress: Progress = { context: null, tokenId: null, headers: {} };
  const began = performance.now();
  const response = await answer(request, progress).catch((thrown: unknown) => {
    if (thrown instanceof ApiRefusal) return createProblemResponse(thrown, requestId);
    const { log } = progress.context ?? createContext({ kind: 'system', name: 'api' }, ids);
    return createProblemResponse(toRefusal(toFailure(thrown, requestId, log), request.method), requestId);
  });
  for (const [name, value] of Object.entries(progress.headers)) response.headers.set(name, value);
  response.headers.set('cache-control', 'private, no-store');
  response.headers.set(requestIdHeader, requestId);
  const { log } = progress.context ?? createContext({ kind: 'system', name: 'api' }, ids);
  log.info(
    {
      tokenId: progress.tokenId,
      method: request.method,
      path: new URL(request.url).pathname.slice(0, 200),
      status: response.status,
      ms: Math.round(performance.now() - began),
    },
    'API request',
  );
  return response;
}
