import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { CallbackReply } from '#lib/callbacks/index.ts';
import {
  answerRequest,
  IncomingHeaders,
  intakeAdmission,
  parseCallbackUrl,
  refuseMethod,
} from '#lib/callbacks/index.ts';
import { readiness } from '#lib/database/readiness.ts';
import { findReadingState } from '#lib/observations/index.ts';
import { readMetrics } from '#lib/platform/metrics.ts';
import { checkMetricsAccess } from '#lib/platform/metrics-access.ts';
import { readIncoming } from './read-incoming.ts';

/** A reply of the intake server. */
export type IntakeReply = Omit<CallbackReply, 'readNow' | 'refused'> &
  Partial<Pick<CallbackReply, 'readNow' | 'refused'>> & { readonly body?: string };

/**
 * Answers a request to the intake server: a callback, as the route of the web app does, or a request for its own
 * status.
 */
export async function answer(request: IncomingMessage): Promise<IntakeReply> {
  const url = request.url ?? '/';
  const address = parseCallbackUrl(url);
  if (address === null) return answerStatusRequest(request, url.split('?', 1)[0] ?? '/');
  if (request.method !== 'POST') return refuseMethod();
  const headers = new IncomingHeaders(request);
  return answerRequest({ ...address, headers, readBody: () => readIncoming(request) }, intakeAdmission);
}

async function answerStatusRequest(request: IncomingMessage, path: string): Promise<IntakeReply> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 404, headers: {} };
  switch (path) {
    case '/api/health':
      return toJsonReply(200, { status: 'ok' });
    case '/api/ready': {
      const { isReady, ...report } = await readiness();
      const records = isReady ? await findReadingState().catch(() => null) : null;
      return toJsonReply(isReady ? 200 : 503, { ...report, records }, isReady ? {} : { 'retry-after': '5' });
    }
    case '/api/metrics':
      return answerMetrics(request.headers.authorization ?? null);
    default:
      return { status: 404, headers: {} };
  }
}

async function answerMetrics(authorization: string | null): Promise<IntakeReply> {
  const access = checkMetricsAccess(authorization);
  if (access === 'off') return { status: 404, headers: {} };
  if (access === 'refused') return { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  const { contentType, text } = await readMetrics();
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body: text };
}

const toJsonReply = (status: number, body: object, headers: Record<string, string> = {}): IntakeReply => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
});
