import 'server-only';
import { mailIsOn, sendMail } from '#lib/mail/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { mailAlerts } from './mail-alerts.ts';

/** Tells the desks by mail what they are to know, then sends what waits. Running it twice at once does no harm. */
export async function sendAlerts(
  context: Context<SystemActor>,
  stop: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const told = await mailAlerts(context, mailIsOn());
  return { ...told, ...(await sendMail(context, stop)) };
}
