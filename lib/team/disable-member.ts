import 'server-only';
import type * as z from 'zod';
import { endApiTokensAt, requirePermission } from '#lib/access/index.ts';
import { writeAuditNotes } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { requireFullAuthentication } from '#lib/factors/index.ts';
import { notifyOwners, ownersChanged } from '#lib/people/index.ts';
import type { Actor, Context, PersonActor, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { revokeSentInvitations } from './invitation-store.ts';
import type { memberForm } from './schema.ts';
import {
  deleteMemberships,
  endSessionsWithoutAccess,
  findActingPerson,
  lockMembers,
  recordAccessGrants,
  requireAnotherOwner,
  setMembershipsDisabled,
} from './store.ts';

type Input = z.output<typeof memberForm>;
type Target = { readonly businessId: BusinessId; readonly personId: string };
type Targets = { readonly businessId: BusinessId; readonly people: readonly string[] };

/** `changed` is false if all members were in that state before. */
type Outcome = { readonly changed: boolean };

type Ending = 'member.disable' | 'member.remove';

/** Takes the access away, also from API tokens, and cuts the sessions of people who have no other access. */
export async function endAccess(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, people }: Targets,
  action: Ending,
): Promise<Outcome> {
  const team = await lockMembers(transaction, context, businessId, people);
  const ending = team.members.filter(({ isDisabled }) => action === 'member.remove' || !isDisabled);
  if (ending.length === 0) return { changed: false };
  const personIds = ending.map(({ personId }) => personId);
  requireAnotherOwner(team, personIds);
  const at = context.clock.now();
  if (action === 'member.disable') await setMembershipsDisabled(transaction, { businessId, personIds }, at);
  else await deleteMemberships(transaction, { businessId, personIds });
  const revoked = await revokeSentInvitations(transaction, businessId, personIds, at);
  const endedTokens = await endApiTokensAt(transaction, { businessId, personIds }, at);
  const endedSessions = await endSessionsWithoutAccess(transaction, personIds, at);
  const owners = ending.filter(({ role }) => role === 'owner').map(({ personId }) => personId);
  if (owners.length > 0)
    await notifyOwners(transaction, context, { businessId, personIds: owners }, ownersChanged);
  const notes = ending.map(({ personId, role, isDisabled }) => ({
    action,
    objectType: 'person',
    objectId: personId,
    before: { role, disabled: isDisabled },
    after: {
      endedSessions: endedSessions.get(personId) ?? 0,
      endedTokens: endedTokens.get(personId) ?? 0,
      revokedInvitations: revoked.get(personId) ?? 0,
    },
  }));
  await writeAuditNotes(transaction, context, businessId, notes);
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
    endAccess(transaction, context, { businessId, people: [input.personId] }, 'member.disable'),
  );
}

/** Does the same for an operator. */
export const disableMemberAsOperator = (
  context: Context<SystemActor>,
  { businessId, personId }: Target,
): Promise<Outcome> =>
  inTransaction((transaction) =>
    endAccess(transaction, context, { businessId, people: [personId] }, 'member.disable'),
  );

/**
 * Removes a member from this business. What they did stays in the records and in the audit log.
 *
 * @throws Problem 'reauthentication-required', 'not-found', and 'conflict' for the last owner
 */
export async function removeMember(context: Context<PersonActor>, input: Input): Promise<Outcome> {
  const { businessId } = requirePermission(context, input.businessId, 'team.manage');
  await requireFullAuthentication(context);
  return inTransaction((transaction) =>
    endAccess(transaction, context, { businessId, people: [input.personId] }, 'member.remove'),
  );
}

/** Gives the access back, to people who had the same role. */
export async function enableAccess(
  transaction: Transaction,
  context: Context<Actor>,
  { businessId, people }: Targets,
): Promise<Outcome> {
  const { members } = await lockMembers(transaction, context, businessId, people);
  const disabled = members.filter(({ isDisabled }) => isDisabled);
  const [first] = disabled;
  if (first === undefined) return { changed: false };
  const personIds = disabled.map(({ personId }) => personId);
  const grant = { businessId, grantedBy: findActingPerson(context), at: context.clock.now() };
  await setMembershipsDisabled(transaction, { businessId, personIds }, null);
  await recordAccessGrants(
    transaction,
    personIds.map((personId) => ({ ...grant, personId, kind: 'enable' as const })),
  );
  await notifyOwners(
    transaction,
    context,
    { businessId, personIds },
    first.role === 'owner'
      ? ownersChanged
      : { kind: 'accessGiven', how: 'enabled', role: first.role, people: personIds.length },
  );
  const notes = disabled.map(({ personId, role }) => ({
    action: 'member.enable',
    objectType: 'person',
    objectId: personId,
    before: { role, disabled: true },
    after: { disabled: false },
  }));
  await writeAuditNotes(transaction, context, businessId, notes);
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
  return inTransaction((transaction) =>
    enableAccess(transaction, context, { businessId, people: [input.personId] }),
  );
}

/** Does the same for an operator. */
export const enableMemberAsOperator = (
  context: Context<SystemActor>,
  { businessId, personId }: Target,
): Promise<Outcome> =>
  inTransaction((transaction) => enableAccess(transaction, context, { businessId, people: [personId] }));
