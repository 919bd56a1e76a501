import 'server-only';
import { isMailConfigured, sendMail } from '#lib/mail/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { mailAlerts } from './mail-alerts.ts';

/** Queues mail about new alerts, then sends the queue. Two runs at the same time are safe. */
export async function sendAlerts(
  context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const alertCounts = await mailAlerts(context, isMailConfigured());
  return { ...alertCounts, ...(await sendMail(context, stop)) };
}
