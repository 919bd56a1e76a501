import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brand } from '#lib/values/brand.ts';
import { setCurrentResponse } from './close-connection.ts';
import { countRequest } from './metrics.ts';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Counts and logs every request of this process, in every bundle. Call it once. */
export function countRequests(): void {
  subscribe('http.server.request.start', (message) => {
    // Node's own channel: https://nodejs.org/api/diagnostics_channel.html#http
    const { request, response } = brand<Exchange>(message);
    setCurrentResponse(response);
    const startedAt = performance.now();
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    response.once('finish', () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      const isAction = request.headers['next-action'] !== undefined;
      countRequest({ path, method: request.method ?? '', status: response.statusCode, seconds, isAction });
    });
  });
}
