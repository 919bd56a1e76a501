import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { setRole } from './store.ts';

/** Gives a person a role at a business, in place of the one held there. Only at the set-up of an installation. */
export async function grantRole(
  context: Context<SystemActor>,
  given: { personId: PersonId; businessId: BusinessId; role: Role },
): Promise<void> {
  await inTransaction(async (transaction) => {
    const before = await setRole(transaction, given);
    if (before === given.role) return;
    await writeAudit(transaction, context, {
      businessId: given.businessId,
      action: 'role.grant',
      objectType: 'person',
      objectId: given.personId,
      before: before === null ? null : { role: before },
      after: { role: given.role },
    });
  });
}
