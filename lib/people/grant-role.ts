import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { setRole } from './store.ts';

/** Sets the role of a person at a business during the setup of an installation. */
export async function grantRole(
  context: Context<SystemActor>,
  input: { personId: PersonId; businessId: BusinessId; role: Role },
): Promise<void> {
  await inTransaction(async (transaction) => {
    const before = await setRole(transaction, input);
    if (before === input.role) return;
    await writeAudit(transaction, context, {
      businessId: input.businessId,
      action: 'role.grant',
      objectType: 'person',
      objectId: input.personId,
      before: before === null ? null : { role: before },
      after: { role: input.role },
    });
  });
}
