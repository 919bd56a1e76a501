import 'server-only';
import path from 'node:path';
import type { ServerFacts } from '#lib/database/server-facts.ts';
import { readServerFacts } from '#lib/database/server-facts.ts';
import { tDatabase } from '#lib/messages/commands.ts';
import { tRestores } from '#lib/messages/connection.ts';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import { findReadingState } from '#lib/observations/index.ts';
import { env } from '#lib/platform/env.ts';
import { canReceiveNotifications } from '#lib/realtime/can-receive-notifications.ts';
import { findRestoreStatus } from '#lib/restores/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { CheckView } from '../schema.ts';
import { checkArchive } from './check-archive.ts';
import { describeDatabase, readDatabaseState } from './check-database.ts';
import { checkDatabaseDisk, checkDataFolder } from './check-disk.ts';
import { checkBackup, checkJobs } from './check-operations.ts';
import { checkWorker } from './check-worker.ts';
import { attemptCheck, toInstanceCheck } from './instance-check.ts';

/** Checks that notifications reach a LISTEN connection. Takes two seconds if they don't. */
async function checkLiveUpdates(): Promise<readonly CheckView[]> {
  const key = 'live-updates';
  if (env.LIVE_UPDATES === 'poll')
    return [toInstanceCheck(key, 'unknown', tInstanceChecks('liveUpdates.polling'))];
  return [
    (await canReceiveNotifications())
      ? toInstanceCheck(key, 'good', tInstanceChecks('liveUpdates.good'))
      : toInstanceCheck(key, 'attention', tInstanceChecks('liveUpdates.deaf')),
  ];
}

/** Checks whether this version's reading made the stored records. */
async function checkRecords(): Promise<readonly CheckView[]> {
  const key = 'stored-records';
  const state = await findReadingState();
  return [
    state === 'current'
      ? toInstanceCheck(key, 'good', tInstanceChecks('records.good'))
      : toInstanceCheck(key, 'attention', tDatabase(`reading.${state}`)),
  ];
}

/** Checks whether a restored backup still waits for an owner. */
async function checkRestore(): Promise<readonly CheckView[]> {
  const { isPaused, unconfirmed } = await findRestoreStatus();
  if (isPaused) return [toInstanceCheck('restore', 'attention', tRestores('check.paused'))];
  return unconfirmed === 0
    ? [toInstanceCheck('restore', 'good', tRestores('check.good'))]
    : [toInstanceCheck('restore', 'attention', tRestores('check.unconfirmed', { count: unconfirmed }))];
}

const listUnreached = () =>
  (['audit-anchors', 'worker', 'restore'] as const).map((key) =>
    toInstanceCheck(key, 'unknown', tInstanceChecks('notReached')),
  );

/** The checks that need neither the payment service nor the mail server. */
export type InstanceChecks = { readonly isMigrated: boolean; readonly checks: readonly CheckView[] };

/** Checks database, migrations, rights, clock, disks, anchors, worker and backups. Takes a few statements. */
export async function checkInstance(now: Instant): Promise<InstanceChecks> {
  const state = await readDatabaseState();
  const isMigrated = state.ready.migrations === 'applied';
  const facts: ServerFacts | null = isMigrated ? await readServerFacts() : null;
  const checks = [
    ...describeDatabase(state, facts),
    ...(await attemptCheck('disk', async () => [await checkDataFolder(path.resolve(env.DATA_DIR))])),
    ...(await attemptCheck('database-disk', async () => [await checkDatabaseDisk(facts, env.DATABASE_URL)])),
    ...(isMigrated ? await attemptCheck('worker', () => checkWorker(now)) : listUnreached()),
    ...(isMigrated ? await attemptCheck('jobs', checkJobs) : []),
    ...(isMigrated ? await attemptCheck('live-updates', checkLiveUpdates) : []),
    ...(isMigrated ? await attemptCheck('stored-records', checkRecords) : []),
    ...(isMigrated ? await attemptCheck('restore', checkRestore) : []),
    ...(isMigrated ? await attemptCheck('backup', () => checkBackup(now)) : []),
    ...(isMigrated ? await attemptCheck('wal-archive', checkArchive) : []),
  ];
  return { isMigrated, checks };
}
