import 'server-only';
import { tInstanceChecks } from '#lib/messages/instance-checks.ts';
import { env } from '#lib/platform/env.ts';
import { canReceiveNotifications } from '#lib/realtime/can-receive-notifications.ts';
import type { CheckView } from '../schema.ts';
import { toInstanceCheck } from './instance-check.ts';

/** Checks that notifications reach a LISTEN connection. Takes two seconds if they don't. */
export async function checkLiveUpdates(): Promise<readonly CheckView[]> {
  const key = 'live-updates';
  if (env.LIVE_UPDATES === 'poll')
    return [toInstanceCheck(key, 'unknown', tInstanceChecks('liveUpdates.polling'))];
  return [
    (await canReceiveNotifications())
      ? toInstanceCheck(key, 'good', tInstanceChecks('liveUpdates.good'))
      : toInstanceCheck(key, 'attention', tInstanceChecks('liveUpdates.deaf')),
  ];
}
