import 'server-only';
import * as z from 'zod';
import { endSessionsOfPeople } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { dayStartSql } from '#lib/database/day-begin.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { tTeam, tTeamAuditors } from '#lib/messages/team.ts';
import type { Actor, Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { parseId, toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, fromDate, instant, toDate } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { hasEnd, roles } from '#lib/values/roles.ts';

export { recordAccessGrant, recordAccessGrants } from '#lib/people/index.ts';

const memberRow = z.object({
  id: z.string().transform((id) => toId<PersonId>(id)),
  role: z.enum(roles),
  is_disabled: z.boolean(),
  is_account_disabled: z.boolean(),
  email: z.string(),
});

type LockedMember = {
  readonly personId: PersonId;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly email: string;
};

/** The owners with access and some members, locked until the transaction ends. */
type LockedTeam = {
  readonly owners: ReadonlySet<PersonId>;
  readonly members: ReadonlyMap<PersonId, LockedMember>;
};

/**
 * Locks the business's owners and more members, in the order of their ids. Everything that changes access does this
 * first, so that two owners who demote each other run one after the other. Throws Problem 'forbidden' if the acting
 * person is no longer an owner.
 */
export async function lockTeam(
  transaction: Transaction,
  { actor }: Context<Actor>,
  businessId: BusinessId,
  personIds: readonly PersonId[],
): Promise<LockedTeam> {
  await transaction.$queryRaw`
    SELECT 1 AS one FROM membership
     WHERE business_id = ${businessId}::uuid AND (role = 'owner' OR person_id = ANY (${[...personIds]}::uuid[]))
     ORDER BY person_id FOR UPDATE`;
  // Read again, because the statement that waited for a lock sees the accounts as they were before.
  const found: unknown = await transaction.$queryRaw`
    SELECT m.person_id::text AS id, m.role, m.disabled_at IS NOT NULL AS is_disabled,
           p.disabled_at IS NOT NULL AS is_account_disabled, p.email
      FROM membership m JOIN person p ON p.id = m.person_id
     WHERE m.business_id = ${businessId}::uuid AND (m.role = 'owner' OR m.person_id = ANY (${[...personIds]}::uuid[]))
     ORDER BY m.person_id`;
  const rows = z.array(memberRow).parse(found);
  const owners = rows.filter((row) => row.role === 'owner' && !row.is_disabled && !row.is_account_disabled);
  const ids = new Set(owners.map(({ id }) => id));
  if (actor.kind === 'person' && !ids.has(actor.personId))
    throw new Problem('forbidden', tTeam('problem.noLongerOwner'));
  const wanted = new Set(personIds);
  const members = rows
    .filter(({ id }) => wanted.has(id))
    .map(({ id: personId, role, is_disabled: isDisabled, email }) => ({ personId, role, isDisabled, email }));
  return { owners: ids, members: new Map(members.map((member) => [member.personId, member])) };
}

type LockedMembers = Pick<LockedTeam, 'owners'> & { readonly members: readonly LockedMember[] };

/** Locks the team and returns members. Throws Problem 'not-found' if one of the people isn't one. */
export async function lockMembers(
  transaction: Transaction,
  context: Context<Actor>,
  businessId: BusinessId,
  people: readonly string[],
): Promise<LockedMembers> {
  const ids = people.flatMap((person) => parseId<PersonId>(person) ?? []);
  const { owners, members } = await lockTeam(transaction, context, businessId, ids);
  if (ids.length < people.length || members.size < new Set(ids).size)
    throw new Problem('not-found', tTeam('problem.notMember'));
  return { owners, members: [...members.values()] };
}

/** Does the same for one person. */
export async function lockMember(
  transaction: Transaction,
  context: Context<Actor>,
  businessId: BusinessId,
  person: string,
): Promise<Pick<LockedTeam, 'owners'> & { readonly member: LockedMember }> {
  const { owners, members } = await lockMembers(transaction, context, businessId, [person]);
  const [member] = members;
  if (member === undefined) throw new Problem('not-found', tTeam('problem.notMember'));
  return { owners, member };
}

/** Throws Problem 'conflict' if the business would have no owner with access without these people. */
export function requireAnotherOwner(
  { owners }: Pick<LockedTeam, 'owners'>,
  personIds: readonly PersonId[],
): void {
  const leaving = new Set(personIds.filter((id) => owners.has(id)));
  if (leaving.size > 0 && leaving.size === owners.size)
    throw new Problem('conflict', tTeam('problem.lastOwner'));
}

const longestAuditDays = 366;
const endRows = z.tuple([z.object({ ms: z.string().transform((ms) => instant(Number(ms))) })]);

/**
 * Returns when an access ends: after its last day in the time zone of the business. Null for roles without an end.
 *
 * @throws Problem 'invalid' for a day that is over or more than a year away
 */
export async function findAccessEnd(
  transaction: Transaction,
  access: {
    readonly businessId: BusinessId;
    readonly role: Role;
    readonly lastDay?: string | undefined;
    readonly at: Instant;
  },
): Promise<Instant | null> {
  const { businessId, role, lastDay, at } = access;
  if (!hasEnd(role)) return null;
  const refuse = () =>
    new Problem('invalid', tTeamAuditors('lastDayRange'), {
      fieldErrors: { lastDay: [tTeamAuditors('lastDayRange')] },
    });
  if (!z.iso.date().safeParse(lastDay).success) throw refuse();
  const rows = await toPlainTransaction(transaction).run(
    `SELECT ${millisecondsSql(dayStartSql('$2::date + 1', 'time_zone'))} AS ms
       FROM business WHERE id = $1::uuid`,
    [businessId, lastDay],
  );
  const [{ ms: end }] = endRows.parse(rows);
  if (end <= at || end > addMilliseconds(at, longestAuditDays * 86_400_000)) throw refuse();
  return end;
}

type AuditorKey = { readonly businessId: BusinessId; readonly personId: string; readonly at: Instant };

/** The condition of an auditor whose access has not ended. */
const auditorWithAccess = ({ businessId, personId, at }: AuditorKey) => ({
  businessId,
  personId,
  role: 'auditor',
  disabledAt: null,
  endsAt: { gt: toDate(at) },
});

/** Returns when the access of an auditor without risk detail ends. Null for anyone else. */
export async function findAuditorEnd(transaction: Transaction, key: AuditorKey): Promise<Instant | null> {
  const found = await transaction.membership.findFirst({
    where: auditorWithAccess(key),
    select: { endsAt: true },
  });
  return found?.endsAt ? fromDate(found.endsAt) : null;
}

/** Gives an auditor risk detail until the same end. Returns false if the person has lost the access, or its end has changed. */
export async function setAuditorRisk(
  transaction: Transaction,
  { endsAt, ...key }: AuditorKey & { readonly endsAt: Instant },
): Promise<boolean> {
  const changed = await transaction.membership.updateMany({
    where: { ...auditorWithAccess(key), AND: [{ endsAt: toDate(endsAt) }] },
    data: { role: 'auditor-risk' },
  });
  return changed.count > 0;
}

type Members = { readonly businessId: BusinessId; readonly personIds: readonly PersonId[] };

const toMembersFilter = ({ businessId, personIds }: Members) => ({
  businessId,
  personId: { in: [...personIds] },
});

/** Disables memberships at this time. Null enables them. */
export async function setMembershipsDisabled(
  transaction: Transaction,
  members: Members,
  at: Instant | null,
): Promise<void> {
  await transaction.membership.updateMany({
    where: toMembersFilter(members),
    data: { disabledAt: at === null ? null : toDate(at) },
  });
}

/** Deletes memberships. The accounts and their other memberships stay. */
export async function deleteMemberships(transaction: Transaction, members: Members): Promise<void> {
  await transaction.membership.deleteMany({ where: toMembersFilter(members) });
}

/** Ends every session of those people who have no access to any business. Returns the number of those who had one. */
export async function endSessionsWithoutAccess(
  transaction: Transaction,
  personIds: readonly PersonId[],
  now: Instant,
): Promise<ReadonlyMap<string, number>> {
  const remaining = await transaction.membership.findMany({
    where: { personId: { in: [...personIds] }, disabledAt: null },
    select: { personId: true },
  });
  const members = new Set(remaining.map(({ personId }) => personId));
  return endSessionsOfPeople(
    transaction,
    personIds.filter((id) => !members.has(id)),
    now,
  );
}

/** Returns those who have access to another business. */
export async function listWithOtherBusiness(
  transaction: Transaction,
  { businessId, personIds }: Members,
): Promise<ReadonlySet<string>> {
  const others = await transaction.membership.findMany({
    where: { personId: { in: [...personIds] }, disabledAt: null, businessId: { not: businessId } },
    select: { personId: true },
  });
  return new Set(others.map(({ personId }) => personId));
}

/** The person behind a context, or null for system code. */
export const findActingPerson = ({ actor }: Context<Actor>): PersonId | null =>
  actor.kind === 'person' ? actor.personId : null;

/**
 * Returns the businesses of a person that this owner doesn't own, also those whose directory has the person. The memberships are
 * locked.
 */
async function listForeignBusinesses(
  transaction: Transaction,
  { personId, ownerId }: { personId: PersonId; ownerId: PersonId },
): Promise<readonly string[]> {
  await transaction.$queryRaw`
    SELECT 1 AS one FROM membership WHERE person_id = ${personId}::uuid ORDER BY business_id FOR SHARE`;
  const rows: unknown = await transaction.$queryRaw`
    SELECT k.business_id::text AS id
      FROM (SELECT business_id FROM membership WHERE person_id = ${personId}::uuid
            UNION SELECT business_id FROM directory_record WHERE person_id = ${personId}::uuid) AS k
     WHERE NOT EXISTS (SELECT FROM membership o WHERE o.business_id = k.business_id AND o.person_id = ${ownerId}::uuid
                          AND o.role = 'owner' AND o.disabled_at IS NULL)`;
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
}

/**
 * Locks a member before a change to the whole account, such as its password. Returns their id. An account belongs to
 * every business of its person, so the acting owner must own all of them. `refusals` has the texts for oneself and for
 * an account on which another business relies.
 *
 * @throws Problem 'not-found', 'invalid' for oneself, and 'forbidden' if another business relies on the account
 */
export async function lockOwnedAccount(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, personId: person }: { readonly businessId: BusinessId; readonly personId: string },
  refusals: { readonly self: string; readonly foreign: string },
): Promise<PersonId> {
  const { member } = await lockMember(transaction, context, businessId, person);
  const { personId } = member;
  const ownerId = context.actor.personId;
  if (personId === ownerId) throw new Problem('invalid', refusals.self);
  if ((await listForeignBusinesses(transaction, { personId, ownerId })).length > 0)
    throw new Problem('forbidden', refusals.foreign);
  return personId;
}

