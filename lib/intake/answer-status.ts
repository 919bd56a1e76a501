import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallbackReply } from '#lib/callbacks/index.ts';
import { refreshGauges, reportReadiness } from '#lib/operations/index.ts';
import { env } from '#lib/platform/env.ts';
import { logger } from '#lib/platform/log.ts';
import { readMetrics } from '#lib/platform/metrics.ts';
import { checkMetricsAccess } from '#lib/platform/metrics-access.ts';
import { buildAnswerHeaders } from '#lib/platform/security-headers.ts';
import { version } from '#lib/values/version.ts';

/** A reply about the state of this process. */
type StatusReply = Pick<CallbackReply, 'status' | 'headers'> & {
  readonly body?: string;
};

/** TRACE would repeat a request with its secrets, at every address. */
const refuseTrace: StatusReply = { status: 405, headers: { allow: 'GET, HEAD, POST' } };

/** Answers a request for the health, the readiness or the metrics of this process. Other addresses get 404. */
export async function answerStatus(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const fixedHeaders = buildAnswerHeaders({ isSecure: env.APP_URL.startsWith('https:') });
  try {
    const { status, headers, body } = await readStatus(request);
    const length = Buffer.byteLength(body ?? '');
    response.writeHead(status, { ...fixedHeaders, ...headers, 'content-length': length });
    response.end(request.method === 'HEAD' ? undefined : body);
  } catch (error) {
    logger().error({ error }, 'request failed without an answer');
    response.writeHead(503, { ...fixedHeaders, 'content-length': '0' }).end();
  }
}

async function readStatus(request: IncomingMessage): Promise<StatusReply> {
  if (request.method === 'TRACE') return refuseTrace;
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 404, headers: {} };
  switch ((request.url ?? '/').split('?', 1)[0]) {
    case '/api/health':
      return toJsonReply(200, { status: 'ok', version });
    case '/api/ready': {
      const { status, body, headers } = await reportReadiness(request.headers.authorization ?? null);
      return toJsonReply(status, body, headers);
    }
    case '/api/metrics':
      return answerMetrics(request.headers.authorization ?? null);
    default:
      return { status: 404, headers: {} };
  }
}

async function answerMetrics(authorization: string | null): Promise<StatusReply> {
  const access = checkMetricsAccess(authorization);
  if (access === 'off') return { status: 404, headers: {} };
  if (access === 'refused') return { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  await refreshGauges();
  const { contentType, text } = await readMetrics();
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body: text };
}

const toJsonReply = (
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): StatusReply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
});
