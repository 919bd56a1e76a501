import 'server-only';
import { buildConnector, Client } from 'undici';
import type { Clock } from '#lib/platform/clock.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { NotSent, ServiceOutcome, Unknown } from './outcome.ts';

type Limits = {
  readonly connectMs: number;
  readonly wholeMs: number;
  readonly answerBytes: number;
};

/** A person waits for the answer, and what is asked for is a few kilobytes. */
const usualLimits: Limits = { connectMs: 3_000, wholeMs: 15_000, answerBytes: 256 * 1024 };

/** The record of a reusable payment has all its deposits, a kilobyte or more each: some ten thousand. */
export const recordLimits: Limits = { ...usualLimits, answerBytes: 16 * 1024 * 1024 };

export type Request = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

const codeOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : '';

function notSent(failure: unknown, timedOut: boolean, host: string, startedAt: Instant): NotSent {
  const say = (code: NotSent['code'], message: string): NotSent => ({
    kind: 'not-sent',
    code,
    message,
    startedAt,
  });
  const code = codeOf(failure);
  if (timedOut || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return say('connect-timeout', `${host} did not accept a connection in time`);
  if (code === 'ECONNREFUSED') return say('refused', `${host} refused the connection`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return say('name-not-found', `${host} could not be found by name`);
  if (/TLS|SSL|CERT|UNABLE_TO|SELF_SIGNED|EPROTO/.test(code))
    return say('tls', `no secure connection to ${host} could be made (${code})`);
  return say('connect-failed', `no connection to ${host} could be made${code && ` (${code})`}`);
}

function unknown(failure: unknown, timedOut: boolean, limits: Limits, startedAt: Instant): Unknown {
  const say = (code: Unknown['code'], message: string): Unknown => ({
    kind: 'unknown',
    code,
    message,
    startedAt,
  });
  const code = codeOf(failure);
  if (timedOut || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return say('timeout', `no whole answer came within ${limits.wholeMs / 1000} seconds`);
  const unparsed = failure instanceof Error && failure.name === 'HTTPParserError';
  if (unparsed || code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
    return say('not-http', 'what came back was not an HTTP answer');
  return say('connection-lost', 'the connection broke before the whole answer had come');
}

/**
 * One request over a connection of its own: bounded in time and size, following no redirect, keeping nothing,
 * never repeated. Whether the connection was made tells "nothing was sent" from "nobody knows".
 * Never throws for what the other side does.
 */
export async function exchange(
  request: Request,
  clock: Clock,
  limits = usualLimits,
): Promise<ServiceOutcome> {
  const startedAt = clock.now();
  const connect = buildConnector({ timeout: limits.connectMs });
  let connections = 0;
  let connected = false;
  const client = new Client(request.url.origin, {
    pipelining: 0,
    headersTimeout: limits.wholeMs,
    bodyTimeout: limits.wholeMs,
    connect: (options, callback) => {
      connections += 1;
      // Nothing is sent twice: a connection lost before the answer must not be made again.
      if (connections > 1) return callback(new Error('one connection a request'), null);
      connect(options, (...made) => {
        connected = made[0] === null;
        callback(...made);
      });
    },
  });
  const whole = new AbortController();
  const timer = setTimeout(() => whole.abort(), limits.wholeMs);
  try {
    const response = await client.request({
      method: request.method,
      path: request.url.pathname + request.url.search,
      headers: request.headers,
      body: request.body,
      signal: whole.signal,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > limits.answerBytes)
        return {
          kind: 'unknown',
          code: 'too-large',
          message: `the answer was longer than ${limits.answerBytes / 1024} KiB`,
          startedAt,
        };
      chunks.push(chunk);
    }
    return {
      kind: 'answer',
      status: response.statusCode,
      bytes: joined(chunks, size),
      startedAt,
      date: shortOf(response.headers['date']),
      retryAfter: shortOf(response.headers['retry-after']),
    };
  } catch (failure) {
    const timedOut = whole.signal.aborted;
    return connected
      ? unknown(failure, timedOut, limits, startedAt)
      : notSent(failure, timedOut, request.url.host, startedAt);
  } finally {
    clearTimeout(timer);
    await client.destroy();
  }
}

const shortOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header.slice(0, 100) : null;

function joined(chunks: readonly Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
