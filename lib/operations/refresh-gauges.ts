import 'server-only';
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findAnchorStatus } from '#lib/audit/index.ts';
import { checkReadiness } from '#lib/database/readiness.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import {
  setAnchorGauges,
  setBackupGauge,
  setCallbackGauge,
  setFailedWithdrawals,
  setFreeBytes,
  setGaugeRead,
  setJobGauges,
  setPoolGauges,
  setQueueGauges,
  setReadyGauges,
  setWorkerSilence,
} from '#lib/platform/metrics.ts';
import type { GaugeGroup } from '#lib/platform/state-metrics.ts';
import type { Instant } from '#lib/values/instant.ts';
import {
  countFailedWithdrawals,
  findLastBackup,
  findLastCallbackTime,
  findWorkerReport,
  listJobRuns,
  listPoolUse,
  listQueueDepths,
} from './queries.ts';
import { readCertificates } from './read-certificates.ts';

/** Maximum time that the metrics wait for the database. Readiness itself needs up to two seconds. */
const longestMs = 2_500;

/** When a worker last reported, by this clock. The silence grows on while the database can't be read. */
let workerSeenAt: number | null = null;

async function readWorker(): Promise<void> {
  const report = await findWorkerReport();
  if (report !== null) workerSeenAt = systemClock.now() - report.silentSeconds * 1_000;
}

async function readReadiness(): Promise<void> {
  const { isReady, database } = await checkReadiness();
  setReadyGauges({ isReady, isDatabaseUp: database !== 'away' });
}

async function readAnchors(): Promise<void> {
  const { state, at } = await findAnchorStatus(systemClock.now());
  setAnchorGauges({ isAlarm: state === 'failing' || state === 'late', at });
}

async function readDisk(): Promise<void> {
  const { bavail, bsize } = await fs.statfs(path.resolve(env.DATA_DIR));
  setFreeBytes('data', bavail * bsize);
}

/** When each group was last read. A group that was never read ages from the start of this process, so its alert can't sleep. */
const readAt = new Map<GaugeGroup, Instant>();
const startedAt = systemClock.now();

/** Each group is read on its own, so that one that fails hides no other. */
const readings: readonly { readonly gauge: GaugeGroup; readonly read: () => Promise<void> }[] = [
  { gauge: 'readiness', read: readReadiness },
  { gauge: 'worker', read: readWorker },
  { gauge: 'anchors', read: readAnchors },
  { gauge: 'queues', read: async () => setQueueGauges(await listQueueDepths()) },
  { gauge: 'jobs', read: async () => setJobGauges(await listJobRuns()) },
  { gauge: 'backup', read: async () => setBackupGauge((await findLastBackup())?.snapshotAt ?? null) },
  { gauge: 'callbacks', read: async () => setCallbackGauge(await findLastCallbackTime()) },
  { gauge: 'withdrawals', read: async () => setFailedWithdrawals(await countFailedWithdrawals()) },
  { gauge: 'disk', read: readDisk },
];

/** Reads a group. Without success it keeps its last values and its age grows, which has an alert of its own. */
async function readGroup(gauge: GaugeGroup, read: () => Promise<void>): Promise<void> {
  const setAge = () => setGaugeRead(gauge, readAt.get(gauge) ?? startedAt);
  // Also where the first reading never ends.
  setAge();
  try {
    await read();
    readAt.set(gauge, systemClock.now());
    setAge();
  } catch {
    // The age of the gauge shows it.
  }
}

async function readAll(): Promise<void> {
  await Promise.all(
    readings
      // Functions have no disk.
      .filter(({ gauge }) => gauge !== 'disk' || !env.IS_FUNCTION)
      .map(({ gauge, read }) => readGroup(gauge, read)),
  );
}

let running: Promise<void> | null = null;

/**
 * Reads the gauges from the pools, the database, the disk and the certificates. Metrics are needed most while the database
 * is down, so the gauges then keep their last values, and the time of their last reading. Never rejects.
 */
export async function refreshGauges(): Promise<void> {
  setPoolGauges(listPoolUse());
  readCertificates();
  running ??= readAll().finally(() => {
    running = null;
  });
  await Promise.race([running, pause(longestMs, undefined, { ref: false })]);
  if (workerSeenAt !== null)
    setWorkerSilence(Math.max(0, Math.round((systemClock.now() - workerSeenAt) / 1_000)));
}
