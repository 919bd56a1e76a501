import 'server-only';
import type * as z from 'zod';
import { endPersonSessions, isRaise, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import { tTeam } from '#lib/messages/team.ts';
import { lockPerson, notifyOwners, ownersChanged, setAuditedRole, setRole } from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { AssignableRole, Role } from '#lib/values/roles.ts';
import { hasEnd } from '#lib/values/roles.ts';
import { revokeInvitations } from './invitation-store.ts';
import type { changeRoleForm, transferForm } from './schema.ts';
import {
  findAccessEnd,
  findActingPerson,
  hasOtherBusiness,
  lockMember,
  recordAccessGrant,
  requireAnotherOwner,
} from './store.ts';

type RoleChange = {
  readonly businessId: BusinessId;
  readonly personId: string;
  readonly role: AssignableRole;
  /** The last day of an auditor. */
  readonly lastDay?: string | undefined;
  /** True for a directory, which speaks for one business only. */
  readonly isOfDirectory?: boolean;
};

/** Queues a mail to the member whose role changed, and to the owners if an owner came or left, or the role has more permissions. */
async function notifyOfRole(
  transaction: Transaction,
  context: Context<Actor>,
  change: {
    readonly businessId: BusinessId;
    readonly personId: PersonId;
    readonly before: Role;
    readonly role: Role;
  },
): Promise<void> {
  const { businessId, personId, before, role } = change;
  const at = context.clock.now();
  if (personId !== findActingPerson(context))
    await queueTeamNotice(transaction, { kind: 'roleChanged', businessId, personIds: [personId], role, at });
  if (before === 'owner' || role === 'owner')
    await notifyOwners(transaction, context, { businessId, personId }, ownersChanged);
  else if (isRaise(before, role))
    await notifyOwners(
      transaction,
      context,
      { businessId, personId },
      { kind: 'accessGiven', how: 'raised', role },
    );
}

/**
 * Ends the sessions of a person with a new role, in all their businesses, because a session belongs to the account.
 * The session in which the acting person does this stays. Returns their number.
 */
const endFormerSessions = (
  transaction: Transaction,
  { actor }: Context<Actor>,
  personId: PersonId,
  at: Instant,
): Promise<number> => {
  const except = actor.kind === 'person' && actor.personId === personId ? actor.sessionId : undefined;
  return endPersonSessions(transaction, personId, at, { except, reason: 'access' });
};

/**
 * Refuses an account that an operator disabled. It stays locked against an operator who disables it at the same time.
 *
 * @throws Problem 'conflict'
 */
async function requireEnabledAccount(transaction: Transaction, personId: PersonId): Promise<void> {
  const account = await lockPerson(transaction, personId);
  if (account === null || account.isDisabled) throw new Problem('conflict', tTeam('problem.accountDisabled'));
}

/**
 * Changes the role of a member in the caller's transaction, and ends their sessions. A directory ends none of a person who has
 * access to another business.
 */
export async function changeMemberRole(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, personId: person, role, lastDay, isOfDirectory = false }: RoleChange,
): Promise<{ readonly role: Role }> {
  const team = await lockMember(transaction, context, businessId, person);
  const { personId, role: before } = team.member;
  // An auditor keeps the role and gets another last day.
  if (before === role && !hasEnd(role)) return { role };
  if (before === 'owner') requireAnotherOwner(team, personId);
  if (role === 'owner') await requireEnabledAccount(transaction, personId);
  const at = context.clock.now();
  const endsAt = await findAccessEnd(transaction, { businessId, role, lastDay, at });
  const grantedBy = findActingPerson(context);
  await recordAccessGrant(transaction, { businessId, personId, grantedBy, kind: 'role', at });
  // Otherwise invitations of a former owner would still give access.
  const revoked =
    before === 'owner' ? await revokeInvitations(transaction, businessId, { invitedById: personId }, at) : [];
  await setRole(transaction, { personId, businessId, role, endsAt, at });
  const keepsSessions = isOfDirectory && (await hasOtherBusiness(transaction, { businessId, personId }));
  const endedSessions = keepsSessions ? 0 : await endFormerSessions(transaction, context, personId, at);
  await notifyOfRole(transaction, context, { businessId, personId, before, role });
  await writeAudit(transaction, context, {
    businessId,
    action: 'role.grant',
    objectType: 'person',
    objectId: personId,
    before: { role: before },
    after: {
      role,
      ...(endsAt !== null && { accessEndsAt: endsAt }),
      endedSessions,
      revokedInvitations: revoked.length,
    },
  });
  return { role };
}

/**
 * Changes the role of a member and ends their sessions. Their open streams end within 10 s. The member gets a mail, and
 * so do the owners if the role gives more permissions or concerns an owner. Owners who change their own role keep the
 * session of this request.
 *
 * @throws Problem 'reauthentication-required', 'not-found', and 'conflict' for the last owner and for a new owner whose
 * account is disabled
 */
export async function changeRole(
  context: Context<PersonActor>,
  input: z.output<typeof changeRoleForm>,
): Promise<{ readonly role: Role }> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction((transaction) => changeMemberRole(transaction, context, { ...input, businessId }));
}

/** Does the same for an operator. */
export const changeRoleAsOperator = (context: Context<SystemActor>, input: RoleChange): Promise<unknown> =>
  inTransaction((transaction) => changeMemberRole(transaction, context, input));

/**
 * Makes another member an owner and gives the acting owner another role, in one step. The sessions of both end, except
 * the one of this request.
 *
 * @throws Problem 'reauthentication-required', 'not-found', 'invalid' for oneself, and 'conflict' for a disabled member or
 * account
 */
export async function transferOwnership(
  context: Context<PersonActor>,
  input: z.output<typeof transferForm>,
): Promise<{ readonly role: Role }> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  const me = context.actor.personId;
  return inTransaction(async (transaction) => {
    const { member } = await lockMember(transaction, context, businessId, input.personId);
    if (member.personId === me) throw new Problem('invalid', tTeam('problem.transferToSelf'));
    if (member.isDisabled) throw new Problem('conflict', tTeam('problem.memberDisabled'));
    await requireEnabledAccount(transaction, member.personId);
    const at = context.clock.now();
    const { personId, role: before } = member;
    await recordAccessGrant(transaction, { businessId, personId, grantedBy: me, kind: 'role', at });
    const revoked = await revokeInvitations(transaction, businessId, { invitedById: me }, at);
    await setAuditedRole(transaction, context, { personId, businessId, role: 'owner' });
    await setAuditedRole(transaction, context, { personId: me, businessId, role: input.role });
    const endedSessions =
      (await endFormerSessions(transaction, context, personId, at)) +
      (await endFormerSessions(transaction, context, me, at));
    await notifyOfRole(transaction, context, { businessId, personId, before, role: 'owner' });
    await writeAudit(transaction, context, {
      businessId,
      action: 'role.transfer',
      objectType: 'person',
      objectId: personId,
      before: { role: before, owner: me },
      after: {
        role: 'owner',
        owner: personId,
        formerOwner: input.role,
        endedSessions,
        revokedInvitations: revoked.length,
      },
    });
    return { role: input.role };
  });
}
