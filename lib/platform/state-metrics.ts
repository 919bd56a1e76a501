import 'server-only';
import type { Registry } from 'prom-client';
import { Counter, Gauge } from 'prom-client';
import { tMetrics } from '#lib/messages/environment.ts';
import type { Instant } from '#lib/values/instant.ts';

/** Metrics about the state of the installation, from which the alert rules are made. */

/** Groups of gauges that are read together. Each has the time of its last reading. */
export type GaugeGroup =
  | 'anchors'
  | 'backup'
  | 'callbacks'
  | 'certificates'
  | 'disk'
  | 'jobs'
  | 'queues'
  | 'readiness'
  | 'withdrawals'
  | 'worker';

const serviceOutcomes = ['2xx', '4xx', '5xx', 'not-sent', 'unknown'] as const;
type ServiceOutcomeLabel = (typeof serviceOutcomes)[number] | '1xx' | '3xx';

/** Opens a gauge that is absent until it is read: a gauge of prom-client without labels starts at 0. */
function openAbsentGauge(name: string, help: string, registers: Registry[]): Gauge {
  const gauge = new Gauge({ name, help, registers });
  gauge.remove();
  return gauge;
}

/** Registers the metrics of the state. */
export function openStateMetrics(registers: Registry[]) {
  const state = {
    ready: openAbsentGauge('countinghouse_ready', tMetrics('ready'), registers),
    databaseUp: openAbsentGauge('countinghouse_database_up', tMetrics('databaseUp'), registers),
    gaugeReadAt: new Gauge({
      name: 'countinghouse_gauge_read_timestamp_seconds',
      help: tMetrics('gaugeReadAt'),
      labelNames: ['gauge'] as const,
      registers,
    }),
    clockSkew: openAbsentGauge('countinghouse_clock_skew_seconds', tMetrics('clockSkew'), registers),
    workerSilence: openAbsentGauge(
      'countinghouse_worker_silence_seconds',
      tMetrics('workerSilence'),
      registers,
    ),
    backupAt: openAbsentGauge('countinghouse_backup_timestamp_seconds', tMetrics('backupAt'), registers),
    callbackAt: openAbsentGauge(
      'countinghouse_callback_timestamp_seconds',
      tMetrics('callbackAt'),
      registers,
    ),
    anchorAlarm: openAbsentGauge('countinghouse_audit_anchor_alarm', tMetrics('anchorAlarm'), registers),
    anchoredAt: openAbsentGauge(
      'countinghouse_audit_anchor_timestamp_seconds',
      tMetrics('anchoredAt'),
      registers,
    ),
    failedWithdrawals: openAbsentGauge(
      'countinghouse_withdrawals_failed',
      tMetrics('failedWithdrawals'),
      registers,
    ),
    jobFailures: new Gauge({
      name: 'countinghouse_job_failures',
      help: tMetrics('jobFailures'),
      labelNames: ['job'] as const,
      registers,
    }),
    jobLastRun: new Gauge({
      name: 'countinghouse_job_last_run_timestamp_seconds',
      help: tMetrics('jobLastRun'),
      labelNames: ['job'] as const,
      registers,
    }),
    jobLate: new Gauge({
      name: 'countinghouse_job_late',
      help: tMetrics('jobLate'),
      labelNames: ['job'] as const,
      registers,
    }),
    queueDepth: new Gauge({
      name: 'countinghouse_queue_depth',
      help: tMetrics('queueDepth'),
      labelNames: ['queue'] as const,
      registers,
    }),
    queueAge: new Gauge({
      name: 'countinghouse_queue_oldest_seconds',
      help: tMetrics('queueAge'),
      labelNames: ['queue'] as const,
      registers,
    }),
    freeBytes: new Gauge({
      name: 'countinghouse_disk_free_bytes',
      help: tMetrics('freeBytes'),
      labelNames: ['disk'] as const,
      registers,
    }),
    certificateUntil: new Gauge({
      name: 'countinghouse_certificate_expiry_timestamp_seconds',
      help: tMetrics('certificateUntil'),
      labelNames: ['host'] as const,
      registers,
    }),
    serviceRequests: new Counter({
      name: 'countinghouse_service_requests_total',
      help: tMetrics('serviceRequests'),
      labelNames: ['outcome'] as const,
      registers,
    }),
  };
  // From 0, so that the first request of each kind is an increase.
  for (const outcome of serviceOutcomes) state.serviceRequests.inc({ outcome }, 0);
  return state;
}

/** The last values of the state. */
export type JobGauge = {
  readonly job: string;
  readonly failures: number;
  readonly endedAt: Instant;
  readonly isLate: boolean;
};
export type QueueGauge = { readonly queue: string; readonly depth: number; readonly oldestSeconds: number };

/** Returns an instant as Prometheus writes it, or 0 for none. */
export const toTimestamp = (at: Instant | null): number => (at === null ? 0 : Math.floor(at / 1_000));

/** Returns the label of a request to the service. */
export const toServiceOutcome = (
  outcome: { readonly kind: 'answer'; readonly status: number } | { readonly kind: 'not-sent' | 'unknown' },
): ServiceOutcomeLabel => (outcome.kind === 'answer' ? toStatusClass(outcome.status) : outcome.kind);

function toStatusClass(status: number): ServiceOutcomeLabel {
  if (status >= 500) return '5xx';
  if (status >= 400) return '4xx';
  if (status >= 300) return '3xx';
  return status >= 200 ? '2xx' : '1xx';
}
