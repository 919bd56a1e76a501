import 'server-only';
import type { IncomingMessage } from 'node:http';
import type { CallbackReply } from '#lib/callbacks/index.ts';
import { answerRequest, callbackAddressed, IncomingHeaders, refuseMethod } from '#lib/callbacks/index.ts';
import { readiness } from '#lib/database/readiness.ts';
import { metricsText } from '#lib/platform/metrics.ts';
import { metricsAccess } from '#lib/platform/metrics-access.ts';
import { readIncoming } from './read-incoming.ts';

export type Answer = Omit<CallbackReply, 'readNow' | 'refused'> &
  Partial<Pick<CallbackReply, 'readNow' | 'refused'>> & { readonly body?: string };

/** What this server answers: the callback addresses as the route of the web app does, and how it is itself. */
export async function answer(request: IncomingMessage): Promise<Answer> {
  const url = request.url ?? '/';
  const address = callbackAddressed(url);
  if (address === null) return answerAboutUs(request, url.split('?', 1)[0] ?? '/');
  if (request.method !== 'POST') return refuseMethod();
  return answerRequest({
    ...address,
    headers: new IncomingHeaders(request),
    readBody: () => readIncoming(request),
  });
}

async function answerAboutUs(request: IncomingMessage, path: string): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 404, headers: {} };
  switch (path) {
    case '/api/health':
      return json(200, { status: 'ok' });
    case '/api/ready': {
      const { isReady, ...told } = await readiness();
      return json(isReady ? 200 : 503, told, isReady ? {} : { 'retry-after': '5' });
    }
    case '/api/metrics':
      return metrics(request.headers.authorization ?? null);
    default:
      return { status: 404, headers: {} };
  }
}

async function metrics(authorization: string | null): Promise<Answer> {
  const access = metricsAccess(authorization);
  if (access === 'off') return { status: 404, headers: {} };
  if (access === 'refused') return { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  const { contentType, text } = await metricsText();
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body: text };
}

const json = (status: number, told: object, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(told),
});