/** Returns true if one person made or approved an API token by which a directory created the other one or gave them access. */
async function hasProvisioned(
  transaction: Transaction,
  { personId, invitedBy }: { readonly personId: PersonId; readonly invitedBy: PersonId },
): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT 1 AS one FROM api_token t
     WHERE 'directory:write' = ANY (t.scopes) AND (t.person_id = ${invitedBy}::uuid OR ${invitedBy}::uuid = ANY (t.approved_by))
       AND EXISTS (SELECT FROM directory_record d WHERE d.person_id = ${personId}::uuid AND d.business_id = ANY (t.business_ids)
                   UNION ALL
                   SELECT FROM access_grant g
                    WHERE g.person_id = ${personId}::uuid AND g.kind = 'provider' AND g.business_id = ANY (t.business_ids))
     LIMIT 1`;
  return z.array(z.unknown()).parse(rows).length > 0;
}

/**
 * Returns true if one person ever invited the other one, by the account or its address, to any business, or made or approved the
 * token of the directory that did.
 */
export const isInviter = async (
  transaction: Transaction,
  { personId, invitedBy }: { readonly personId: PersonId; readonly invitedBy: PersonId },
): Promise<boolean> => {
  const person = await transaction.person.findUniqueOrThrow({
    where: { id: personId },
    select: { email: true },
  });
  const found = await transaction.invitation.findFirst({
    where: { invitedById: invitedBy, OR: [{ acceptedById: personId }, { email: person.email }] },
    select: { invitationId: true },
  });
  return found !== null || (await hasProvisioned(transaction, { personId, invitedBy }));
};
