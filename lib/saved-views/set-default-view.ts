import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { setDefaultViewForm } from './schema.ts';
import { listOfView, storeDefault } from './store.ts';
import { toKeep } from './view-permissions.ts';

/** Which view opens when this person opens the list without saying how; null for the whole list. Throws Problem. */
export async function setDefaultView(
  context: Context<PersonActor>,
  input: z.output<typeof setDefaultViewForm>,
): Promise<{ readonly viewId: string | null }> {
  const { businessId } = requirePermission(context, input.businessId, toKeep(input.list, false));
  const { personId } = context.actor;
  const { list, viewId } = input;
  return inTransaction(async (transaction) => {
    if (viewId !== null) {
      const of = await listOfView(transaction, businessId, viewId, personId);
      if (of !== list) throw new Problem('conflict', 'This list has no such view.');
    }
    await storeDefault(transaction, { businessId, personId, list, viewId });
    await writeAudit(transaction, context, {
      businessId,
      action: 'list-view.default',
      objectType: 'list',
      objectId: list,
      after: { viewId },
    });
    return { viewId };
  });
}
