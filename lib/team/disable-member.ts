import 'server-only';
import type * as z from 'zod';
import { endApiTokensAt, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { notifyOwners, ownersChanged } from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { revokeInvitations } from './invitation-store.ts';
import type { memberForm } from './schema.ts';
import {
  deleteMembership,
  endSessionsWithoutAccess,
  findActingPerson,
  lockMember,
  recordAccessGrant,
  requireAnotherOwner,
  setMembershipDisabled,
} from './store.ts';

type Input = z.output<typeof memberForm>;
type Target = { readonly businessId: BusinessId; readonly personId: string };

/** `changed` is false if the member was in that state before. */
type Outcome = { readonly changed: boolean };

type Ending = 'member.disable' | 'member.remove';

/** Takes the access away, also from API tokens, and cuts the sessions of a person who has no other access. */
export async function endAccess(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, personId: person }: Target,
  action: Ending,
): Promise<Outcome> {
  const team = await lockMember(transaction, context, businessId, person);
  const { personId, role, isDisabled } = team.member;
  if (action === 'member.disable' && isDisabled) return { changed: false };
  requireAnotherOwner(team, personId);
  const at = context.clock.now();
  if (action === 'member.disable') await setMembershipDisabled(transaction, { businessId, personId }, at);
  else await deleteMembership(transaction, { businessId, personId });
  const revoked = await revokeInvitations(transaction, businessId, { invitedById: personId }, at);
  const endedTokens = await endApiTokensAt(transaction, { businessId, personId }, at);
  const endedSessions = await endSessionsWithoutAccess(transaction, personId, at);
  if (role === 'owner') await notifyOwners(transaction, context, { businessId, personId }, ownersChanged);
  await writeAudit(transaction, context, {
    businessId,
    action,
    objectType: 'person',
    objectId: personId,
    before: { role, disabled: isDisabled },
    after: { endedSessions, endedTokens, revokedInvitations: revoked.length },
  });
  return { changed: true };
}

/**
 * Disables a member's access to this business. Their account and their other businesses are not affected. Their next
 * request here is refused, and open streams end within 10 s.
 *
 * @throws Problem 'reauthentication-required', 'not-found', and 'conflict' for the last owner
 */
export async function disableMember(context: Context<PersonActor>, input: Input): Promise<Outcome> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction((transaction) =>
    endAccess(transaction, context, { ...input, businessId }, 'member.disable'),
  );
}

/** Does the same for an operator. */
export const disableMemberAsOperator = (context: Context<SystemActor>, target: Target): Promise<Outcome> =>
  inTransaction((transaction) => endAccess(transaction, context, target, 'member.disable'));

/**
 * Removes a member from this business. What they did stays in the records and in the audit log.
 *
 * @throws Problem 'reauthentication-required', 'not-found', and 'conflict' for the last owner
 */
export async function removeMember(context: Context<PersonActor>, input: Input): Promise<Outcome> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction((transaction) =>
    endAccess(transaction, context, { ...input, businessId }, 'member.remove'),
  );
}

/** Gives the access back. */
export async function enableAccess(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, personId: person }: Target,
): Promise<Outcome> {
  const { member } = await lockMember(transaction, context, businessId, person);
  if (!member.isDisabled) return { changed: false };
  const { personId, role } = member;
  const grantedBy = findActingPerson(context);
  await setMembershipDisabled(transaction, { businessId, personId }, null);
  await recordAccessGrant(transaction, {
    businessId,
    personId,
    grantedBy,
    kind: 'enable',
    at: context.clock.now(),
  });
  await notifyOwners(
    transaction,
    context,
    { businessId, personId },
    role === 'owner' ? ownersChanged : { kind: 'accessGiven', how: 'enabled', role },
  );
  await writeAudit(transaction, context, {
    businessId,
    action: 'member.enable',
    objectType: 'person',
    objectId: personId,
    before: { role, disabled: true },
    after: { disabled: false },
  });
  return { changed: true };
}

/**
 * Gives a disabled member access to this business again. Sessions that were ended stay ended. The owners get a mail.
 *
 * @throws Problem 'reauthentication-required' and 'not-found'
 */
export async function enableMember(context: Context<PersonActor>, input: Input): Promise<Outcome> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction((transaction) => enableAccess(transaction, context, { ...input, businessId }));
}

/** Does the same for an operator. */
export const enableMemberAsOperator = (context: Context<SystemActor>, target: Target): Promise<Outcome> =>
  inTransaction((transaction) => enableAccess(transaction, context, target));
