import 'server-only';

/**
 * Traces of this process: a span for each request, action, job, SQL statement and call of the payment service. They are
 * off without OTEL_EXPORTER_OTLP_ENDPOINT. Then nothing of OpenTelemetry is loaded, and these functions only call `work`.
 */

/** Parts of the product that send traces. */
export type TracedProcess = 'web' | 'intake' | 'worker';

/** Names and codes only: no personal data, secrets, amounts, ids of records or content. */
type SpanAttributes = Readonly<Record<string, string | number>>;

export type SpanStart = {
  /** Has a route pattern, an action, a job or a table, and never a value. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
};

/** A span until its end. `errorType` is a code or the name of an error, never its message. */
export type OpenSpan = {
  readonly add: (attributes: SpanAttributes) => void;
  readonly end: (errorType?: string) => void;
};

/** The tracer of a process whose traces are on. */
export type ProcessTracer = {
  /** Runs `work` inside a new span. */
  readonly trace: <Result>(span: SpanStart, work: (span: OpenSpan) => Promise<Result>) => Promise<Result>;
  /** Starts a span inside the current one. Returns null outside of spans. */
  readonly openInside: (span: SpanStart) => OpenSpan | null;
  /** Starts a span for the rest of this asynchronous call, such as a request. Null leaves all spans. */
  readonly enter: (span: SpanStart | null) => OpenSpan | null;
  readonly addToCurrent: (attributes: SpanAttributes) => void;
  /** Sends what is not sent yet. Never rejects. */
  readonly flush: () => Promise<void>;
};

declare global {
  var countinghouseTracer: ProcessTracer | undefined;
}

const noSpan: OpenSpan = { add: () => undefined, end: () => undefined };

/** Runs `work` inside a span. A rejection marks the span with the name of its error. */
export function traceSpan<Result>(
  span: SpanStart,
  work: (span: OpenSpan) => Promise<Result>,
): Promise<Result> {
  // On the global object, because separately bundled routes share one tracer.
  const tracer = globalThis.countinghouseTracer;
  return tracer === undefined ? work(noSpan) : tracer.trace(span, work);
}

/** Adds the request id to the current span, so that a person can find the trace behind an error page. */
export function traceRequestId(requestId: string): void {
  globalThis.countinghouseTracer?.addToCurrent({ 'countinghouse.request_id': requestId });
}

/** The name of an error's type, without its message. */
export const findErrorType = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

const flushMs = 1_000;

/** Sends the last spans of a process that ends. Takes at most one second. */
export async function flushTraces(): Promise<void> {
  const tracer = globalThis.countinghouseTracer;
  if (tracer === undefined) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, flushMs);
  await Promise.race([tracer.flush(), promise]);
  clearTimeout(timer);
}
