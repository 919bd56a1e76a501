import 'server-only';
import { writeAuditNotes } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Actor, Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { setRoles } from './store.ts';

type RoleOfPeople = {
  readonly personIds: readonly PersonId[];
  readonly businessId: BusinessId;
  readonly role: Role;
  /** When the access of an auditor ends. */
  readonly endsAt?: Instant | null;
};
type RoleOfPerson = Omit<RoleOfPeople, 'personIds'> & { readonly personId: PersonId };

/**
 * Gives people a role at a business in the caller's transaction and records it. Returns the previous roles. The caller has
 * checked that the business keeps an owner.
 */
export async function setAuditedRoles(
  transaction: Transaction,
  context: Context<Actor>,
  { personIds, businessId, role, endsAt = null }: RoleOfPeople,
): Promise<ReadonlyMap<string, Role>> {
  const at = context.clock.now();
  const before = await setRoles(transaction, { personIds, businessId, role, endsAt, at });
  const notes = personIds
    .map((personId) => ({ personId, former: before.get(personId) }))
    .filter(({ former }) => former !== role)
    .map(({ personId, former }) => ({
      action: 'role.grant',
      objectType: 'person',
      objectId: personId,
      before: former === undefined ? null : { role: former },
      after: { role, ...(endsAt !== null && { accessEndsAt: endsAt }) },
    }));
  await writeAuditNotes(transaction, context, businessId, notes);
  return before;
}

/** Does the same for one person. Returns the previous role, or null. */
export const setAuditedRole = async (
  transaction: Transaction,
  context: Context<Actor>,
  { personId, ...input }: RoleOfPerson,
): Promise<Role | null> =>
  (await setAuditedRoles(transaction, context, { ...input, personIds: [personId] })).get(personId) ?? null;

/** Sets the role of a person at a business during the setup of an installation. */
export async function grantRole(context: Context<SystemActor>, input: RoleOfPerson): Promise<void> {
  await inTransaction((transaction) => setAuditedRole(transaction, context, input));
}
