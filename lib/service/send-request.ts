import 'server-only';
import { tService } from '#lib/messages/connection.ts';
import type { Clock } from '#lib/platform/clock.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { ServiceOutcome, UnknownOutcome, UnsentOutcome } from './outcome.ts';

type Limits = {
  readonly connectMs: number;
  readonly totalMs: number;
  readonly answerBytes: number;
};

/** Default limits, for small answers that a person waits for. */
const defaultLimits: Limits = { connectMs: 3_000, totalMs: 15_000, answerBytes: 256 * 1024 };

/**
 * Limits for a payment record. A reusable payment has all its deposits in it, a kilobyte or more each, so this allows
 * about ten thousand.
 */
export const paymentRecordLimits: Limits = { ...defaultLimits, answerBytes: 16 * 1024 * 1024 };

export type ServiceRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

const readErrorCode = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : '';

function toNotSent(failure: unknown, timedOut: boolean, host: string, startedAt: Instant): UnsentOutcome {
  const fail = (code: UnsentOutcome['code'], message: string): UnsentOutcome => ({
    kind: 'not-sent',
    code,
    message,
    startedAt,
  });
  const code = readErrorCode(failure);
  if (timedOut || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return fail('connect-timeout', tService('notSent.connect-timeout', { host }));
  if (code === 'ECONNREFUSED') return fail('refused', tService('notSent.refused', { host }));
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return fail('name-not-found', tService('notSent.name-not-found', { host }));
  if (/TLS|SSL|CERT|UNABLE_TO|SELF_SIGNED|EPROTO/.test(code))
    return fail('tls', tService('notSent.tls', { host, code }));
  return fail(
    'connect-failed',
    code === ''
      ? tService('notSent.connect-failed', { host })
      : tService('notSent.connect-failed-with-code', { host, code }),
  );
}

function toUnknown(failure: unknown, timedOut: boolean, limits: Limits, startedAt: Instant): UnknownOutcome {
  const fail = (code: UnknownOutcome['code'], message: string): UnknownOutcome => ({
    kind: 'unknown',
    code,
    message,
    startedAt,
  });
  const code = readErrorCode(failure);
  if (timedOut || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return fail('timeout', tService('unknown.timeout', { seconds: String(limits.totalMs / 1000) }));
  const isUnparsed = failure instanceof Error && failure.name === 'HTTPParserError';
  if (isUnparsed || code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
    return fail('not-http', tService('unknown.not-http'));
  return fail('connection-lost', tService('unknown.connection-lost'));
}

/**
 * Sends one request over its own connection, with limits of time and size. It follows no redirect and never repeats.
 * A failure before the connection means that nothing was sent. A later one leaves the outcome unknown. Failures of
 * the other side are returned, never thrown.
 */
export async function sendRequest(
  request: ServiceRequest,
  clock: Clock,
  limits = defaultLimits,
): Promise<ServiceOutcome> {
  // Loaded with the first request: the intake usually sends none.
  const { buildConnector, Client } = await import('undici');
  const startedAt = clock.now();
  const connect = buildConnector({ timeout: limits.connectMs });
  let connections = 0;
  let connected = false;
  const client = new Client(request.url.origin, {
    pipelining: 0,
    headersTimeout: limits.totalMs,
    bodyTimeout: limits.totalMs,
    connect: (options, callback) => {
      connections += 1;
      // A lost connection must not be opened again, because the request could be sent twice.
      if (connections > 1) return callback(new Error('only one connection per request'), null);
      connect(options, (...result) => {
        connected = result[0] === null;
        callback(...result);
      });
    },
  });
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limits.totalMs);
  try {
    const response = await client.request({
      method: request.method,
      path: request.url.pathname + request.url.search,
      headers: request.headers,
      body: request.body,
      signal: controller.signal,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > limits.answerBytes)
        return {
          kind: 'unknown',
          code: 'too-large',
          message: tService('unknown.too-large', { kib: String(limits.answerBytes / 1024) }),
          startedAt,
        };
      chunks.push(chunk);
    }
    return {
      kind: 'answer',
      status: response.statusCode,
      bytes: concatenate(chunks, size),
      startedAt,
      date: truncateHeader(response.headers['date']),
      retryAfter: truncateHeader(response.headers['retry-after']),
    };
  } catch (failure) {
    const timedOut = controller.signal.aborted;
    return connected
      ? toUnknown(failure, timedOut, limits, startedAt)
      : toNotSent(failure, timedOut, request.url.host, startedAt);
  } finally {
    clearTimeout(timer);
    await client.destroy();
  }
}

const truncateHeader = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header.slice(0, 100) : null;

function concatenate(chunks: readonly Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
