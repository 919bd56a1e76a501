import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brand } from '#lib/values/brand.ts';
import { toMethod } from './metrics.ts';
import { toRoute } from './route-patterns.ts';

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** Files and probes have no spans: they are frequent and always alike. */
const untraced = new Set(['/_next', '/api/health', '/api/metrics', '/api/ready']);

/** Starts a span for every request of this process. Its name has the route pattern and never the address. */
export function traceRequests(): void {
  subscribe('http.server.request.start', (message) => {
    // Node's own channel: https://nodejs.org/api/diagnostics_channel.html#http
    const { request, response } = brand<Exchange>(message);
    const route = toRoute((request.url ?? '/').split('?')[0] ?? '/');
    const tracer = globalThis.countinghouseTracer;
    if (untraced.has(route)) {
      // A connection that stays open would otherwise keep the span of its former request.
      tracer?.enter(null);
      return;
    }
    const method = toMethod(request.method);
    const span = tracer?.enter({
      name: `${method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route },
    });
    response.once('close', () => {
      const status = response.statusCode;
      span?.add({ 'http.response.status_code': status });
      if (!response.writableFinished) span?.end('aborted');
      else span?.end(status >= 500 ? String(status) : undefined);
    });
  });
}
