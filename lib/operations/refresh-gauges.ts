import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { findAnchorStatus } from '#lib/audit/index.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { setAnchorGauges, setGauges, setPoolGauges } from '#lib/platform/metrics.ts';
import {
  findLastBackup,
  findLastCallbackTime,
  findWorkerReport,
  listJobRuns,
  listPoolUse,
  listQueueDepths,
} from './queries.ts';

/** Maximum time that the metrics wait for the database. */
const longestMs = 1_000;

async function readGauges(): Promise<void> {
  const [anchors, queues, jobs, report, backup, callbackAt] = await Promise.all([
    findAnchorStatus(systemClock.now()),
    listQueueDepths(),
    listJobRuns(),
    findWorkerReport(),
    findLastBackup(),
    findLastCallbackTime(),
  ]);
  setAnchorGauges({ isAlarm: anchors.state === 'failing' || anchors.state === 'late', at: anchors.at });
  setGauges({
    queues,
    jobs,
    workerSilence: report?.silentSeconds ?? null,
    backupAt: backup?.snapshotAt ?? null,
    callbackAt,
  });
}

/**
 * Reads the gauges from the pools and the database. Metrics are needed most while the database is down, so the gauges
 * then keep their last values. Never rejects.
 */
export async function refreshGauges(): Promise<void> {
  setPoolGauges(listPoolUse());
  const reading = readGauges().catch(() => undefined);
  await Promise.race([reading, pause(longestMs, undefined, { ref: false })]);
}
