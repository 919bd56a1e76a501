import 'server-only';
import type * as z from 'zod';
import { admitInvitationMail, createOneTimeLink, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { isMailConfigured, queueInvitationMail } from '#lib/mail/index.ts';
import { tTeam } from '#lib/messages/team.ts';
import { notifyOwners } from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { AssignableRole, Role } from '#lib/values/roles.ts';
import { formatRole } from '#lib/values/roles.ts';
import { auditRevokedInvitation } from './audit-revoked-invitation.ts';
import { composeInvitation } from './compose-invitation.ts';
import type { StoredInvitation } from './invitation-store.ts';
import {
  findOpenInvitation,
  findOpenInvitationAddress,
  hasMember,
  insertInvitation,
  lockInvitation,
  lockInvitations,
  readBusinessName,
  replaceLink,
  revokeInvitations,
} from './invitation-store.ts';
import { invitationHours } from './model.ts';
import type { Delivery, inviteForm, resendForm, SentLink } from './schema.ts';
import { findAccessEnd, findActingPerson, lockTeam } from './store.ts';

type Invitation = {
  readonly businessId: BusinessId;
  readonly email: string;
  readonly role: AssignableRole;
  /** The last day of an auditor. */
  readonly lastDay?: string | undefined;
  readonly delivery: Delivery;
};

/** The name of the inviter in the mail, or null for an operator. */
const findInviterName = ({ actor }: Context<Actor>): string | null =>
  actor.kind === 'person' ? actor.name : null;

const chooseDelivery = (wished: Delivery): Delivery =>
  wished === 'mail' && isMailConfigured() ? 'mail' : 'link';

/**
 * Limits the mails that a person can have sent to an address. Operators decide themselves. Runs before the transaction:
 * the count uses a connection of its own, and waiting for one while a team is locked would block every other change.
 */
async function admitMail(businessId: BusinessId, email: string, wished: Delivery): Promise<void> {
  if (chooseDelivery(wished) === 'mail') await admitInvitationMail(businessId, email);
}

/** Creates a link. Without a mail server it is always one to copy. */
function prepareLink(context: Context<Actor>, wished: Delivery) {
  const link = createOneTimeLink();
  const at = context.clock.now();
  return {
    link,
    delivery: chooseDelivery(wished),
    at,
    expiresAt: addMilliseconds(at, invitationHours * 3_600_000),
  };
}

type PreparedLink = ReturnType<typeof prepareLink>;

/** Queues the mail of a link, or returns the link to copy. The inviter never sees a link that is mailed. */
async function deliver(
  transaction: Transaction,
  context: Context<Actor>,
  invitation: Pick<Invitation, 'businessId' | 'email'> & {
    readonly role: Role;
    readonly invitationId: string;
  },
  { link, delivery, at, expiresAt }: PreparedLink,
): Promise<SentLink> {
  if (delivery === 'link') return { link: `${env.APP_URL}/invitation/${link.token}`, expiresAt };
  const { businessId, invitationId, email, role } = invitation;
  const content = composeInvitation({
    businessName: await readBusinessName(transaction, businessId),
    inviterName: findInviterName(context),
    role: formatRole(role),
  });
  const mail = { businessId, invitationId, address: email, linkSeed: link.seed, at };
  await queueInvitationMail(transaction, { ...mail, ...content });
  return { link: null, expiresAt };
}

/** Queues a mail to the owners, because the link gives access. */
const notifyOfInvitation = (
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, role }: { readonly businessId: BusinessId; readonly role: Role },
): Promise<void> =>
  notifyOwners(
    transaction,
    context,
    { businessId, personIds: [] },
    { kind: 'accessGiven', how: 'invited', role },
  );

/** Refuses a member, and an address with an invitation that still works. Revokes an expired one. */
async function requireInvitable(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, email }: Invitation,
): Promise<void> {
  const refuse = (message: string) => new Problem('conflict', message, { fieldErrors: { email: [message] } });
  if (await hasMember(transaction, businessId, email)) throw refuse(tTeam('problem.isMember'));
  const open = await findOpenInvitation(transaction, businessId, email);
  if (open === null) return;
  const now = context.clock.now();
  if (open.expiresAt > now) throw refuse(tTeam('problem.isInvited'));
  await revokeInvitations(transaction, businessId, { invitationId: open.invitationId }, now);
  await auditRevokedInvitation(transaction, context, { businessId, email, ...open });
}

