import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Actor, Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { setRole } from './store.ts';

type RoleOfPerson = {
  readonly personId: PersonId;
  readonly businessId: BusinessId;
  readonly role: Role;
  /** When the access of an auditor ends. */
  readonly endsAt?: Instant | null;
};

/**
 * Sets the role of a person at a business in the caller's transaction and records it. Returns the previous role, or
 * null. The caller has checked that the business keeps an owner.
 */
export async function setAuditedRole(
  transaction: Transaction,
  context: Context<Actor>,
  { personId, businessId, role, endsAt = null }: RoleOfPerson,
): Promise<Role | null> {
  const before = await setRole(transaction, { personId, businessId, role, endsAt, at: context.clock.now() });
  if (before === role) return before;
  await writeAudit(transaction, context, {
    businessId,
    action: 'role.grant',
    objectType: 'person',
    objectId: personId,
    before: before === null ? null : { role: before },
    after: { role, ...(endsAt !== null && { accessEndsAt: endsAt }) },
  });
  return before;
}

/** Sets the role of a person at a business during the setup of an installation. */
export async function grantRole(context: Context<SystemActor>, input: RoleOfPerson): Promise<void> {
  await inTransaction((transaction) => setAuditedRole(transaction, context, input));
}
