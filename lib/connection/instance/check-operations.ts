import 'server-only';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import { findLastBackup, listJobRuns } from '#lib/operations/index.ts';
import { failuresBeforeAlarm } from '#lib/operations/model.ts';
import type { BackupView, JobRunView } from '#lib/operations/schema.ts';
import type { Instant } from '#lib/values/instant.ts';
import { formatUtc } from '#lib/values/instant.ts';
import type { CheckView } from '../schema.ts';
import { toInstanceCheck } from './instance-check.ts';

const listNames = (runs: readonly JobRunView[]) => runs.map(({ job }) => job).join(', ');

/** Rates the last runs of the jobs. One failure is normal, for example while the database restarts. */
export function describeJobs(runs: readonly JobRunView[]): CheckView {
  const key = 'jobs';
  if (runs.length === 0) return toInstanceCheck(key, 'unknown', tInstanceChecks('jobs.none'));
  const failing = runs.filter(({ failures }) => failures >= failuresBeforeAlarm);
  if (failing.length > 0)
    return toInstanceCheck(key, 'bad', tInstanceChecks('jobs.failing', { jobs: listNames(failing) }));
  const late = runs.filter(({ isLate }) => isLate);
  return late.length > 0
    ? toInstanceCheck(key, 'attention', tInstanceChecks('jobs.late', { jobs: listNames(late) }))
    : toInstanceCheck(key, 'good', tInstanceChecks('jobs.good', { count: runs.length }));
}

/** Checks the last runs of the jobs. */
export const checkJobs = async (): Promise<readonly CheckView[]> => [describeJobs(await listJobRuns())];

/** A daily backup may be some hours late. */
const oldBackupMs = 36 * 60 * 60_000;

/** Rates the latest backup. */
export function describeBackup(backup: BackupView | null, now: Instant): CheckView {
  const key = 'backup';
  if (backup === null) return toInstanceCheck(key, 'unknown', tInstanceChecks('backup.none'));
  const at = formatUtc(backup.snapshotAt);
  return now - backup.snapshotAt > oldBackupMs
    ? toInstanceCheck(key, 'attention', tInstanceChecks('backup.old', { at }))
    : toInstanceCheck(key, 'good', tInstanceChecks('backup.good', { at }));
}

/** Checks the latest backup of `npm run backup`. */
export const checkBackup = async (now: Instant): Promise<readonly CheckView[]> => [
  describeBackup(await findLastBackup(), now),
];
