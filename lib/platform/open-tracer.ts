import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { version } from '#lib/values/version.ts';
import { logger } from './log.ts';
import { OutageLog } from './outage-log.ts';
import type { OpenSpan, ProcessTracer, SpanStart, TracedProcess } from './tracing.ts';
import { findErrorType } from './tracing.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanStart['kind'], SpanKind>;

/** The exporter itself is silent, so this logs the beginning and the end of an outage of the collector. */
class LoggedExporter implements SpanExporter {
  readonly #inner = new OTLPTraceExporter();
  readonly #outage = new OutageLog();

  export(...[spans, done]: Parameters<SpanExporter['export']>): void {
    this.#inner.export(spans, (result) => {
      if (result.error === undefined) {
        const ended = this.#outage.succeed();
        if (ended !== null) logger().info(ended, 'traces are sent again');
      } else {
        const reason = readCode(result.error);
        if (this.#outage.fail(reason)) logger().warn({ reason }, 'traces could not be sent');
      }
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }
}

/** A code of the network, a status of the collector, or the name of the error. */
function readCode(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : error.name;
}

function toOpenSpan(span: Span): OpenSpan {
  return {
    add: (attributes) => {
      span.setAttributes(attributes);
    },
    end: (errorType) => {
      if (errorType !== undefined) {
        span.setAttribute('error.type', errorType);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/**
 * Opens a tracer that sends its spans to the collector of the environment. The libraries read the other variables of
 * OpenTelemetry: headers, timeouts, sampler. It is not registered globally, because the spans of Next contain addresses
 * with names that people search for and the secrets of callbacks.
 */
export function openTracer(part: TracedProcess): ProcessTracer {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': `countinghouse-${part}`,
      'service.version': version,
      'service.instance.id': randomUUID(),
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES replace them.
    }).merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new LoggedExporter())],
  });
  const tracer = provider.getTracer('countinghouse');
  const current = new AsyncLocalStorage<Span | null>();
  const start = ({ name, kind, attributes }: SpanStart, parent: Span | null | undefined): Span =>
    tracer.startSpan(
      name,
      { kind: kinds[kind], ...(attributes && { attributes }) },
      parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );
  return {
    trace: async (options, work) => {
      const span = start(options, current.getStore());
      const open = toOpenSpan(span);
      try {
        const result = await current.run(span, () => work(open));
        open.end();
        return result;
      } catch (error) {
        open.end(findErrorType(error));
        throw error;
      }
    },
    openInside: (options) => {
      // A connection that a request opened outlives it. Its later statements belong to no trace.
      const parent = current.getStore();
      return parent?.isRecording() === true ? toOpenSpan(start(options, parent)) : null;
    },
    enter: (options) => {
      const span = options === null ? null : start(options, null);
      current.enterWith(span);
      return span === null ? null : toOpenSpan(span);
    },
    addToCurrent: (attributes) => {
      current.getStore()?.setAttributes(attributes);
    },
    flush: () => provider.forceFlush().catch(() => undefined),
  };
}
