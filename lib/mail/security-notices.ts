import 'server-only';
import { isIP } from 'node:net';
import type { Transaction } from '#lib/database/transaction.ts';
import { tMail } from '#lib/messages/mail.ts';
import { env } from '#lib/platform/env.ts';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { formatUtc } from '#lib/values/instant.ts';
import { composeNotice } from './compose-notice.ts';
import { isMailConfigured } from './settings.ts';
import { findFirstBusiness, linkPlaceholder, queueLinkMail, queueMail } from './store.ts';

/** An event of an account that its person must know. These mails can't be switched off. */
type SecurityEvent =
  | {
      readonly kind: 'newDevice';
      /** Our own words for the browser. */
      readonly device: string;
      readonly address: string;
    }
  | { readonly kind: 'sessionLimit'; readonly limit: number }
  | { readonly kind: 'recoveryCodeUsed'; readonly left: number }
  | {
      readonly kind:
        | 'passwordChanged'
        | 'emailRequested'
        | 'emailChanged'
        | 'identityLinked'
        | 'factorAdded'
        | 'factorRemoved'
        | 'appRemoved'
        | 'factorReset'
        | 'apiTokenCreated'
        | 'passkeyAdded'
        | 'passkeyRemoved'
        | 'recoveryCodesReplaced'
        | 'wrongCodes';
    };

/** The lines of a mail. It contains no text from outside. */
function listParagraphs(event: SecurityEvent, at: Instant): string[] {
  const time = tMail('newDevice.time', { time: formatUtc(at) });
  if (event.kind === 'newDevice')
    return [
      tMail('newDevice.happened'),
      tMail('newDevice.browser', { device: event.device }),
      ...(isIP(event.address) === 0 ? [] : [tMail('newDevice.address', { address: event.address })]),
      time,
      tMail('newDevice.nextStep'),
    ];
  if (event.kind === 'sessionLimit')
    return [tMail('sessionLimit.happened', { limit: event.limit }), time, tMail('sessionLimit.nextStep')];
  if (event.kind === 'recoveryCodeUsed')
    return [
      tMail('recoveryCodeUsed.happened', { left: event.left }),
      time,
      tMail('recoveryCodeUsed.nextStep'),
    ];
  return [tMail(`${event.kind}.happened`), time, tMail(`${event.kind}.nextStep`)];
}

/**
 * Queues a notice for the person of an account, in the transaction of the event. Queues nothing without a mail server,
 * and for people without a business.
 */
export async function queueSecurityNotice(
  transaction: Transaction,
  {
    personId,
    at,
    to,
    ...event
  }: SecurityEvent & {
    readonly personId: PersonId;
    readonly at: Instant;
    /** The former address of the account, where it has just changed. */
    readonly to?: string;
  },
): Promise<void> {
  if (!isMailConfigured()) return;
  const businessId = await findFirstBusiness(transaction, personId);
  if (businessId === null) return;
  const notice = composeNotice({
    subject: tMail(`${event.kind}.subject`),
    paragraphs: listParagraphs(event, at),
    url: `${env.APP_URL}/${businessId}/settings`,
  });
  const address = to === undefined ? {} : { address: to };
  await queueMail(transaction, [
    { businessId, personId, permission: 'account.use', ...notice, ...address, at },
  ]);
}

const links = {
  reset: { path: 'reset', texts: 'reset' },
  email: { path: 'email', texts: 'confirmEmail' },
} as const;

/**
 * Queues a mail with a one-time link for a person. Returns false if the person can't receive it: without a mail server,
 * or without a business.
 */
export async function queueOneTimeLink(
  transaction: Transaction,
  {
    kind,
    address,
    ...mail
  }: {
    readonly kind: keyof typeof links;
    readonly personId: PersonId;
    readonly linkSeed: Uint8Array<ArrayBuffer>;
    /** The recipient's address, if it isn't that of the account. */
    readonly address?: string;
    readonly at: Instant;
  },
): Promise<boolean> {
  const businessId = isMailConfigured() ? await findFirstBusiness(transaction, mail.personId) : null;
  if (businessId === null) return false;
  const { path, texts } = links[kind];
  const notice = composeNotice({
    subject: tMail(`${texts}.subject`),
    paragraphs: [tMail(`${texts}.happened`), tMail(`${texts}.nextStep`)],
    url: linkPlaceholder,
    closing: tMail(`${texts}.unexpected`),
  });
  const to = address === undefined ? {} : { address };
  await queueLinkMail(transaction, {
    ...mail,
    ...notice,
    ...to,
    businessId,
    permission: 'account.use',
    linkPath: path,
  });
  return true;
}
