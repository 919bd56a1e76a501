import 'server-only';
import type { ApiBudget, FoundToken } from '#lib/access/index.ts';
import {
  admitApiToken,
  canUseScope,
  currentRequestIds,
  isApiToken,
  readRequestSender,
  requestIdHeader,
} from '#lib/access/index.ts';
import type { ApiScope } from '#lib/access/model-api-scopes.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { ApiRefusal, createProblemResponse, toRefusal } from './problem.ts';

/** The token of a request, and the context of its maker. */
export type TokenHolder = { readonly token: FoundToken; readonly context: Context<PersonActor> };

type Progress = {
  holder: TokenHolder | null;
  /** Also of a token that is refused. */
  tokenId: string | null;
  address: string | null;
  headers: Record<string, string>;
};

function readToken(request: Request): string {
  const [scheme = '', token = '', ...rest] = (request.headers.get('authorization') ?? '').split(' ');
  if (scheme.toLowerCase() !== 'bearer' || rest.length > 0 || !isApiToken(token))
    throw new ApiRefusal('unauthenticated');
  return token;
}

/** The requests that are left, as the header fields RateLimit and RateLimit-Policy of the IETF draft. */
const rateHeaders = ({ limit, seconds, remaining, resetSeconds, isOver }: ApiBudget) => ({
  'ratelimit-policy': `"token";q=${limit};w=${seconds}`,
  ratelimit: `"token";r=${remaining};t=${resetSeconds}`,
  ...(isOver && { 'retry-after': String(resetSeconds) }),
});

/** Returns the business of a request: the named one, or the only one of the token. */
export function chooseBusiness({ actor }: FoundToken, named: unknown): BusinessId {
  const [only, ...others] = actor.roles.keys();
  if (typeof named === 'string') {
    const id = parseId<BusinessId>(named);
    if (id === null || !actor.roles.has(id)) throw new ApiRefusal('not-found');
    return id;
  }
  if (only === undefined || others.length > 0) throw new ApiRefusal('business-required');
  return only;
}

/** Returns true if the token has the scope, and its maker may use it now at one of its businesses. */
export const hasScope = ({ scopes, actor }: FoundToken, scope: ApiScope): boolean =>
  scopes.includes(scope) && canUseScope(actor, scope);

/** @throws ApiRefusal 'missing-scope', which names the scope, or 'forbidden' if the maker may not use it any more */
export function requireScope(token: FoundToken, scope: ApiScope): void {
  if (!token.scopes.includes(scope)) throw new ApiRefusal('missing-scope', { scope });
  if (!hasScope(token, scope)) throw new ApiRefusal('forbidden');
}

/**
 * Admits the token of a request within its budget. The database decides at each request whether it works. What is known of it
 * before a refusal is in `progress`.
 */
async function admit(request: Request, progress: Progress): Promise<TokenHolder> {
  const ids = await currentRequestIds();
  const { address } = await readRequestSender();
  progress.address = address;
  const token = await admitApiToken(readToken(request), address, systemClock.now());
  if (token === null) throw new ApiRefusal('unauthenticated');
  const { state, budget } = token;
  progress.tokenId = token.tokenId;
  if (state === 'elsewhere') throw new ApiRefusal('address-not-allowed', { address });
  if (state !== 'active') throw new ApiRefusal(`token-${state}`);
  const holder = { token, context: { ...createContext(token.actor, ids), signal: request.signal } };
  progress.holder = holder;
  if (budget !== null) progress.headers = rateHeaders(budget);
  if (budget?.isOver === true) throw new ApiRefusal('too-many-requests');
  return holder;
}

/**
 * Answers a request with a token by `answer`. A refusal is a problem of RFC 9457. Each request is logged with its token, path
 * and status. Cookies count for nothing here, so a page of another site can't use a person's session. `answerRefusal` answers
 * in the form of another protocol.
 */
export async function serveToken(
  request: Request,
  answer: (holder: TokenHolder) => Promise<Response>,
  answerRefusal = createProblemResponse,
): Promise<Response> {
  const ids = await currentRequestIds();
  const { requestId } = ids;
  const progress: Progress = { holder: null, tokenId: null, address: null, headers: {} };
  const began = performance.now();
  const response = await admit(request, progress)
    .then(answer)
    .catch((thrown: unknown) => {
      const { log } = progress.holder?.context ?? createContext({ kind: 'system', name: 'api' }, ids);
      return answerRefusal(toRefusal(thrown, { requestId, log, method: request.method }), requestId);
    });
  for (const [name, value] of Object.entries(progress.headers)) response.headers.set(name, value);
  response.headers.set('cache-control', 'private, no-store');
  response.headers.set(requestIdHeader, requestId);
  const { log } = progress.holder?.context ?? createContext({ kind: 'system', name: 'api' }, ids);
  log.info(
    {
      tokenId: progress.tokenId,
      // That of a use that counts is stored with the token.
      ...(progress.holder === null && { address: progress.address }),
      method: request.method,
      path: new URL(request.url).pathname.slice(0, 200),
      status: response.status,
      ms: Math.round(performance.now() - began),
    },
    'API request',
  );
  return response;
}