async function invite(
  transaction: Transaction,
  context: Context<Actor>,
  invitation: Invitation,
): Promise<SentLink> {
  const { businessId, email, role } = invitation;
  await lockTeam(transaction, context, businessId, []);
  await lockInvitations(transaction, businessId);
  await requireInvitable(transaction, context, invitation);
  const prepared = prepareLink(context, invitation.delivery);
  const { link, delivery, at, expiresAt } = prepared;
  const accessEndsAt = await findAccessEnd(transaction, { ...invitation, at });
  const invitationId = await insertInvitation(transaction, {
    businessId,
    email,
    role,
    accessEndsAt,
    invitedBy: findActingPerson(context),
    tokenHash: link.hash,
    delivery,
    at,
    expiresAt,
  });
  const sent = await deliver(transaction, context, { businessId, invitationId, email, role }, prepared);
  await notifyOfInvitation(transaction, context, invitation);
  await writeAudit(transaction, context, {
    businessId,
    action: 'invitation.create',
    objectType: 'invitation',
    objectId: invitationId,
    after: { email, role, ...(accessEndsAt !== null && { accessEndsAt }), delivery, expiresAt },
  });
  return sent;
}

/**
 * Invites a person by email address, for 72 hours. The invitation stays when no mail can be sent: then the answer has
 * the link to copy.
 *
 * @throws Problem 'reauthentication-required', 'conflict' if the person is a member or has an open invitation, and
 * 'throttled' after many mails
 */
export async function invitePerson(
  context: Context<PersonActor>,
  input: z.output<typeof inviteForm>,
): Promise<SentLink> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  await admitMail(businessId, input.email, input.delivery);
  return inTransaction((transaction) => invite(transaction, context, { ...input, businessId }));
}

/** Does the same for an operator. */
export const invitePersonAsOperator = (
  context: Context<SystemActor>,
  invitation: Invitation,
): Promise<SentLink> => inTransaction((transaction) => invite(transaction, context, invitation));

/**
 * Stores the new link of an open invitation and returns the id of the invitation. The invitation of another person is
 * replaced by one of the acting person, because the person who knows the newest link gives the access.
 */
async function renew(
  transaction: Transaction,
  context: Context<Actor>,
  invitation: StoredInvitation,
  { link, delivery, at, expiresAt }: PreparedLink,
): Promise<string> {
  const { invitationId, businessId, email, role, accessEndsAt, createdAt } = invitation;
  const newLink = { tokenHash: link.hash, delivery, at, expiresAt };
  const invitedBy = findActingPerson(context);
  if (invitation.invitedBy === invitedBy) {
    await replaceLink(transaction, invitationId, newLink);
    return invitationId;
  }
  await revokeInvitations(transaction, businessId, { invitationId }, at);
  return insertInvitation(transaction, {
    businessId,
    email,
    role,
    accessEndsAt,
    invitedBy,
    createdAt,
    ...newLink,
  });
}

/**
 * Sends an invitation again, or creates a new link to copy. The former link stops working, and the 72 hours begin
 * again. This also renews an expired invitation. The acting owner becomes the inviter.
 *
 * @throws Problem 'reauthentication-required', 'not-found', 'conflict' if the invitation was accepted or revoked, and
 * 'throttled' after many mails
 */
export async function resendInvitation(
  context: Context<PersonActor>,
  input: z.output<typeof resendForm>,
): Promise<SentLink> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  // The address of an invitation never changes. The transaction refuses an invitation that is unknown or has ended.
  const address = await findOpenInvitationAddress(businessId, input.invitationId);
  if (address !== null) await admitMail(businessId, address, input.delivery);
  return inTransaction(async (transaction) => {
    await lockTeam(transaction, context, businessId, []);
    const invitation = await lockInvitation(transaction, {
      invitationId: input.invitationId,
      businessId,
    });
    const email = invitation?.email ?? null;
    if (invitation === null || email === null) throw new Problem('not-found', tTeam('problem.noInvitation'));
    if (invitation.isAccepted || invitation.isRevoked)
      throw new Problem('conflict', tTeam('problem.invitationEnded'));
    const prepared = prepareLink(context, input.delivery);
    const { delivery, expiresAt } = prepared;
    const invitationId = await renew(transaction, context, invitation, prepared);
    const sent = await deliver(transaction, context, { ...invitation, email, invitationId }, prepared);
    await notifyOfInvitation(transaction, context, invitation);
    await writeAudit(transaction, context, {
      businessId,
      action: 'invitation.renew',
      objectType: 'invitation',
      objectId: invitationId,
      before: { invitationId: invitation.invitationId, invitedBy: invitation.invitedBy },
      after: { email, role: invitation.role, delivery, expiresAt },
    });
    return sent;
  });
}
