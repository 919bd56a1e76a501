import 'server-only';
import { countsAsFactor, deriveToken, hashToken } from '#lib/access/index.ts';
import { mayWith } from '#lib/access/permissions.ts';
import { tMail } from '#lib/messages/mail.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';
import { classifyDeliveryError, findRetryDelay } from './model-retry.ts';
import { mailSettings } from './settings.ts';
import type { ClaimedMail } from './store.ts';
import { cancelQueuedMail, claimMail, isLinkOpen, linkPlaceholder, pruneMail, settleMail } from './store.ts';
import type { Transport } from './transport.ts';
import { openTransport } from './transport.ts';

type MailCounts = { readonly sent: number; readonly failed: number; readonly dropped: number };

/**
 * Sends queued mail, one at a time, on any number of processes: each mail is claimed first. Delivery is at least
 * once. If a process dies after the server accepted a mail, the mail is sent again under the same Message-ID, by
 * which most mail programs show it once.
 *
 * A mail is sent only while its recipient may still read it. Attempts go on for a day, then the mail is marked
 * failed.
 */
export async function sendMail(
  context: Context<SystemActor>,
  stop: AbortSignal,
  openServer: () => Promise<Transport | null> = openFromSettings,
): Promise<MailCounts> {
  const counts = { sent: 0, failed: 0, dropped: 0 };
  const transport = await openServer();
  if (transport === null) return { ...counts, dropped: await cancelQueuedMail(context.clock.now()) };
  try {
    while (!stop.aborted) {
      const mail = await claimMail(context.clock.now());
      if (mail === null) break;
      const result = await sendOne(context, transport, mail);
      if (result === 'server unreachable') break;
      if (result !== 'waits') counts[result] += 1;
    }
  } finally {
    transport.close();
  }
  if (counts.sent > 0) await pruneMail(context.clock.now());
  return counts;
}

const openFromSettings = async () => {
  const settings = mailSettings();
  return settings === null ? null : openTransport(settings);
};

const parseRole = (name: string | null) => roles.find((role) => role === name);

type Content = { readonly text: string; readonly html: string };

/** Puts a secret link into the texts. */
function insertLink({ text, html }: Content, path: string): Content {
  const link = `${env.APP_URL}${path}`;
  return { text: text.replaceAll(linkPlaceholder, link), html: html.replaceAll(linkPlaceholder, link) };
}

/** Returns the texts to send, with their secret link, or the reason not to send them. */
async function composeContent(
  mail: ClaimedMail,
  now: Instant,
): Promise<Content | { readonly reason: string }> {
  const { text, html, link_path: path } = mail;
  const token = mail.link_seed === null ? null : deriveToken(mail.link_seed);
  if (mail.invitation_id === null) {
    const role = parseRole(mail.role);
    const person = { isDeputy: mail.is_deputy ?? false, hasSecondFactor: countsAsFactor(mail) };
    const { permission } = mail;
    if (role === undefined || !(permission === 'membership' || mayWith({ ...person, role }, permission)))
      return { reason: tMail('noPermission') };
    if (token === null || path === null) return { text, html };
    if (!(await isLinkOpen(path, hashToken(token), now))) return { reason: tMail('linkEnded') };
    return insertLink({ text, html }, `/${path}/${token}`);
  }
  const isOpen =
    token !== null && mail.open_link !== null && Buffer.from(mail.open_link).equals(hashToken(token));
  if (!isOpen) return { reason: tMail('invitationEnded') };
  return insertLink({ text, html }, `/invitation/${token}`);
}

type Result = keyof MailCounts | 'waits' | 'server unreachable';

async function sendOne(
  context: Context<SystemActor>,
  transport: Transport,
  mail: ClaimedMail,
): Promise<Result> {
  const { mail_id: mailId, attempts } = mail;
  const content = await composeContent(mail, context.clock.now());
  if ('reason' in content) {
    await settleMail(mailId, { state: 'dropped', at: context.clock.now(), reason: content.reason });
    return 'dropped';
  }
  try {
    const messageId = `${mailId}@${new URL(env.APP_URL).hostname}`;
    await transport.send({ to: mail.email, messageId, subject: mail.subject, ...content });
  } catch (thrown) {
    const { reason, reach } = classifyDeliveryError(thrown);
    context.log.warn({ mailId, attempts, reach, reason }, 'a mail could not be sent');
    const pause = reach === 'recipient' ? null : findRetryDelay(attempts);
    const at = context.clock.now();
    if (pause !== null)
      await settleMail(mailId, { state: 'waiting', notBefore: addMilliseconds(at, pause), reason });
    else await settleMail(mailId, { state: 'failed', at, reason });
    if (reach === 'server') return 'server unreachable';
    return pause === null ? 'failed' : 'waits';
  }
  await settleMail(mailId, { state: 'sent', at: context.clock.now() });
  return 'sent';
}
