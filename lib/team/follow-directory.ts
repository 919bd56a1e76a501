import 'server-only';
import type { DirectoryRole } from '#lib/api-tokens/model.ts';
import { isDirectoryRole } from '#lib/api-tokens/model.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { isEmailVerified, lockPerson, notifyOwners, setAuditedRoles } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { changeMemberRoles } from './change-role.ts';
import { enableAccess, endAccess } from './disable-member.ts';
import { lockTeam, recordAccessGrants } from './store.ts';

type Group = {
  readonly businessId: BusinessId;
  readonly personIds: readonly PersonId[];
  readonly role: DirectoryRole;
};

/** Records everyone through whom the directory gave access: the provider, the maker of its token, and those who approved it. */
async function recordGivers(
  transaction: Transaction,
  { actor, clock }: Context<PersonActor>,
  { businessId, personIds }: Omit<Group, 'role'>,
  isNew: boolean,
): Promise<void> {
  const at = clock.now();
  // The verbs that change a member record the acting person.
  const people = [...(isNew ? [actor.personId] : []), ...(actor.token?.approvedBy ?? [])];
  const grants = personIds.flatMap((personId) => [
    { businessId, personId, at, grantedBy: null, kind: 'provider' as const },
    ...people.map((grantedBy) => ({ businessId, personId, at, grantedBy, kind: 'role' as const })),
  ]);
  await recordAccessGrants(transaction, grants);
}

/**
 * Locks an account that a directory wants to link. Returns false for an account outside the business whose address no one has
 * verified, because another business may have its password.
 */
export async function lockLinkedAccount(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, personId }: { readonly businessId: BusinessId; readonly personId: PersonId },
): Promise<boolean> {
  // Before the person, as everything that ends access does.
  const { members } = await lockTeam(transaction, context, businessId, [personId]);
  const person = await lockPerson(transaction, personId);
  return person !== null && (members.has(personId) || (await isEmailVerified(transaction, personId)));
}

/** Gives people who aren't members the role. The owners get a mail, as after an invitation. */
async function addMembers(
  transaction: Transaction,
  context: Context<PersonActor>,
  group: Group,
): Promise<void> {
  const { businessId, personIds, role } = group;
  if (personIds.length === 0) return;
  await setAuditedRoles(transaction, context, group);
  await notifyOwners(
    transaction,
    context,
    { businessId, personIds },
    { kind: 'accessGiven', how: 'joined', role, people: personIds.length },
  );
  await recordGivers(transaction, context, group, true);
}

/** Gives members another role, and those who were disabled their access. */
async function changeMembers(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, personIds, role }: Group,
  disabled: readonly PersonId[],
): Promise<void> {
  if (personIds.length === 0) return;
  await changeMemberRoles(transaction, context, { businessId, people: personIds, role, isOfDirectory: true });
  await enableAccess(transaction, context, { businessId, people: disabled });
  await recordGivers(transaction, context, { businessId, personIds }, false);
}

/**
 * Gives people the role of their groups in the directory, or takes their access away (null), in the caller's transaction. Owners
 * and auditors keep their role, because only people choose them. The sessions of people with another business stay. It takes a few
 * statements for each role, however many people have it.
 *
 * @throws Problem 'conflict' for the last owner, and 'forbidden' if the maker of the token is no longer an owner
 */
export async function followDirectory(
  transaction: Transaction,
  context: Context<PersonActor>,
  {
    businessId,
    roles,
  }: { readonly businessId: BusinessId; readonly roles: ReadonlyMap<PersonId, DirectoryRole | null> },
): Promise<void> {
  if (roles.size === 0) return;
  const { members } = await lockTeam(transaction, context, businessId, [...roles.keys()]);
  for (const role of new Set(roles.values())) {
    const people = [...roles].filter(([, given]) => given === role).map(([personId]) => personId);
    const present = people.flatMap((personId) => members.get(personId) ?? []);
    if (role === null) {
      const leaving = present.map(({ personId }) => personId);
      await endAccess(transaction, context, { businessId, people: leaving }, 'member.disable');
      continue;
    }
    const joining = people.filter((personId) => !members.has(personId));
    await addMembers(transaction, context, { businessId, personIds: joining, role });
    // A disabled owner gets the role of the groups: the directory alone makes no owner.
    const changing = present.filter(
      (member) => member.isDisabled || (isDirectoryRole(member.role) && member.role !== role),
    );
    await changeMembers(
      transaction,
      context,
      { businessId, personIds: changing.map(({ personId }) => personId), role },
      changing.filter(({ isDisabled }) => isDisabled).map(({ personId }) => personId),
    );
  }
}
