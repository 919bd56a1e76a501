import 'server-only';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { tMetrics } from '#lib/messages/metrics.ts';
import type { Instant } from '#lib/values/instant.ts';

function open() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'countinghouse_http_request_seconds',
      help: tMetrics('requests'),
      labelNames: ['area', 'method', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    }),
    callbacks: new Counter({
      name: 'countinghouse_callbacks_total',
      help: tMetrics('callbacks'),
      labelNames: ['kind', 'status'] as const,
      registers,
    }),
    commits: new Counter({
      name: 'countinghouse_callback_commits_total',
      help: tMetrics('commits'),
      registers,
    }),
    clockSkew: new Gauge({
      name: 'countinghouse_clock_skew_seconds',
      help: tMetrics('clockSkew'),
      registers,
    }),
    creates: new Counter({
      name: 'countinghouse_payment_creates_total',
      help: tMetrics('creates'),
      labelNames: ['outcome'] as const,
      registers,
    }),
    batchRows: new Counter({
      name: 'countinghouse_payment_batch_rows_total',
      help: tMetrics('batchRows'),
      labelNames: ['outcome'] as const,
      registers,
    }),
    signIns: new Counter({
      name: 'countinghouse_sign_in_attempts_total',
      help: tMetrics('signIns'),
      labelNames: ['outcome'] as const,
      registers,
    }),
    personLimits: new Counter({
      name: 'countinghouse_person_limits_total',
      help: tMetrics('personLimits'),
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    signInCeilings: new Counter({
      name: 'countinghouse_sign_in_ceilings_total',
      help: tMetrics('signInCeilings'),
      registers,
    }),
    anchorAlarm: new Gauge({
      name: 'countinghouse_audit_anchor_alarm',
      help: tMetrics('anchorAlarm'),
      registers,
    }),
    anchoredAt: new Gauge({
      name: 'countinghouse_audit_anchor_timestamp_seconds',
      help: tMetrics('anchoredAt'),
      registers,
    }),
  };
}

type SignInOutcome =
  | 'opened'
  | 'wrong'
  | 'wrong-factor'
  | 'throttled-pair'
  | 'throttled-address'
  | 'throttled-account'
  | 'throttled-factor';

declare global {
  var countinghouseMetrics: ReturnType<typeof open> | undefined;
}

// On the global object, because separately bundled routes must share the counters.
function metrics(): ReturnType<typeof open> {
  globalThis.countinghouseMetrics ??= open();
  return globalThis.countinghouseMetrics;
}

const apis = /^\/api\/(auth|businesses|callbacks|cron|health|metrics|ready)(\/|$)/;

/** Maps a path to one of a few route labels. */
export function toArea(path: string): string {
  if (path.startsWith('/_next/')) return 'asset';
  if (path.startsWith('/api/')) return apis.exec(path)?.[1] ?? 'other';
  return 'page';
}

const methods = new Set(['GET', 'POST', 'HEAD', 'OPTIONS']);

export function countRequest(request: {
  path: string;
  method: string;
  status: number;
  seconds: number;
}): void {
  metrics().requests.observe(
    {
      area: toArea(request.path),
      method: methods.has(request.method) ? request.method : 'other',
      status: request.status,
    },
    request.seconds,
  );
}

/** Counts a delivery at a callback address. `kind` is 'unknown' for addresses that don't exist. */
export const countCallback = (kind: string, status: number): void =>
  metrics().callbacks.inc({ kind, status });

/** Records a transaction that stored a batch of callbacks. */
export const countCallbackCommit = (): void => metrics().commits.inc();

/** Counts a request to create a payment: CREATED, REJECTED, UNKNOWN or DRAFT. */
export const countCreate = (outcome: string): void => metrics().creates.inc({ outcome });

/** Counts a row of a batch: an outcome of a create request, or `invalid` if it could not be sent. */
export const countBatchRow = (outcome: string): void => metrics().batchRows.inc({ outcome });

/** Counts a password attempt. */
export const countSignIn = (outcome: SignInOutcome): void => metrics().signIns.inc({ outcome });

/** Counts an account whose attempts are now delayed. */
export const countSignInCeiling = (): void => metrics().signInCeilings.inc();

/** Sets the seconds that this machine's clock is ahead of the database's. */
export const setClockSkew = (seconds: number): void => metrics().clockSkew.set(seconds);
/** Sets the gauges of the audit anchors, which are read from the database together with the metrics. */
export function setAnchorGauges({ isAlarm, at }: { isAlarm: boolean; at: Instant | null }): void {
  metrics().anchorAlarm.set(isAlarm ? 1 : 0);
  metrics().anchoredAt.set(at === null ? 0 : Math.floor(at / 1_000));
}
/** Counts a request that waited, was refused or stalled, or a stream that was replaced by a newer one. */
export const countPersonLimit = (kind: string, outcome: 'queued' | 'refused' | 'stalled' | 'closed'): void =>
  metrics().personLimits.inc({ kind, outcome });

/** Returns all metrics in Prometheus format. */
export async function readMetrics(): Promise<{ contentType: string; text: string }> {
  const { registry } = metrics();
  return { contentType: registry.contentType, text: await registry.metrics() };
}
