import 'server-only';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tAccess } from '#lib/messages/access.ts';
import { tApi } from '#lib/messages/api.ts';
import type { PersonActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import { countPersonLimit } from '#lib/platform/metrics.ts';
import { createRequestId, ownRequestIdHeader } from '#lib/platform/request-ids.ts';
import { RequestSlot, runInSlot } from '#lib/platform/request-slot.ts';
import { buildAnswerHeaders } from '#lib/platform/security-headers.ts';
import type { SessionId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { createFailure, toHttpStatus, toProblemTitle } from './failure.ts';
import type { FairQueue } from './fair-queue.ts';
import { isQueueRefusal } from './fair-queue.ts';
import { requestQueue, retryAfterSeconds } from './person-limits.ts';
import { requestIdHeader } from './request-id.ts';
import { readClientAddress } from './sender.ts';
import { readCookieSession } from './session-cookie.ts';
import { answerStatusPage, isDocument } from './status-page.ts';

/**
 * The queue before Next: pages, prefetches, actions and the API take turns by person, before anything of them is
 * computed or read. A slot is held only while the server computes.
 */
export type RequestGate = {
  /** Calls `next` when it is the request's turn, or answers 429. */
  readonly admit: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

/** Programs, which have limits of their own, and files of the build, which cost no computing. */
const exempt = /^\/(?:_next\/|api\/(?:callbacks\/|cron(?:\/|$)|health$|metrics$|ready$))/;

/**
 * Names the turn of a request. Next sends an action again to itself, with all headers, when another page has its code. The
 * second request belongs to the turn of the first, which waits for it.
 */
const turnHeader = 'x-countinghouse-turn';

const toPath = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

type GateTimes = {
  /**
   * Milliseconds until a refusal is sent. A refused client comes back at once, and refusals would use up the time for
   * answers.
   */
  readonly refusalDelayMs: number;
  /** Interval of the checks whether a request waits for its client instead of computing. */
  readonly clientCheckMs: number;
};

const usualTimes: GateTimes = { refusalDelayMs: 1_000, clientCheckMs: 1_000 };

type Known = Pick<PersonActor, 'personId' | 'roles'>;

declare global {
  var countinghouseKnownSessions: Map<SessionId, Known> | undefined;
  var countinghouseRequestGate: RequestGate | undefined;
}

const maxKnownSessions = 10_000;

function knownSessions(): Map<SessionId, Known> {
  globalThis.countinghouseKnownSessions ??= new Map();
  return globalThis.countinghouseKnownSessions;
}

const toSessionKey = (sessionId: SessionId): string => `session ${sessionId}`;

/** Records whose session this is, as the database says, so that all sessions of a person share one budget. */
export function noteSessionPerson(sessionId: SessionId, person: PersonActor | null): void {
  const known = knownSessions();
  known.delete(sessionId);
  if (person === null) return;
  known.set(sessionId, person);
  const [oldest] = known.keys();
  if (known.size > maxKnownSessions && oldest !== undefined) known.delete(oldest);
  requestQueue().merge(toSessionKey(sessionId), person.personId);
}

const business = /^\/(?:api\/businesses\/)?([0-9a-f-]{36})(?:[/?]|$)/;

/** Returns who shares a budget: the person, the session of an unknown one, or without a session the address. */
async function findKey({ headers, socket, url = '/' }: IncomingMessage) {
  const sessionId = await readCookieSession(headers.cookie);
  if (sessionId === null) {
    const forwarded = headers['x-forwarded-for'];
    const isForwarded = env.TRUST_PROXY > 0 && typeof forwarded === 'string';
    return {
      key: `address ${isForwarded ? readClientAddress(forwarded, env.TRUST_PROXY) : (socket.remoteAddress ?? '')}`,
    };
  }
  const known = knownSessions().get(sessionId);
  if (known === undefined) return { key: toSessionKey(sessionId) };
  const businessId = parseId(business.exec(url)?.[1] ?? '');
  const isMember = [...known.roles.keys()].some((id) => id === businessId);
  return { key: known.personId, group: isMember && businessId !== null ? businessId : known.personId };
}

/** Frees the slot when the answer is computed, or when the request waits for its client. */
function holdSlot(
  request: IncomingMessage,
  response: ServerResponse,
  release: () => void,
  { clientCheckMs }: GateTimes,
): RequestSlot {
  const slot = new RequestSlot(() => {
    clearInterval(timer);
    release();
  });
  const timer = setInterval(() => {
    if (request.complete && !response.writableNeedDrain) return;
    countPersonLimit('request', 'stalled');
    slot.release();
  }, clientCheckMs);
  timer.unref();
  const end = () => slot.release();
  // Emitted when the last byte is written, however slowly the client reads.
  response.once('prefinish', end).once('close', end);
  return slot;
}

/** Returns the refusal that a program with a token reads, as its protocol has it. Null for a request of our own pages. */
function createProgramRefusal(path: string, requestId: string) {
  const [status, detail] = [429, tApi('problem.too-many-requests')];
  if (/^\/api\/scim(?:\/|$)/.test(path))
    return {
      type: 'application/scim+json',
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status), detail },
    };
  if (!/^\/api\/(?:v1|mcp)(?:\/|$)/.test(path)) return null;
  const code = 'too-many-requests';
  const type = `${env.APP_URL}/api/v1/openapi.json#${code}`;
  return {
    type: 'application/problem+json',
    body: { type, title: toProblemTitle(code), status, detail, code, requestId },
  };
}

function answerRefusal(request: IncomingMessage, response: ServerResponse): void {
  if (isDocument(request)) {
    const [title, text] = [tAccess('busyPage.title'), tAccess('busyPage.text')];
    answerStatusPage(request, response, { status: 429, title, text, retrySeconds: retryAfterSeconds });
    return;
  }
  const { requestId } = createRequestId(env.NEXTAUTH_SECRET);
  const failure = createFailure('throttled', tAccess('tooManyRequests'), requestId);
  const isAction = request.headers['next-action'] !== undefined;
  const program = createProgramRefusal(toPath(request), requestId);
  response.writeHead(toHttpStatus(failure.code), {
    ...buildAnswerHeaders({ isSecure: env.APP_URL.startsWith('https:') }),
    'content-type': program?.type ?? (isAction ? 'text/x-component' : 'application/json'),
    'retry-after': String(retryAfterSeconds),
    [requestIdHeader]: requestId,
  });
  if (program !== null) response.end(JSON.stringify(program.body));
  // The result of an action in React's format: the first row, with the result under `a`.
  else response.end(isAction ? `0:${JSON.stringify({ a: failure })}\n` : JSON.stringify(failure));
}

function refuse(request: IncomingMessage, response: ServerResponse, { refusalDelayMs }: GateTimes): void {
  countPersonLimit('request', 'refused');
  const timer = setTimeout(() => answerRefusal(request, response), refusalDelayMs);
  response.once('close', () => clearTimeout(timer));
}

/** Creates the gate before a queue. */
export function createRequestGate(queue: FairQueue = requestQueue(), times = usualTimes): RequestGate {
  /** Turns by their secret names, so that no client can claim one. */
  const turns = new Map<string, RequestSlot>();
  const begin = (request: IncomingMessage, response: ServerResponse, slot: RequestSlot, next: () => void) => {
    const turn = randomUUID();
    turns.set(turn, slot);
    request.headers[turnHeader] = turn;
    const { requestId, header } = createRequestId(env.NEXTAUTH_SECRET);
    request.headers[ownRequestIdHeader] = header;
    response.setHeader(requestIdHeader, requestId);
    response.once('close', () => turns.delete(turn));
    runInSlot(slot, next);
  };
  const enter = async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const left = new AbortController();
    const leave = () => left.abort();
    response.once('close', leave);
    const key = await findKey(request);
    const onQueued = () => countPersonLimit('request', 'queued');
    try {
      const release = await queue.acquire(key.key, { group: key.group, signal: left.signal, onQueued });
      response.off('close', leave);
      if (response.destroyed) return release();
      begin(request, response, holdSlot(request, response, release, times), next);
    } catch (thrown) {
      if (isQueueRefusal(thrown)) refuse(request, response, times);
      // Another error than the client's leaving.
      else if (!left.signal.aborted) throw thrown;
    }
  };
  return {
    admit: (request, response, next) => {
      const turn = turns.get(String(request.headers[turnHeader]));
      if (turn !== undefined) runInSlot(turn, next);
      else if (exempt.test(toPath(request))) next();
      else
        enter(request, response, next).catch((error: unknown) => {
          logger().error({ error }, 'a request could not enter the queue');
          response.destroy();
        });
    },
  };
}

/** Installs the gate where `npm run web` finds it: Next's bundles and its server share no modules. */
export function installRequestGate(): void {
  globalThis.countinghouseRequestGate ??= createRequestGate();
}
