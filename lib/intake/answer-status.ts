import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { CallbackReply } from '#lib/callbacks/index.ts';
import { checkReadiness } from '#lib/database/readiness.ts';
import { reportRecords } from '#lib/observations/index.ts';
import { refreshGauges } from '#lib/operations/index.ts';
import { readMetrics } from '#lib/platform/metrics.ts';
import { checkMetricsAccess } from '#lib/platform/metrics-access.ts';
import { version } from '#lib/values/version.ts';

/** A reply about the state of this process. */
export type StatusReply = Omit<CallbackReply, 'readNow' | 'refused'> & { readonly body?: string };

/** Answers a request for the health, the readiness or the metrics of this process. Other addresses get 404. */
export async function answerStatus(request: IncomingMessage, path: string): Promise<StatusReply> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 404, headers: {} };
  switch (path) {
    case '/api/health':
      return toJsonReply(200, { status: 'ok', version });
    case '/api/ready': {
      const { isReady, ...report } = await checkReadiness();
      const body = { ...report, ...(await reportRecords(isReady)) };
      return toJsonReply(isReady ? 200 : 503, body, isReady ? {} : { 'retry-after': '5' });
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

const toJsonReply = (status: number, body: object, headers: Record<string, string> = {}): StatusReply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
});
