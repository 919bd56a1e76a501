import 'server-only';
import type { DirectoryRole } from '#lib/api-tokens/model.ts';
import { isDirectoryRole } from '#lib/api-tokens/model.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { isEmailVerified, lockPerson, notifyOwners, setAuditedRole } from '#lib/people/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { changeMemberRole } from './change-role.ts';
import { enableAccess, endAccess } from './disable-member.ts';
import { lockTeam, recordAccessGrant } from './store.ts';

type Followed = {
  readonly businessId: BusinessId;
  readonly personId: PersonId;
  /** The role of the person's groups. Null: no access. */
  readonly role: DirectoryRole | null;
};

/**
 * Records everyone through whom the directory gave access: the provider, and the people who approved its token. Its maker is the
 * acting person, whom each verb records.
 */
async function recordGivers(
  transaction: Transaction,
  { actor, clock }: Context<PersonActor>,
  { businessId, personId }: Followed,
): Promise<void> {
  const grant = { businessId, personId, at: clock.now() };
  await recordAccessGrant(transaction, { ...grant, grantedBy: null, kind: 'provider' });
  for (const grantedBy of actor.token?.approvedBy ?? [])
    await recordAccessGrant(transaction, { ...grant, grantedBy, kind: 'role' });
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
  const { member } = await lockTeam(transaction, context, businessId, personId);
  const person = await lockPerson(transaction, personId);
  return person !== null && (member !== null || (await isEmailVerified(transaction, personId)));
}

/** Gives someone who isn't a member the role. The owners get a mail, as after an invitation. */
async function addMember(
  transaction: Transaction,
  context: Context<PersonActor>,
  { businessId, personId }: Followed,
  role: DirectoryRole,
): Promise<void> {
  const { actor, clock } = context;
  await setAuditedRole(transaction, context, { personId, businessId, role });
  await recordAccessGrant(transaction, {
    ...{ businessId, personId, at: clock.now(), kind: 'role' as const },
    grantedBy: actor.personId,
  });
  await notifyOwners(
    transaction,
    context,
    { businessId, personId },
    { kind: 'accessGiven', how: 'joined', role },
  );
}

/**
 * Gives a person the role of their groups in the directory, or takes their access away, in the caller's transaction. Owners and
 * auditors keep their role, because only people choose them. The sessions of people with another business stay.
 *
 * @throws Problem 'conflict' for the last owner, and 'forbidden' if the maker of the token is no longer an owner
 */
export async function followDirectory(
  transaction: Transaction,
  context: Context<PersonActor>,
  followed: Followed,
): Promise<void> {
  const { businessId, personId, role } = followed;
  const { member } = await lockTeam(transaction, context, businessId, personId);
  if (role === null) {
    if (member !== null) await endAccess(transaction, context, { businessId, personId }, 'member.disable');
    return;
  }
  if (member === null) {
    await addMember(transaction, context, followed, role);
    await recordGivers(transaction, context, followed);
    return;
  }
  // A disabled owner gets the role of the groups: the directory alone makes no owner.
  if (!member.isDisabled && !isDirectoryRole(member.role)) return;
  if (!member.isDisabled && member.role === role) return;
  await changeMemberRole(transaction, context, { businessId, personId, role, isOfDirectory: true });
  if (member.isDisabled) await enableAccess(transaction, context, { businessId, personId });
  await recordGivers(transaction, context, followed);
}
