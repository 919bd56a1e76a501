import 'server-only';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Instant } from '#lib/values/instant.ts';

function open() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'countinghouse_http_request_seconds',
      help: 'HTTP requests answered: how many, and how long they took',
      labelNames: ['area', 'method', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    }),
    callbacks: new Counter({
      name: 'countinghouse_callbacks_total',
      help: 'Deliveries at callback addresses by kind and answer',
      labelNames: ['kind', 'status'] as const,
      registers,
    }),
    commits: new Counter({
      name: 'countinghouse_callback_commits_total',
      help: 'Transactions in which callbacks were kept, each as many as came at the same time',
      registers,
    }),
    clockSkew: new Gauge({
      name: 'countinghouse_clock_skew_seconds',
      help: "How far this machine's clock is ahead of the database's, as last seen by /api/ready",
      registers,
    }),
    creates: new Counter({
      name: 'countinghouse_payment_creates_total',
      help: 'Requests to create a payment by their outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    signIns: new Counter({
      name: 'countinghouse_sign_in_attempts_total',
      help: 'Password attempts by outcome: opened, wrong, throttled-pair, throttled-address, throttled-account',
      labelNames: ['outcome'] as const,
      registers,
    }),
    personLimits: new Counter({
      name: 'countinghouse_person_limits_total',
      help: 'Requests that met a limit per person by kind and outcome: queued, refused, stalled, closed',
      labelNames: ['kind', 'outcome'] as const,
      registers,
    }),
    signInCeilings: new Counter({
      name: 'countinghouse_sign_in_ceilings_total',
      help: 'How often attempts on an account began to be delayed because strangers made too many',
      registers,
    }),
    anchorAlarm: new Gauge({
      name: 'countinghouse_audit_anchor_alarm',
      help: '1 while the audit log is not anchored outside the database though it should be',
      registers,
    }),
    anchoredAt: new Gauge({
      name: 'countinghouse_audit_anchor_timestamp_seconds',
      help: 'When the newest anchor of the audit log was made; 0 before the first',
      registers,
    }),
  };
}

type SignInOutcome = 'opened' | 'wrong' | 'throttled-pair' | 'throttled-address' | 'throttled-account';

declare global {
  var countinghouseMetrics: ReturnType<typeof open> | undefined;
}

// On the global object: routes are bundled apart and must count together.
function metrics(): ReturnType<typeof open> {
  globalThis.countinghouseMetrics ??= open();
  return globalThis.countinghouseMetrics;
}

const apis = /^\/api\/(auth|businesses|callbacks|cron|health|metrics|ready)(\/|$)/;

/** What was asked for, in a few words that stay few whatever anybody asks for. */
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

/** A delivery at a callback address; `kind` is 'unknown' where the address was not one of ours. */
export const countCallback = (kind: string, status: number): void =>
  metrics().callbacks.inc({ kind, status });

/** A transaction in which callbacks were kept together. */
export const countCallbackCommit = (): void => metrics().commits.inc();

/** A request to create a payment: CREATED, REJECTED, UNKNOWN or DRAFT. */
export const countCreate = (outcome: string): void => metrics().creates.inc({ outcome });

/** A password attempt. */
export const countSignIn = (outcome: SignInOutcome): void => metrics().signIns.inc({ outcome });

/** Attempts on one account begin to be delayed. */
export const countSignInCeiling = (): void => metrics().signInCeilings.inc();

/** How far this machine's clock is ahead of the database's. */
export const setClockSkew = (seconds: number): void => metrics().clockSkew.set(seconds);
/** Sets the gauges of the audit anchors, which are read from the database when metrics are. */
export function setAnchorGauges({ isAlarm, at }: { isAlarm: boolean; at: Instant | null }): void {
  metrics().anchorAlarm.set(isAlarm ? 1 : 0);
  metrics().anchoredAt.set(at === null ? 0 : Math.floor(at / 1_000));
}
/** A request that had to wait, was refused, stalled, or a stream that was closed for a newer one. */
export const countPersonLimit = (kind: string, outcome: 'queued' | 'refused' | 'stalled' | 'closed'): void =>
  metrics().personLimits.inc({ kind, outcome });

/** Everything, as Prometheus reads it. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  const { registry } = metrics();
  return { contentType: registry.contentType, text: await registry.metrics() };
}
