import 'server-only';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { tMetrics } from '#lib/messages/environment.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toRoute } from './route-patterns.ts';
import type { GaugeGroup, JobGauge, QueueGauge } from './state-metrics.ts';
import { openStateMetrics, toServiceOutcome, toTimestamp } from './state-metrics.ts';

const createOutcomes = ['CREATED', 'REJECTED', 'UNKNOWN', 'DRAFT'];
const callbackKinds = ['deposit-received', 'withdrawal', 'deposit-exchanged'];
const countedStatuses = [200, 400, 404, 413, 415, 503];

function open() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const opened = {
    registry,
    ...openStateMetrics(registers),
    requests: new Histogram({
      name: 'countinghouse_http_request_seconds',
      help: tMetrics('requests'),
      labelNames: ['area', 'method', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    }),
    routes: new Histogram({
      name: 'countinghouse_route_request_seconds',
      help: tMetrics('routes'),
      labelNames: ['route', 'kind', 'status'] as const,
      buckets: [0.05, 0.25, 1, 5],
      registers,
    }),
    actions: new Histogram({
      name: 'countinghouse_action_seconds',
      help: tMetrics('actions'),
      labelNames: ['action', 'outcome'] as const,
      buckets: [0.05, 0.25, 1, 5, 15],
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
    jobRuns: new Histogram({
      name: 'countinghouse_job_run_seconds',
      help: tMetrics('jobRuns'),
      labelNames: ['job', 'outcome'] as const,
      buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300],
      registers,
    }),
    poolConnections: new Gauge({
      name: 'countinghouse_database_connections',
      help: tMetrics('poolConnections'),
      labelNames: ['pool', 'state'] as const,
      registers,
    }),
  };
  // From 0, so that the first of each kind is an increase.
  for (const outcome of createOutcomes) opened.creates.inc({ outcome }, 0);
  opened.callbacks.inc({ kind: 'unknown', status: 404 }, 0);
  for (const kind of callbackKinds)
    for (const status of countedStatuses) opened.callbacks.inc({ kind, status }, 0);
  return opened;
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

/** Maps a method to one of a few labels. */
export const toMethod = (method: string | undefined): string =>
  method !== undefined && methods.has(method) ? method : 'other';

export function countRequest(request: {
  path: string;
  method: string;
  status: number;
  seconds: number;
  isAction?: boolean;
}): void {
  countRoute(request);
  metrics().requests.observe(
    {
      area: toArea(request.path),
      method: toMethod(request.method),
      status: request.status,
    },
    request.seconds,
  );
}

/** A stream stays open for hours, so its duration says nothing. */
const streamRoute = '/api/businesses/[business]/live';

function toKind(route: string): 'asset' | 'api' | 'page' {
  if (route === '/_next') return 'asset';
  return route.startsWith('/api') ? 'api' : 'page';
}

function countRoute(request: { path: string; status: number; seconds: number; isAction?: boolean }): void {
  const route = toRoute(request.path);
  if (route === streamRoute) return;
  const kind = request.isAction === true ? 'action' : toKind(route);
  const status = `${Math.floor(request.status / 100)}xx`;
  metrics().routes.observe({ route, kind, status }, request.seconds);
}

/** Counts a server action by its verb and its outcome: `done`, or the code of its failure. */
export const countAction = (run: { action: string; outcome: string; seconds: number }): void =>
  metrics().actions.observe({ action: run.action, outcome: run.outcome }, run.seconds);

/** Counts a delivery at a callback address. `kind` is 'unknown' for addresses that don't exist. */
export const countCallback = (kind: string, status: number): void =>
  metrics().callbacks.inc({ kind, status });

/** Records a transaction that stored a batch of callbacks. */
export const countCallbackCommit = (): void => metrics().commits.inc();

/** Counts a request to create a payment: CREATED, REJECTED, UNKNOWN or UNSENT. */
export const countCreate = (outcome: string): void => metrics().creates.inc({ outcome });

/** Counts a row of a batch: an outcome of a create request, or `invalid` if it could not be sent. */
export const countBatchRow = (outcome: string): void => metrics().batchRows.inc({ outcome });

/** Counts a password attempt. */
export const countSignIn = (outcome: SignInOutcome): void => metrics().signIns.inc({ outcome });

/** Counts an account whose attempts are now delayed. */
export const countAccountLimit = (): void => metrics().signInCeilings.inc();

/** Records a run of a background job. */
export const countJobRun = (run: { job: string; isFailed: boolean; seconds: number }): void =>
  metrics().jobRuns.observe({ job: run.job, outcome: run.isFailed ? 'failed' : 'done' }, run.seconds);

/** Sets the use of the connections of this process. */
export const setPoolGauges = (
  pools: readonly { pool: string; used: number; idle: number; waiting: number }[],
): void => {
  for (const { pool, used, idle, waiting } of pools) {
    metrics().poolConnections.set({ pool, state: 'used' }, used);
    metrics().poolConnections.set({ pool, state: 'idle' }, idle);
    metrics().poolConnections.set({ pool, state: 'waiting' }, waiting);
  }
};

/** Records that a group of gauges was read now. Its age shows a group that can't be read any more. */
export const setGaugeRead = (gauge: GaugeGroup, at: Instant): void =>
  metrics().gaugeReadAt.set({ gauge }, toTimestamp(at));

/** Sets whether this process can serve requests, and whether its database answers. */
export function setReadyGauges({ isReady, isDatabaseUp }: { isReady: boolean; isDatabaseUp: boolean }): void {
  metrics().ready.set(isReady ? 1 : 0);
  metrics().databaseUp.set(isDatabaseUp ? 1 : 0);
}

export function setQueueGauges(queues: readonly QueueGauge[]): void {
  for (const { queue, depth, oldestSeconds } of queues) {
    metrics().queueDepth.set({ queue }, depth);
    metrics().queueAge.set({ queue }, oldestSeconds);
  }
}

export function setJobGauges(jobs: readonly JobGauge[]): void {
  // A job that an update removed has no gauge any more.
  for (const gauge of [metrics().jobFailures, metrics().jobLastRun, metrics().jobLate]) gauge.reset();
  for (const { job, failures, endedAt, isLate } of jobs) {
    metrics().jobFailures.set({ job }, failures);
    metrics().jobLastRun.set({ job }, toTimestamp(endedAt));
    metrics().jobLate.set({ job }, isLate ? 1 : 0);
  }
}

/** Sets the seconds since a worker or a cron route reported. */
export const setWorkerSilence = (seconds: number): void => metrics().workerSilence.set(seconds);
/** Sets the time of the latest backup. 0 says that none is recorded. */
export const setBackupGauge = (at: Instant | null): void => metrics().backupAt.set(toTimestamp(at));
/** Sets the time of the newest callback. 0 says that there is none. */
export const setCallbackGauge = (at: Instant | null): void => metrics().callbackAt.set(toTimestamp(at));
/** Sets the number of withdrawals that failed within a day. */
export const setFailedWithdrawals = (count: number): void => metrics().failedWithdrawals.set(count);
export const setFreeBytes = (disk: string, bytes: number): void => metrics().freeBytes.set({ disk }, bytes);
export const setCertificateExpiry = (host: string, until: Instant): void =>
  metrics().certificateUntil.set({ host }, toTimestamp(until));

/** Counts a request to the payment service. */
export const countServiceRequest = (outcome: Parameters<typeof toServiceOutcome>[0]): void =>
  metrics().serviceRequests.inc({ outcome: toServiceOutcome(outcome) });

/** Sets the seconds that this machine's clock is ahead of the database's. */
export const setClockSkew = (seconds: number): void => metrics().clockSkew.set(seconds);
/** Sets the gauges of the audit anchors. */
export function setAnchorGauges({ isAlarm, at }: { isAlarm: boolean; at: Instant | null }): void {
  metrics().anchorAlarm.set(isAlarm ? 1 : 0);
  metrics().anchoredAt.set(toTimestamp(at));
}
/** Counts a request that waited, was refused or stalled, or a stream that was replaced by a newer one. */
export const countPersonLimit = (kind: string, outcome: 'queued' | 'refused' | 'stalled' | 'closed'): void =>
  metrics().personLimits.inc({ kind, outcome });

/** Lists the names of all metrics of the product and of Node, for the tests of dashboard and rules. */
export const listMetricNames = (): readonly string[] =>
  metrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name);

/** Returns all metrics in Prometheus format. */
export async function readMetrics(): Promise<{ contentType: string; text: string }> {
  const { registry } = metrics();
  return { contentType: registry.contentType, text: await registry.metrics() };
}
