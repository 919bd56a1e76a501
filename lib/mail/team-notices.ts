import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { tTeamMail } from '#lib/messages/mail.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { formatRole } from '#lib/values/roles.ts';
import { composeNotice } from './compose-notice.ts';
import { isMailConfigured } from './settings.ts';
import type { NewMail } from './store.ts';
import { queueMail } from './store.ts';

/** A change of who may do what at a business, or of how its people sign in. These mails can't be switched off. */
type TeamEvent =
  | {
      readonly kind: 'fewerProposed' | 'fewerApproved' | 'fewerDeclined' | 'fewerWithdrawn';
      /** The roles that would no longer need a second factor. */
      readonly roles: readonly Role[];
    }
  | {
      /** To the other owners, or to everyone who may create payments and disabled owners. */
      readonly kind: 'tokenProposed' | 'tokenNoticed';
      /** The number of its write scopes. */
      readonly scopes: number;
    }
  | { readonly kind: 'roleChanged'; readonly role: Role }
  | {
      /** To the deputy, and to the person for whom they approve. */
      readonly kind: 'deputyNamed' | 'deputyOf';
      readonly firstDay: string;
      readonly lastDay: string;
    }
  | { readonly kind: 'factorNotNeeded' | 'ownersChanged' }
  | AccessNotice;

/** An act that gave people access, or a way into an account. The role is the one of these people. */
export type AccessNotice =
  | {
      readonly kind: 'accessGiven';
      readonly how: 'joined' | 'raised' | 'enabled';
      readonly role: Role;
      readonly people: number;
    }
  | { readonly kind: 'accessGiven'; readonly how: 'invited'; readonly role: Role }
  | {
      readonly kind: 'accessGiven';
      readonly how: 'deputy' | 'resetLink' | 'factorReset' | 'peopleConfirmed' | 'accountEnabled';
    };

/** The mails of owners and approvers are sent only while their recipient is one. */
function toPermission(kind: TeamEvent['kind']): keyof typeof pages {
  if (kind === 'fewerProposed' || kind === 'tokenProposed') return 'proposal.answer';
  // An owner who disables another one can't keep it from them.
  if (kind === 'tokenNoticed') return 'membership';
  if (kind === 'deputyNamed' || kind === 'deputyOf') return 'account.use';
  return kind === 'roleChanged' || kind === 'factorNotNeeded' ? 'account.use' : 'team.manage';
}

/** The page that a mail for people with a permission opens. */
const pages = {
  'account.use': 'settings',
  membership: 'settings',
  'proposal.answer': 'approvals',
  'team.manage': 'team',
} as const satisfies Partial<Record<NewMail['permission'], string>>;

/** Returns what happened. It contains no text from outside. */
function describeEvent(event: TeamEvent): string {
  switch (event.kind) {
    case 'fewerProposed':
    case 'fewerApproved':
    case 'fewerDeclined':
    case 'fewerWithdrawn':
      return tTeamMail(`${event.kind}.happened`, { roles: event.roles.map(formatRole).join(', ') });
    case 'tokenProposed':
    case 'tokenNoticed':
      return tTeamMail(`${event.kind}.happened`, { scopes: event.scopes });
    case 'roleChanged':
      return tTeamMail('roleChanged.happened', { role: formatRole(event.role) });
    case 'deputyNamed':
    case 'deputyOf':
      return tTeamMail(`${event.kind}.happened`, { firstDay: event.firstDay, lastDay: event.lastDay });
    case 'factorNotNeeded':
    case 'ownersChanged':
      return tTeamMail(`${event.kind}.happened`);
    case 'accessGiven':
      if ('people' in event)
        return tTeamMail(`accessGiven.${event.how}`, { role: formatRole(event.role), count: event.people });
      return 'role' in event
        ? tTeamMail(`accessGiven.${event.how}`, { role: formatRole(event.role) })
        : tTeamMail(`accessGiven.${event.how}`);
  }
}

/** Queues a notice for people of a business, in the transaction of the event. Queues nothing without a mail server. */
export async function queueTeamNotice(
  transaction: Transaction,
  {
    businessId,
    personIds,
    at,
    ...event
  }: TeamEvent & {
    readonly businessId: BusinessId;
    readonly personIds: Iterable<string>;
    readonly at: Instant;
  },
): Promise<void> {
  const recipients = [...personIds];
  if (!isMailConfigured() || recipients.length === 0) return;
  const { name } = await transaction.business.findUniqueOrThrow({
    where: { id: businessId },
    select: { name: true },
  });
  const permission = toPermission(event.kind);
  const notice = composeNotice({
    subject: tTeamMail(`${event.kind}.subject`),
    paragraphs: [
      describeEvent(event),
      tTeamMail('business', { business: name }),
      tTeamMail('time', { time: `${toDate(at).toISOString().slice(0, 16).replace('T', ' ')} UTC` }),
      tTeamMail(`${event.kind}.nextStep`),
    ],
    url: `${env.APP_URL}/${businessId}/${pages[permission]}`,
  });
  await queueMail(
    transaction,
    recipients.map((personId) => ({ businessId, personId, permission, ...notice, at })),
  );
}
