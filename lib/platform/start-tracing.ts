import 'server-only';
import { env } from './env.ts';
import type { TracedProcess } from './tracing.ts';

/**
 * Starts the traces of this process if OTEL_EXPORTER_OTLP_ENDPOINT is set. OpenTelemetry is loaded only then. Call it
 * once, before the first request. A collector that doesn't respond is logged and delays nothing.
 */
export async function startTracing(part: TracedProcess): Promise<void> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || globalThis.countinghouseTracer !== undefined) return;
  const { openTracer } = await import('./open-tracer.ts');
  globalThis.countinghouseTracer = openTracer(part);
  const { traceRequests } = await import('./trace-requests.ts');
  traceRequests();
}
