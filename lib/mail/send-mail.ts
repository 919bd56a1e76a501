import 'server-only';
import { may } from '#lib/access/permissions.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { later } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';
import { classifyDeliveryError, pauseAfter } from './model-trying.ts';
import { mailSettings } from './settings.ts';
import type { ClaimedMail } from './store.ts';
import { claimMail, dropWaiting, pruneMail, settleMail } from './store.ts';
import type { Transport } from './transport.ts';
import { openTransport } from './transport.ts';

type Sent = { readonly sent: number; readonly failed: number; readonly dropped: number };

/**
 * Sends what waits, one mail after the other, on any number of processes: each mail is claimed first. It is delivered
 * at least once, not exactly once: a process that is killed after the server took a mail and before that was written
 * down leaves it to be sent again, under the same Message-ID, by which most mail programs show it once. A mail leaves
 * only while its person may still read what it tells of. Tries go on for a day, then the mail stands as failed.
 */
export async function sendMail(
  context: Context<SystemActor>,
  stop: AbortSignal,
  open: () => Transport | null = openFromSettings,
): Promise<Sent> {
  const count = { sent: 0, failed: 0, dropped: 0 };
  const transport = open();
  if (transport === null) return { ...count, dropped: await dropWaiting(context.clock.now()) };
  try {
    while (!stop.aborted) {
      const mail = await claimMail(context.clock.now());
      if (mail === null) break;
      const result = await sendOne(context, transport, mail);
      if (result === 'server away') break;
      if (result !== 'waits') count[result] += 1;
    }
  } finally {
    transport.close();
  }
  if (count.sent > 0) await pruneMail(context.clock.now());
  return count;
}

const openFromSettings = () => {
  const settings = mailSettings();
  return settings === null ? null : openTransport(settings);
};

const roleOf = (name: string | null) => roles.find((role) => role === name);

type Result = keyof Sent | 'waits' | 'server away';

async function sendOne(
  context: Context<SystemActor>,
  transport: Transport,
  mail: ClaimedMail,
): Promise<Result> {
  const { mail_id: mailId, attempts } = mail;
  const role = roleOf(mail.role);
  if (role === undefined || !may(role, mail.permission)) {
    const why = 'The person may not read it any more';
    await settleMail(mailId, { state: 'dropped', at: context.clock.now(), why });
    return 'dropped';
  }
  try {
    const messageId = `${mailId}@${new URL(env.APP_URL).hostname}`;
    const { subject, text, html } = mail;
    await transport.send({ to: mail.email, messageId, subject, text, html });
  } catch (thrown) {
    const { said, reach } = classifyDeliveryError(thrown);
    context.log.warn({ mailId, attempts, reach, said }, 'a mail could not be sent');
    const pause = reach === 'recipient' ? null : pauseAfter(attempts);
    const at = context.clock.now();
    if (pause !== null)
      await settleMail(mailId, { state: 'waiting', notBefore: later(at, pause), why: said });
    else await settleMail(mailId, { state: 'failed', at, why: said });
    if (reach === 'server') return 'server away';
    return pause === null ? 'failed' : 'waits';
  }
  await settleMail(mailId, { state: 'sent', at: context.clock.now() });
  return 'sent';
}
