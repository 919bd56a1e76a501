import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { deleteViewForm } from './schema.ts';
import { lockView, removeView } from './store.ts';
import { listVisibleViewLists, requireListViewSharing, requireViewSharing } from './view-permissions.ts';

/**
 * Deletes the person's own view, or a shared one with the permission.
 *
 * @throws Problem 'not-found', 'forbidden', and 'reauthentication-required' for a shared one, which others use
 */
export async function deleteView(
  context: Context<PersonActor>,
  input: z.output<typeof deleteViewForm>,
): Promise<{ readonly deleted: true }> {
  const scope = requirePermission(context, input.businessId, 'read');
  if (input.wasShared) requireViewSharing(context, scope);
  const { businessId } = scope;
  const { personId } = context.actor;
  const stale = await findStaleAuthentication(context);
  return inTransaction(async (transaction) => {
    const view = await lockView(transaction, businessId, input, personId, listVisibleViewLists(scope));
    if (view.shared) requireListViewSharing(context, scope, view.list);
    if (view.shared && stale !== null) throw stale;
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
