import 'server-only';
import type * as z from 'zod';
import { endSessionsOfPeople, isRaise, requirePermission } from '#lib/access/index.ts';
import { writeAudit, writeAuditNotes } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { queueTeamNotice } from '#lib/mail/index.ts';
import { tTeam } from '#lib/messages/team.ts';
import { lockPerson, notifyOwners, ownersChanged, setAuditedRole, setRoles } from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { AssignableRole, Role } from '#lib/values/roles.ts';
import { hasEnd } from '#lib/values/roles.ts';
import { revokeSentInvitations } from './invitation-store.ts';
import type { changeRoleForm, transferForm } from './schema.ts';
import {
  findAccessEnd,
  findActingPerson,
  listWithOtherBusiness,
  lockMember,
  lockMembers,
  recordAccessGrant,
  recordAccessGrants,
  requireAnotherOwner,
} from './store.ts';

type RoleChange = {
  readonly businessId: BusinessId;
  readonly people: readonly string[];
  readonly role: AssignableRole;
  /** The last day of an auditor. */
  readonly lastDay?: string | undefined;
  /** True for a directory, which speaks for one business only. */
  readonly isOfDirectory?: boolean;
};

type FormerMember = { readonly personId: PersonId; readonly role: Role };

/** Queues mails to the members whose role changed, and to the owners if an owner came or left, or the role has more permissions. */
async function notifyOfRole(
  transaction: Transaction,
  context: Context<Actor>,
  change: {
    readonly businessId: BusinessId;
    readonly former: readonly FormerMember[];
    readonly role: Role;
  },
): Promise<void> {
  const { businessId, former, role } = change;
  const at = context.clock.now();
  const me = findActingPerson(context);
  const others = former.map(({ personId }) => personId).filter((personId) => personId !== me);
  await queueTeamNotice(transaction, { kind: 'roleChanged', businessId, personIds: others, role, at });
  const isOfOwner = ({ role: before }: FormerMember) => before === 'owner' || role === 'owner';
  const notifyAbout = async (members: readonly FormerMember[], event: Parameters<typeof notifyOwners>[3]) => {
    const personIds = members.map(({ personId }) => personId);
    if (personIds.length > 0) await notifyOwners(transaction, context, { businessId, personIds }, event);
  };
  await notifyAbout(former.filter(isOfOwner), ownersChanged);
  const raised = former.filter((member) => !isOfOwner(member) && isRaise(member.role, role));
  await notifyAbout(raised, { kind: 'accessGiven', how: 'raised', role, people: raised.length });
}

/**
 * Ends the sessions of people with a new role, in all their businesses, because a session belongs to the account.
 * The session in which the acting person does this stays. Returns their numbers.
 */
const endFormerSessions = (
  transaction: Transaction,
  { actor }: Context<Actor>,
  personIds: readonly PersonId[],
  at: Instant,
): Promise<ReadonlyMap<string, number>> => {
  const except = actor.kind === 'person' ? actor.sessionId : undefined;
  return endSessionsOfPeople(transaction, personIds, at, { except, reason: 'access' });
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
 * Changes the role of members in the caller's transaction, and ends their sessions. A directory ends none of a person who has
 * access to another business.
 */
export async function changeMemberRoles(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, people, role, lastDay, isOfDirectory = false }: RoleChange,
): Promise<{ readonly role: Role }> {
  const team = await lockMembers(transaction, context, businessId, people);
  // An auditor keeps the role and gets another last day.
  const former = team.members.filter(({ role: before }) => before !== role || hasEnd(role));
  if (former.length === 0) return { role };
  const personIds = former.map(({ personId }) => personId);
  const owners = former.filter(({ role: before }) => before === 'owner').map(({ personId }) => personId);
  requireAnotherOwner(team, owners);
  if (role === 'owner') for (const personId of personIds) await requireEnabledAccount(transaction, personId);
  const at = context.clock.now();
  const endsAt = await findAccessEnd(transaction, { businessId, role, lastDay, at });
  const grant = { businessId, grantedBy: findActingPerson(context), kind: 'role' as const, at };
  await recordAccessGrants(
    transaction,
    personIds.map((personId) => ({ ...grant, personId })),
  );
  // Otherwise invitations of a former owner would still give access.
  const revoked = await revokeSentInvitations(transaction, businessId, owners, at);
  await setRoles(transaction, { personIds, businessId, role, endsAt, at });
  const staying: ReadonlySet<string> = isOfDirectory
    ? await listWithOtherBusiness(transaction, { businessId, personIds })
    : new Set();
  const leaving = personIds.filter((personId) => !staying.has(personId));
  const endedSessions = await endFormerSessions(transaction, context, leaving, at);
  await notifyOfRole(transaction, context, { businessId, former, role });
  const notes = former.map(({ personId, role: before }) => ({
    action: 'role.grant',
    objectType: 'person',
    objectId: personId,
    before: { role: before },
    after: {
      role,
      ...(endsAt !== null && { accessEndsAt: endsAt }),
      endedSessions: endedSessions.get(personId) ?? 0,
      revokedInvitations: revoked.get(personId) ?? 0,
    },
  }));
  await writeAuditNotes(transaction, context, businessId, notes);
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
  const { role, lastDay, personId } = input;
  return inTransaction((transaction) =>
    changeMemberRoles(transaction, context, { businessId, people: [personId], role, lastDay }),
  );
}

/** Does the same for an operator. */
export const changeRoleAsOperator = (
  context: Context<SystemActor>,
  { personId, ...input }: Omit<RoleChange, 'people'> & { readonly personId: string },
): Promise<unknown> =>
  inTransaction((transaction) => changeMemberRoles(transaction, context, { ...input, people: [personId] }));

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
    const revoked = await revokeSentInvitations(transaction, businessId, [me], at);
    await setAuditedRole(transaction, context, { personId, businessId, role: 'owner' });
    await setAuditedRole(transaction, context, { personId: me, businessId, role: input.role });
    const ended = await endFormerSessions(transaction, context, [personId, me], at);
    const endedSessions = (ended.get(personId) ?? 0) + (ended.get(me) ?? 0);
    await notifyOfRole(transaction, context, {
      businessId,
      former: [{ personId, role: before }],
      role: 'owner',
    });
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
        revokedInvitations: revoked.get(me) ?? 0,
      },
    });
    return { role: input.role };
  });
}
