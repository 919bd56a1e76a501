import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { deleteViewForm } from './schema.ts';
import { holdView, removeView } from './store.ts';
import { listsSeen, requireSharer, requireSomeSharing } from './view-permissions.ts';

/** Deletes a view: one's own, or a shared one for those who may share. Throws Problem. */
export async function deleteView(
  context: Context<PersonActor>,
  input: z.output<typeof deleteViewForm>,
): Promise<{ readonly deleted: true }> {
  const scope = requirePermission(context, input.businessId, 'read');
  if (input.wasShared) requireSomeSharing(context, scope);
  const { businessId } = scope;
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    const view = await holdView(transaction, businessId, input, personId, listsSeen(scope));
    if (view.shared) requireSharer(context, scope, view.list);
    await removeView(transaction, businessId, view.viewId);
    await writeAudit(transaction, context, {
      businessId,
      action: 'list-view.delete',
      objectType: 'list-view',
      objectId: view.viewId,
      before: { list: view.list, name: view.name, query: view.query, shared: view.shared },
    });
    return { deleted: true };
  });
}
