import 'server-only';
import { tInstanceChecks } from '#lib/messages/operations.ts';
import type { CheckState, CheckView } from '../schema.ts';

export type InstanceCheckKey =
  | 'environment'
  | 'database'
  | 'database-role'
  | 'migrations'
  | 'clock'
  | 'disk'
  | 'database-disk'
  | 'service'
  | 'service-profile'
  | 'service-clock'
  | 'live-updates'
  | 'mail'
  | 'factor-keys'
  | 'single-sign-on'
  | 'callback-silence'
  | 'callback-urls'
  | 'audit-anchors'
  | 'backup'
  | 'jobs'
  | 'restore'
  | 'stored-records'
  | 'wal-archive'
  | 'worker';

/** Creates the result of a check of this installation. The message contains no secret. */
export const toInstanceCheck = (key: InstanceCheckKey, state: CheckState, message: string): CheckView => ({
  key,
  label: tInstanceChecks(`labels.${key}`),
  state,
  message,
  at: null,
});

/** Runs a check. A check that throws is a failed check, so that the other checks still run. */
export async function attemptCheck(
  key: InstanceCheckKey,
  run: () => Promise<readonly CheckView[]>,
): Promise<readonly CheckView[]> {
  try {
    return await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [toInstanceCheck(key, 'bad', tInstanceChecks('crashed', { reason }))];
  }
}
